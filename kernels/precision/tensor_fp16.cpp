// Host description of precision/tensor-fp16.
#include "kernels/precision/tensor_fp16.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_fp16{
    .name = "precision/tensor-fp16",
    .family = "precision",
    .summary = "FP16 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = matrix_work<models::Precision::tensor_fp16, 16>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
