// Host description of reduction/float4.
#include "kernels/reduction/float4.hpp"

#include <array>

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {
namespace {

constexpr std::int64_t kMostWaves = 16;

constexpr std::array kFloat4Parameters{
    kLengthParameter,
    kBlockParameter,
    Parameter{"waves", "blocks for each that is resident at once", 1, 1, kMostWaves},
};

models::Bytes float4_memory(const Problem& problem) {
  return sum_memory(problem) + float_bytes(static_cast<double>((kMostWaves - 1) * kMostResidentBlocks));
}

}  // namespace

constinit const Kernel float4{
    .name = "reduction/float4",
    .family = "reduction",
    .summary = "four 16-byte loads in flight a thread, in one launch: the last block sums the partial sums",
    .parameters = kFloat4Parameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = float4_memory,
    .in_flight_per_thread = always_in_flight<64>,
};

}  // namespace rooflens::kernels::reduction
