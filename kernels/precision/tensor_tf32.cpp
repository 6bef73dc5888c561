// Host description of precision/tensor-tf32.
#include "kernels/precision/tensor_tf32.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_tf32{
    .name = "precision/tensor-tf32",
    .family = "precision",
    .summary = "TF32 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_tf32, 8>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
