// Lets an application's launch of a graph launch an empty one instead, for when its nodes were launched one by one.
#pragma once

#include <cuda.h>

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "profiler/graph/graph_steps.hpp"

namespace rooflens::graph {

/// Of one process; safe from several threads. What it asks of the driver comes back to the library as callbacks.
class GraphExchange {
 public:
  /// Whether the driver launches what a callback puts in place: tried once, with a graph that tells whether it ran, on
  /// a stream of its own in the current context. False too where that takes longer than a second, or another thread
  /// tries it at the moment.
  [[nodiscard]] bool works(const GraphDriver& driver);
  [[nodiscard]] bool failed() const { return trial_ == Trial::failed; }
  /// What a launch within works() is to launch instead, on this thread; null: nothing else.
  [[nodiscard]] static CUgraphExec on_trial();
  /// Whether it makes or destroys a graph of its own, on this thread.
  [[nodiscard]] static bool calls_the_driver();

  /// An empty graph to launch in the place of `exec`, in the current context. Each has one of its own, because launches
  /// of one graph wait for each other. Null where the driver makes none.
  [[nodiscard]] CUgraphExec empty(const GraphDriver& driver, CUcontext context, CUgraphExec exec);
  void destroyed(const GraphDriver& driver, CUgraphExec exec);
  /// Whether the driver takes every step as it was read: they become a graph that is never launched. A capture would
  /// tell too, but as long as there is one the driver refuses other threads to wait for the context.
  [[nodiscard]] static bool accepts(const GraphDriver& driver, CUcontext context, const GraphSteps& graph);
  /// Launches a step as a graph that holds nothing else. What the driver says.
  [[nodiscard]] static CUresult launch_as_graph(const GraphDriver& driver, CUcontext context, const GraphStep& step,
                                                CUstream stream);
  /// Streams of the current context, for lanes; fewer where the driver makes no more.
  [[nodiscard]] std::vector<CUstream> take_lanes(const GraphDriver& driver, CUcontext context, std::size_t count);
  void return_lanes(const GraphDriver& driver, CUcontext context, const std::vector<CUstream>& lanes);
  /// What was launched in the place of `exec` on this stream is not done yet: its next launches are to wait for it, as
  /// the driver would have them do. To be asked of each of them.
  void leave_running(const GraphDriver& driver, CUgraphExec exec, CUstream stream);
  [[nodiscard]] bool has_left_some() const { return left_running_; }
  void wait_for_rest(const GraphDriver& driver, CUgraphExec exec, CUstream stream);
  /// What belonged to it is gone. Waits for no thread that is in the driver, which may wait for the caller's.
  void context_ends(CUcontext context);

 private:
  struct Empty {
    CUgraphExec exec = nullptr;
    CUcontext context = nullptr;
    CUevent rest = nullptr;  ///< when what was launched for it is done; null: it is
  };

  void forget_ended();

  std::mutex ended_mutex_;
  std::vector<CUcontext> ended_;              ///< contexts of which something may be left here
  std::mutex mutex_;                          ///< of what follows, also while the driver is called
  std::map<CUgraphExec, Empty> empties_;      ///< by what they stand for
  std::multimap<CUcontext, CUstream> lanes_;  ///< that nobody uses
  enum class Trial { due, on, worked, failed };
  std::atomic<Trial> trial_{Trial::due};
  std::atomic<bool> left_running_{false};  ///< something was, once
};

}  // namespace rooflens::graph
