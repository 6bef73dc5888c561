#include "profiler/observe/launch_book.hpp"

#include <algorithm>
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

std::optional<GraphTime> LaunchBook::add_to_graph(std::uint32_t correlation, const Launched& launched,
                                                  const std::shared_ptr<const GraphLayout>& layout,
                                                  const NodeTime& node) {
  const auto entry = graphs_.try_emplace(correlation).first;
  auto& [graph, quiet_calls] = entry->second;
  graph.correlation = correlation;
  graph.launched = launched;
  graph.layout = layout;
  graph.total_ns += node.duration_ns;
  graph.timed = graph.timed && node.timed;
  quiet_calls = 0;
  if (!layout) {
    ++graph.nodes[node.shape];
    return std::nullopt;
  }
  graph.records.push_back(node);
  if (graph.records.size() < layout->nodes.size()) return std::nullopt;
  GraphTime whole = std::move(graph);
  graphs_.erase(entry);
  return whole;
}

void GraphTime::tell() {
  const auto shape_of = [](SeenKernel* kernel) { return kernel->shape ? kernel->shape : kernel; };
  std::stable_sort(records.begin(), records.end(),
                   [](const NodeTime& a, const NodeTime& b) { return a.start_ns < b.start_ns; });
  const auto fits = [&](const NodeTime& record, SeenKernel* node) { return record.shape == shape_of(node); };
  if (std::equal(records.begin(), records.end(), layout->nodes.begin(), layout->nodes.end(), fits)) {
    for (std::size_t i = 0; i < records.size(); ++i) records[i].kernel = layout->nodes[i];
    return;
  }
  timed = false;
  for (NodeTime& record : records) {
    record.kernel = record.shape;
    std::size_t kinds = 0;
    for (const auto& [node, times] : layout->times) {
      if (!fits(record, node)) continue;
      record.kernel = ++kinds == 1 ? node : nullptr;
    }
    record.foreign = kinds == 0;
  }
}

std::vector<GraphTime> LaunchBook::take_graphs(bool all) {
  constexpr int kQuietCalls = 3;
  constexpr int kQuietCallsOfLayout = 150;  // it is known that more are to come, from kernels that may take long
  std::vector<GraphTime> finished;
  for (auto it = graphs_.begin(); it != graphs_.end();) {
    const int quiet_calls = it->second.first.layout ? kQuietCallsOfLayout : kQuietCalls;
    if (!all && it->second.second++ < quiet_calls) {
      ++it;
    } else {
      finished.push_back(std::move(it->second.first));
      it = graphs_.erase(it);
    }
  }
  return finished;
}

}  // namespace rooflens::inject
