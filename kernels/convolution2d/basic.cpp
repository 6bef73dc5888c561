// Host description of convolution2d/basic.
#include "kernels/convolution2d/basic.hpp"

#include "kernels/convolution2d/family.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

models::Work work(const Problem& problem) {
  return convolution_work(problem, taps_inside(problem) + taps(problem) * outputs(problem), block_reads(problem));
}

}  // namespace

constinit const Kernel basic{
    .name = "convolution2d/basic",
    .family = "convolution2d",
    .summary = "one thread per output; filter and image from global memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = image_memory,
    .partner = {"convolution2d/constant-memory", "filter in global memory", "a load per multiply-add"},
    .expected_counters = tap_counters,
};

}  // namespace rooflens::kernels::convolution2d
