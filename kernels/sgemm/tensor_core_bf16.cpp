// Host description of sgemm/tensor-core-bf16.
#include "kernels/sgemm/tensor_core_bf16.hpp"

#include "kernels/sgemm/tensor_core.hpp"

namespace rooflens::kernels::sgemm {

constinit const Kernel tensor_core_bf16{
    .name = "sgemm/tensor-core-bf16",
    .family = "sgemm",
    .summary = "C = A B with BF16 inputs and FP32 sums on the tensor cores: 128 x 128 tiles, double-buffered",
    .parameters = kTensorParameters,
    .minimum_compute_capability = {8, 0},
    .work = tensor_core_work<models::Precision::tensor_bf16>,
    .device_memory = tensor_core_memory,
    .expected_counters = tensor_core_counters,
};

}  // namespace rooflens::kernels::sgemm
