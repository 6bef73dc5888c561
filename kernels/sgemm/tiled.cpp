// Host description of sgemm/tiled.
#include "kernels/sgemm/tiled.hpp"

#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::sgemm {
namespace {

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work;
  work.operations[models::Precision::fp32] = multiply_adds(n);
  work.requested = tiled_traffic(n, kTile, 4);
  work.ideal_l2 = work.requested;
  work.compulsory = compulsory_traffic(n, 4);
  return work;
}

}  // namespace

constinit const Kernel tiled{
    .name = "sgemm/tiled",
    .family = "sgemm",
    .summary = "C = A B in FP32: 32 x 32 tiles in shared memory: a thirty-second of the global reads",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = fp32_memory,
};

}  // namespace rooflens::kernels::sgemm
