// Host description of transpose/unrolled-padded.
#include "kernels/transpose/unrolled_padded.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {
namespace {

constexpr std::array kUnrolledParameters{kSide, rows(16)};

}  // namespace

constinit const Kernel unrolled_padded{
    .name = "transpose/unrolled-padded",
    .family = "transpose",
    .summary = "64 x 65 tile in shared memory, 8 elements in flight a thread of 32 x 16",
    .parameters = kUnrolledParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .expected_counters = [](const Problem& problem) { return tile_counters(problem["n"], kUnrolledTile, 1); },
};

}  // namespace rooflens::kernels::transpose
