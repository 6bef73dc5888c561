// Launches the steps of a graph, each by itself.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "profiler/graph/graph_steps.hpp"

namespace rooflens::graph {

/// On the stream, in the context that is current. What the driver says.
[[nodiscard]] CUresult launch(const GraphDriver& driver, const GraphStep& step, CUstream stream);
/// Makes it a node of a graph, after `last`, which it then is. What the driver says.
[[nodiscard]] CUresult add_node(const GraphDriver& driver, const GraphStep& step, CUcontext context, CUgraph graph,
                                CUgraphNode& last);

/// Waits until the stream has nothing left to do, or for so long. False: it has.
[[nodiscard]] bool drained(const GraphDriver& driver, CUstream stream, double seconds);

/// One launch of a graph step by step.
class StepLaunch {
 public:
  /// `lanes`: streams of the current context for all lanes but the first.
  StepLaunch(const GraphDriver& driver, const GraphSteps& graph, CUstream stream, std::vector<CUstream> lanes);
  ~StepLaunch();
  StepLaunch(const StepLaunch&) = delete;
  StepLaunch& operator=(const StepLaunch&) = delete;

  /// Whether the driver gave all that it takes; nothing was launched yet.
  [[nodiscard]] bool is_ready() const { return ready_; }
  /// Steps go in their order; one that failed may be launched again in another way. What the driver says.
  using How = std::function<CUresult(const GraphStep&, CUstream)>;
  [[nodiscard]] CUresult launch(std::size_t step, const How& how = {});
  /// Steps that the driver has taken.
  [[nodiscard]] std::size_t taken() const { return taken_; }
  /// Whether the step that was launched last is over, or is so within this time.
  [[nodiscard]] bool ended_within(double seconds) const;
  /// What the application's stream does next waits for every step. What the driver says.
  [[nodiscard]] CUresult join();

 private:
  [[nodiscard]] CUresult wait_for(CUstream stream, std::size_t step) const;
  [[nodiscard]] CUresult take(std::size_t step, const How& how);

  const GraphDriver& driver_;
  const GraphSteps& graph_;
  std::vector<CUstream> streams_;  ///< by lane
  std::vector<bool> begun_;        ///< lanes
  std::vector<CUevent> events_;    ///< by step, null where nothing waits for it; the last one is the beginning
  bool ready_ = false;
  std::size_t taken_ = 0;
  CUstream last_ = nullptr;
};

}  // namespace rooflens::graph
