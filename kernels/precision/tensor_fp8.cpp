// Host description of precision/tensor-fp8.
#include "kernels/precision/tensor_fp8.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_fp8{
    .name = "precision/tensor-fp8",
    .family = "precision",
    .summary = "FP8 (E4M3) with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 9},
    .work = matrix_work<models::Precision::tensor_fp8, 32>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
