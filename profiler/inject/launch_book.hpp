// Which launch a later activity record belongs to.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/inject/kernel_table.hpp"

namespace rooflens::inject {

struct Launched {
  Kernel* kernel = nullptr;
  int range = 0;
  bool certain = true;  ///< false: made while a stream was captured, so that it may only have become part of a graph
};

/// Time that the nodes of a launched graph took, from the first start to the last end.
struct GraphSpan {
  Launched launched;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

class LaunchBook {
 public:
  void add(std::uint32_t correlation, const Launched& launched);
  void remove(std::uint32_t correlation);
  /// The launch, which is then forgotten; a graph is kept, because each of its nodes asks.
  [[nodiscard]] std::optional<Launched> take(std::uint32_t correlation);
  void extend_graph(std::uint32_t correlation, const Launched& launched, std::uint64_t start, std::uint64_t end);
  /// Graph launches that nothing was heard of since the last call.
  [[nodiscard]] std::vector<GraphSpan> take_graphs();

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint32_t, Launched> launches_;
  std::unordered_map<std::uint32_t, std::pair<GraphSpan, bool>> graphs_;  ///< true: heard of since the last call
};

}  // namespace rooflens::inject
