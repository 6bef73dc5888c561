#include "models/record/block_trace.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace rooflens::models {
namespace {

// Every `step`-th SM, and how many blocks that leaves.
std::set<std::uint32_t> every_nth(const std::map<std::uint32_t, std::size_t>& blocks_of, std::size_t step,
                                  std::size_t& blocks) {
  std::set<std::uint32_t> chosen;
  blocks = 0;
  std::size_t at = 0;
  for (const auto& [sm, count] : blocks_of) {
    if (at++ % step != 0) continue;
    chosen.insert(sm);
    blocks += count;
  }
  return chosen;
}

}  // namespace

BlockTrace keep_whole_sms(BlockTrace trace, std::size_t most) {
  if (trace.blocks.size() <= most) return trace;
  std::map<std::uint32_t, std::size_t> blocks_of;
  for (const BlockEvent& event : trace.blocks) ++blocks_of[event.sm];
  std::set<std::uint32_t> chosen;
  std::size_t blocks = trace.blocks.size();
  for (std::size_t step = 2; blocks > most && chosen.size() != 1; ++step) chosen = every_nth(blocks_of, step, blocks);
  if (chosen.empty()) return trace;
  std::erase_if(trace.blocks, [&](const BlockEvent& event) { return !chosen.contains(event.sm); });
  return trace;
}

}  // namespace rooflens::models
