#include "profiler/cli/run/catalogue_blocks.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace rooflens::cli {

std::optional<models::BlockTrace> block_trace(std::span<const kernels::BlockEvent> events) {
  if (events.empty()) return std::nullopt;
  models::BlockTrace trace;
  const auto first = std::min_element(events.begin(), events.end(),
                                      [](const auto& a, const auto& b) { return a.start_ns < b.start_ns; });
  const std::uint64_t zero = first->start_ns;
  std::set<std::uint32_t> sms;
  for (const kernels::BlockEvent& warp : events) {
    const std::uint64_t start = warp.start_ns - zero;
    const std::uint64_t end = warp.end_ns - zero;
    if (trace.blocks.empty() || trace.blocks.back().block != warp.block) {
      trace.blocks.push_back({warp.block, warp.sm, 0, start, end});
      sms.insert(warp.sm);
    }
    models::BlockEvent& block = trace.blocks.back();
    ++block.warps;
    block.start_ns = std::min(block.start_ns, start);
    block.end_ns = std::max(block.end_ns, end);
    trace.span_ns = std::max(trace.span_ns, end);
  }
  trace.blocks_run = trace.blocks.size();
  trace.sms_run = static_cast<std::uint32_t>(sms.size());
  return models::keep_whole_sms(std::move(trace), models::kMostBlocks);
}

}  // namespace rooflens::cli
