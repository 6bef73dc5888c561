// What a warp of schedule/block-trace leaves behind, and whether a set of records can be true.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/warp_event.hpp"

namespace rooflens::kernels::schedule {

struct alignas(16) Record {
  std::uint32_t block;
  std::uint32_t warp;
  std::uint32_t sm;
  std::uint32_t sm_limit;  ///< above every number that the hardware gives an SM
  std::uint64_t start_ns;
  std::uint64_t end_ns;
};

/// What is wrong with the first record that cannot be true; empty when every warp of every block is there once, in
/// order, on an SM that exists, and ends no earlier than it begins.
[[nodiscard]] std::string fault_of(std::span<const Record> records, std::uint32_t warps_per_block);

[[nodiscard]] std::vector<WarpEvent> events_of(std::span<const Record> records);

}  // namespace rooflens::kernels::schedule
