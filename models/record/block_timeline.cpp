#include "models/record/block_timeline.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace rooflens::models {
namespace {

// The blocks of an SM and its places, as they fill.
struct Sm {
  std::vector<std::uint64_t> free_from;  ///< of each place
  std::uint64_t last_end = 0;
  double block_time = 0;
};

// The first place that is free; one more when none is.
std::uint32_t take_place(Sm& sm, const BlockEvent& event) {
  auto place = std::find_if(sm.free_from.begin(), sm.free_from.end(), [&](auto at) { return at <= event.start_ns; });
  if (place == sm.free_from.end()) place = sm.free_from.insert(place, 0);
  *place = event.end_ns;
  return static_cast<std::uint32_t>(place - sm.free_from.begin());
}

std::vector<std::uint32_t> by_start(const BlockTrace& trace) {
  std::vector<std::uint32_t> order(trace.blocks.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return trace.blocks[a].start_ns < trace.blocks[b].start_ns;
  });
  return order;
}

// Time of blocks in the tail.
double occupied_from(const BlockTrace& trace, std::uint64_t from) {
  double sum = 0;
  for (const BlockEvent& event : trace.blocks) {
    if (event.end_ns > from) sum += static_cast<double>(event.end_ns - std::max(event.start_ns, from));
  }
  return sum;
}

Seconds time(std::uint64_t ns) { return nanoseconds(static_cast<double>(ns)); }

}  // namespace

std::optional<BlockTimeline> block_timeline(const BlockTrace& trace, int device_sms) {
  if (trace.blocks.empty()) return std::nullopt;
  BlockTimeline line;
  std::set<std::uint32_t> seen;
  for (const BlockEvent& event : trace.blocks) seen.insert(event.sm);
  line.sms.assign(seen.begin(), seen.end());
  line.sm_count =
      trace.whole() ? std::max(line.sms.size(), static_cast<std::size_t>(std::max(0, device_sms))) : line.sms.size();
  std::vector<Sm> sms(line.sms.size());
  const std::vector<std::uint32_t> order = by_start(trace);
  line.placed.reserve(order.size());
  for (const std::uint32_t i : order) {
    const BlockEvent& event = trace.blocks[i];
    const auto row =
        static_cast<std::uint32_t>(std::lower_bound(line.sms.begin(), line.sms.end(), event.sm) - line.sms.begin());
    Sm& sm = sms[row];
    line.placed.push_back({i, row, take_place(sm, event), 0});
    sm.last_end = std::max(sm.last_end, event.end_ns);
    sm.block_time += static_cast<double>(event.end_ns - event.start_ns);
  }
  for (const Sm& sm : sms) {
    line.blocks_per_sm = std::max(line.blocks_per_sm, static_cast<std::uint32_t>(sm.free_from.size()));
  }
  const std::size_t at_once = line.at_once();
  for (std::size_t i = 0; i < line.placed.size(); ++i) line.placed[i].wave = static_cast<std::uint32_t>(i / at_once);

  const auto count = static_cast<double>(line.sm_count);
  const auto span = static_cast<double>(trace.span_ns);
  const std::uint64_t tail = trace.blocks[order.back()].start_ns;
  line.waves = static_cast<double>(trace.blocks.size()) / static_cast<double>(at_once);
  line.span = time(trace.span_ns);
  line.last_wave_start = time(trace.blocks[order[(order.size() - 1) / at_once * at_once]].start_ns);
  line.tail_start = time(tail);
  double used = 0;
  double most = 0;
  double sum = 0;
  for (const Sm& sm : sms) {
    used += static_cast<double>(sm.last_end);
    most = std::max(most, sm.block_time);
    sum += sm.block_time;
  }
  if (span > 0) {
    line.idle_sm_time = 1 - used / (count * span);
    const auto places = static_cast<double>(at_once);
    line.idle_place_time = ((span - static_cast<double>(tail)) * places - occupied_from(trace, tail)) / (places * span);
  }
  if (sum > 0) line.imbalance = most * count / sum;
  return line;
}

}  // namespace rooflens::models
