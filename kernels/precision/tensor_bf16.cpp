// Host description of precision/tensor-bf16.
#include "kernels/precision/tensor_bf16.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_bf16{
    .name = "precision/tensor-bf16",
    .family = "precision",
    .summary = "bfloat16 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_bf16, 16>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
