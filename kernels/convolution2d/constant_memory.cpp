// Host description of convolution2d/constant-memory.
#include "kernels/convolution2d/constant_memory.hpp"

#include "kernels/convolution2d/family.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

models::Work work(const Problem& problem) {
  return convolution_work(problem, taps_inside(problem), block_reads(problem));
}

}  // namespace

constinit const Kernel constant_memory{
    .name = "convolution2d/constant-memory",
    .family = "convolution2d",
    .summary = "one thread per output; the filter in constant memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = image_memory,
    .partner = {"convolution2d/register-tiled", "no reuse in registers", "a load per multiply-add"},
    .expected_counters = tap_counters,
};

}  // namespace rooflens::kernels::convolution2d
