// Host description of sgemm/tensor-core-bf16.
#include "kernels/sgemm/tensor_core_bf16.hpp"

#include <array>

#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::sgemm {
namespace {

constexpr double kBf16Bytes = 2;

constexpr std::array kParameters{
    Parameter{"n", "rows and columns of the square matrices", 4096, kTensorTile, 65536, kTensorTile},
};

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work;
  work.operations[models::Precision::tensor_bf16] = multiply_adds(n);
  work.requested = tiled_traffic(n, kTensorTile, kBf16Bytes);
  work.ideal_l2 = work.requested;
  work.compulsory = compulsory_traffic(n, kBf16Bytes);
  return work;
}

models::Bytes device_memory(const Problem& problem) { return three_matrices(problem["n"], kBf16Bytes); }

}  // namespace

constinit const Kernel tensor_core_bf16{
    .name = "sgemm/tensor-core-bf16",
    .family = "sgemm",
    .summary = "C = A B with BF16 inputs and FP32 sums on the tensor cores: 128 x 128 tiles, double-buffered",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::sgemm
