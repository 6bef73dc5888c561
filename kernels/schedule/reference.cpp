// The CPU reference of schedule, and the check of its records.
#include "kernels/schedule/reference.hpp"

#include <fmt/core.h>

#include "kernels/fma_chain.hpp"
#include "kernels/schedule/record.hpp"

namespace rooflens::kernels::schedule {

float reference(const Input& in, std::int64_t rounds, std::uint64_t i) {
  return fma_chain_reference(in(i), kChainA, rounds);
}

std::string fault_of(std::span<const Record> records, std::uint32_t warps_per_block) {
  for (std::size_t k = 0; k < records.size(); ++k) {
    const Record& record = records[k];
    const std::size_t block = k / warps_per_block;
    const std::size_t warp = k % warps_per_block;
    if (record.block != block || record.warp != warp) {
      return fmt::format("warp {} of block {} is recorded as warp {} of block {}", warp, block, record.warp,
                         record.block);
    }
    if (record.sm >= record.sm_limit) {
      return fmt::format("warp {} of block {}: SM {}, but there are {}", warp, block, record.sm, record.sm_limit);
    }
    if (record.end_ns < record.start_ns) {
      return fmt::format("warp {} of block {} ends {} ns before it begins", warp, block,
                         record.start_ns - record.end_ns);
    }
  }
  return "";
}

std::vector<WarpEvent> events_of(std::span<const Record> records) {
  std::vector<WarpEvent> events;
  events.reserve(records.size());
  for (const Record& record : records) {
    events.push_back({record.block, record.warp, record.sm, record.start_ns, record.end_ns});
  }
  return events;
}

}  // namespace rooflens::kernels::schedule
