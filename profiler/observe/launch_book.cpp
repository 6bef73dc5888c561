#include "profiler/observe/launch_book.hpp"

#include <cstdlib>
#include <new>

namespace rooflens::inject {

LaunchBook::LaunchBook() : places_(static_cast<Place*>(std::calloc(kPlaces, sizeof(Place))), std::free) {
  if (!places_) throw std::bad_alloc();
}

void LaunchBook::add(std::uint32_t correlation, const Launched& launched) {
  constexpr std::uint32_t kAhead = 16;  // a few launches: their places have left the cache since they were last used
  __builtin_prefetch(&places_[(correlation + kAhead) % kPlaces], 1);
  Place& place = places_[correlation % kPlaces];
  place.correlation.store(0, std::memory_order_relaxed);
  place.range.store(launched.certain ? launched.range : ~launched.range, std::memory_order_relaxed);
  place.kernel.store(launched.kernel, std::memory_order_relaxed);
  place.correlation.store(correlation, std::memory_order_release);
}

void LaunchBook::remove(std::uint32_t correlation) {
  places_[correlation % kPlaces].correlation.compare_exchange_strong(correlation, 0);
}

std::optional<Launched> LaunchBook::find(std::uint32_t correlation) const {
  if (correlation == 0) return std::nullopt;  // of kernels that no call launched: bodies of conditional nodes
  const Place& place = places_[correlation % kPlaces];
  if (place.correlation.load(std::memory_order_acquire) != correlation) return std::nullopt;
  const int range = place.range.load(std::memory_order_relaxed);
  return Launched{place.kernel.load(std::memory_order_relaxed), range < 0 ? ~range : range, range >= 0};
}

void LaunchBook::add_to_graph(std::uint32_t correlation, const Launched& launched, SeenKernel& node, double duration_ns,
                              bool timed) {
  auto& [graph, quiet_calls] = graphs_[correlation];
  graph.launched = launched;
  graph.total_ns += duration_ns;
  graph.timed = graph.timed && timed;
  ++graph.nodes[&node];
  quiet_calls = 0;
}

std::vector<GraphTime> LaunchBook::take_graphs(bool all) {
  constexpr int kQuietCalls = 3;
  std::vector<GraphTime> finished;
  for (auto it = graphs_.begin(); it != graphs_.end();) {
    if (!all && it->second.second++ < kQuietCalls) {
      ++it;
    } else {
      finished.push_back(it->second.first);
      it = graphs_.erase(it);
    }
  }
  return finished;
}

}  // namespace rooflens::inject
