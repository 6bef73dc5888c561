// Host description of sgemm/naive.
#include "kernels/sgemm/naive.hpp"

#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::sgemm {
namespace {

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const auto side = static_cast<double>(n);
  models::Work work;
  work.operations[models::Precision::fp32] = multiply_adds(n);
  work.requested = {2.0 * float_bytes(side * side * side), float_bytes(side * side)};
  work.ideal_l2 = tiled_traffic(n, kTile, 4);
  work.compulsory = compulsory_traffic(n, 4);
  return work;
}

}  // namespace

constinit const Kernel naive{
    .name = "sgemm/naive",
    .family = "sgemm",
    .summary = "C = A B in FP32: one thread per element, every operand from global memory",
    .parameters = kFp32Parameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = fp32_memory,
};

}  // namespace rooflens::kernels::sgemm
