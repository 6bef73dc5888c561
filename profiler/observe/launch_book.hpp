// Which launch a later activity record belongs to.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/observe/kernel_table.hpp"

namespace rooflens::inject {

struct Launched {
  SeenKernel* kernel = nullptr;
  int range = 0;
  bool certain = true;  ///< false: made while a stream was captured, so that it may only have become part of a graph
};

/// A launched graph: the time of its kernels, added up, and how often each of them ran in it.
struct GraphTime {
  Launched launched;
  double total_ns = 0;
  bool timed = true;  ///< each of them, and by times that can be trusted
  std::map<SeenKernel*, std::uint64_t> nodes{};
};

/// Remembers the last quarter of a million launches. Safe from several threads, without a lock, because every launch
/// does it; but what it keeps of graphs is guarded by its owner.
class LaunchBook {
 public:
  LaunchBook();
  void add(std::uint32_t correlation, const Launched& launched);
  void remove(std::uint32_t correlation);
  [[nodiscard]] std::optional<Launched> find(std::uint32_t correlation) const;
  void add_to_graph(std::uint32_t correlation, const Launched& launched, SeenKernel& node, double duration_ns,
                    bool timed = true);
  /// Graph launches that no record came of in the last calls: those of one launch may come with several buffers.
  /// `all`: those too of which more records might come.
  [[nodiscard]] std::vector<GraphTime> take_graphs(bool all = false);

 private:
  static constexpr std::size_t kPlaces = 1 << 18;
  struct Place {  // four of them in a cache line
    std::atomic<std::uint32_t> correlation{0};
    std::atomic<int> range{0};  ///< its complement for launches that are not certain
    std::atomic<SeenKernel*> kernel{nullptr};
  };
  // Zeroed by the operating system as they are used: a notebook may have many books, each for a few launches.
  std::unique_ptr<Place[], void (*)(void*)> places_;
  std::unordered_map<std::uint32_t, std::pair<GraphTime, int>> graphs_;  ///< calls since its last record
};

}  // namespace rooflens::inject
