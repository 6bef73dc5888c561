// Host description of precision/tensor-fp64.
#include "kernels/precision/tensor_fp64.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_fp64{
    .name = "precision/tensor-fp64",
    .family = "precision",
    .summary = "FP64 multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_fp64, 8>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
