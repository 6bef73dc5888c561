// What the kernels of precision are: their parameters, their work, and the counters that follow from their code.
#include "kernels/precision/family.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kStreamParameters{
    kThreadsParameter,
    kIterationsParameter,
};

constexpr std::array kMatrixParameters{
    kWarpsParameter,
    kIterationsParameter,
};

}  // namespace

extern constexpr Kernel fma_fp64{
    .name = "precision/fma-fp64",
    .summary = "FP64 FMAs from registers, eight independent pairs per thread",
    .parameters = kStreamParameters,
    .work = stream_work<models::Precision::fp64, 2, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_counters<counter::kDfma, 1>,
};

extern constexpr Kernel fma_fp32{
    .name = "precision/fma-fp32",
    .summary = "FP32 FMAs from registers, eight independent pairs per thread",
    .parameters = kStreamParameters,
    .work = stream_work<models::Precision::fp32, 2, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_counters<counter::kFfma, 1>,
};

extern constexpr Kernel fma_fp16x2{
    .name = "precision/fma-fp16x2",
    .summary = "packed FP16 FMAs from registers, two lanes each",
    .parameters = kStreamParameters,
    .work = stream_work<models::Precision::fp16, 4, 2>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<2>,
};

extern constexpr Kernel fma_bf16x2{
    .name = "precision/fma-bf16x2",
    .summary = "packed bfloat16 FMAs from registers, two lanes each",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {8, 0},
    .work = stream_work<models::Precision::bf16, 4, 2>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<2>,
};

extern constexpr Kernel int32{
    .name = "precision/int32",
    .summary = "integer multiply-adds from registers",
    .parameters = kStreamParameters,
    .work = stream_work<models::Precision::int32, 1, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<1>,
};

extern constexpr Kernel dp4a{
    .name = "precision/dp4a",
    .summary = "dot products of four bytes with a 32-bit sum, from registers",
    .parameters = kStreamParameters,
    .work = stream_work<models::Precision::int32, 1, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<1>,
};

extern constexpr Kernel tensor_fp16{
    .name = "precision/tensor-fp16",
    .summary = "FP16 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .work = matrix_work<models::Precision::tensor_fp16, 16>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

extern constexpr Kernel tensor_bf16{
    .name = "precision/tensor-bf16",
    .summary = "bfloat16 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_bf16, 16>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

extern constexpr Kernel tensor_tf32{
    .name = "precision/tensor-tf32",
    .summary = "TF32 with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_tf32, 8>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

extern constexpr Kernel tensor_fp8{
    .name = "precision/tensor-fp8",
    .summary = "FP8 (E4M3) with FP32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {8, 9},
    .work = matrix_work<models::Precision::tensor_fp8, 32>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

extern constexpr Kernel tensor_int8{
    .name = "precision/tensor-int8",
    .summary = "INT8 with INT32 sums multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .work = matrix_work<models::Precision::tensor_int8, 32>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

extern constexpr Kernel tensor_fp64{
    .name = "precision/tensor-fp64",
    .summary = "FP64 multiply-adds on the tensor cores, operands at hand",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {8, 0},
    .work = matrix_work<models::Precision::tensor_fp64, 8>,
    .device_memory = matrix_memory,
    .expected_counters = matrix_counters,
};

}  // namespace rooflens::kernels::precision
