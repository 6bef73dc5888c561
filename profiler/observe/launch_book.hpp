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

/// The kernels that a graph launches, in the order in which they run.
struct GraphLayout {
  std::vector<SeenKernel*> nodes;
  std::vector<std::pair<SeenKernel*, std::uint64_t>> times;  ///< how often each of them
};

/// What an activity record says of a kernel in a graph.
struct NodeTime {
  SeenKernel* shape = nullptr;  ///< by name and geometry
  std::uint64_t start_ns = 0;
  double duration_ns = 0;
  bool timed = true;             ///< it can be trusted
  SeenKernel* kernel = nullptr;  ///< whose it is, as told; null: a node's, but nobody knows which one's
  bool foreign = false;          ///< of no node: the device launched it
};

/// A launched graph: the time of its kernels.
struct GraphTime {
  std::uint32_t correlation = 0;
  Launched launched;
  std::shared_ptr<const GraphLayout> layout;  ///< null: not known
  std::vector<NodeTime> records;              ///< where it is
  double total_ns = 0;
  bool timed = true;                             ///< each of them, and by times that can be trusted
  std::map<SeenKernel*, std::uint64_t> nodes{};  ///< where there is no layout: how often each ran

  /// Of a launch with a layout: gives its records their kernels. They come in any order; sorted by their starts they
  /// are the nodes in theirs. Where some are missing or of other kernels, only those of a shape that one node alone has
  /// are told, and the graph has no time.
  void tell();
};

/// Remembers the last quarter of a million launches. Safe from several threads, without a lock, because every launch
/// does it; but what it keeps of graphs is guarded by its owner.
class LaunchBook {
 public:
  LaunchBook();
  void add(std::uint32_t correlation, const Launched& launched);
  void remove(std::uint32_t correlation);
  [[nodiscard]] std::optional<Launched> find(std::uint32_t correlation) const;
  /// The launch, when this was the last record of its layout; then nothing more is kept of it.
  [[nodiscard]] std::optional<GraphTime> add_to_graph(std::uint32_t correlation, const Launched& launched,
                                                      const std::shared_ptr<const GraphLayout>& layout,
                                                      const NodeTime& node);
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
