// Host description of precision/tensor-int8.
#include "kernels/precision/tensor_int8.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel tensor_int8{
    .name = "precision/tensor-int8",
    .family = "precision",
    .summary = "INT8 with INT32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = matrix_work<models::Precision::tensor_int8, 32>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
