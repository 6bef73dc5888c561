// The steps of every executable graph of the process, kept up to date with what the application changes.
#pragma once

#include <cuda.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "profiler/graph/graph_steps.hpp"
#include "profiler/graph/read_allowance.hpp"

namespace rooflens::graph {

/// Safe from several threads. What find() gave stays as it was when the graph changes, as long as somebody holds it.
class GraphTable {
 public:
  explicit GraphTable(ReadAllowance allowance = ReadAllowance()) : allowance_(allowance) {}
  /// The graph was instantiated. It is not read where graphs have been read for too long.
  void instantiated(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context);
  /// `exec` was updated from it as a whole.
  void updated(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context);
  /// Reading graphs was of use.
  void learned();
  /// Whether a change of a node that is made while launches are not watched may be followed: for a fifth of a second,
  /// then for 1 % of the time.
  [[nodiscard]] bool may_follow_unwatched(ReadAllowance::Clock::time_point now);
  /// It took so long.
  void followed_unwatched(ReadAllowance::Clock::duration time);
  /// The device may launch it, whatever graph the kernel that does so is in: no graph is to be taken apart any more.
  void device_launches(CUgraphExec exec);
  [[nodiscard]] bool device_launches() const { return device_launches_; }
  /// A graph was made, changed or destroyed, and which is not known: the same.
  void miss() { missed_ = true; }
  [[nodiscard]] bool missed() const { return missed_; }
  /// Its kernels are not to be counted, for this reason.
  void refuse(CUgraphExec exec, const std::string& why);
  /// Nor are they until it is updated as a whole: what it does is not known.
  void lose(CUgraphExec exec, const std::string& why);
  void destroyed(CUgraphExec exec);

  /// A node of it got other parameters. Where they cannot be followed, the graph is refused.
  void kernel_changed(const GraphDriver& driver, CUgraphExec exec, CUgraphNode node,
                      const CUDA_KERNEL_NODE_PARAMS& params);
  void copy_changed(const GraphDriver& driver, CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D& params);
  void fill_changed(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS& params);
  void host_changed(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS& params);

  /// Null for one whose instantiation was not seen.
  [[nodiscard]] std::shared_ptr<const GraphSteps> find(CUgraphExec exec) const;

 private:
  using Change = std::function<bool(GraphStep&)>;
  void put(CUgraphExec exec, GraphSteps steps);
  void read(const GraphDriver& driver, CUgraphExec exec, CUgraph graph, CUcontext context);
  void change(CUgraphExec exec, CUgraphNode node, const Change& change);

  mutable std::mutex mutex_;
  std::unordered_map<CUgraphExec, std::shared_ptr<GraphSteps>> graphs_;
  std::uint64_t version_ = 0;  ///< the last one given
  ReadAllowance allowance_;
  ReadAllowance unwatched_{std::chrono::milliseconds(200)};
  std::atomic<bool> device_launches_{false};
  std::atomic<bool> missed_{false};
};

}  // namespace rooflens::graph
