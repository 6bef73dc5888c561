// What the kernels of precision are: their parameters, their work, and the counters that follow from their code.
#include "kernels/precision/family.hpp"

#include <array>

#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kStreamParameters{kThreadsParameter, kIterationsParameter};

constexpr std::array kMatrixParameters{kWarpsParameter, kIterationsParameter};

constexpr Kernel kStream{.parameters = kStreamParameters, .device_memory = stream_memory};
constexpr Kernel kMatrix{
    .parameters = kMatrixParameters, .device_memory = matrix_memory, .expected_counters = matrix_counters};
constexpr Kernel kAmpereMatrix = kMatrix.with(&Kernel::minimum_compute_capability, {8, 0});

}  // namespace

extern constexpr Kernel fma_fp64 =
    variant_of(kStream, "precision/fma-fp64", "FP64 FMAs from registers, eight independent pairs per thread")
        .with(&Kernel::work, stream_work<models::Precision::fp64, 2, 1>)
        .with(&Kernel::expected_counters, stream_counters<counter::kDfma, 1>);

extern constexpr Kernel fma_fp32 =
    variant_of(kStream, "precision/fma-fp32", "FP32 FMAs from registers, eight independent pairs per thread")
        .with(&Kernel::work, stream_work<models::Precision::fp32, 2, 1>)
        .with(&Kernel::expected_counters, stream_counters<counter::kFfma, 1>);

extern constexpr Kernel fma_fp16x2 =
    variant_of(kStream, "precision/fma-fp16x2", "packed FP16 FMAs from registers, two lanes each")
        .with(&Kernel::work, stream_work<models::Precision::fp16, 4, 2>)
        .with(&Kernel::expected_counters, stream_accesses<2>);

extern constexpr Kernel fma_bf16x2 =
    variant_of(kStream, "precision/fma-bf16x2", "packed bfloat16 FMAs from registers, two lanes each")
        .with(&Kernel::minimum_compute_capability, {8, 0})
        .with(&Kernel::work, stream_work<models::Precision::bf16, 4, 2>)
        .with(&Kernel::expected_counters, stream_accesses<2>);

extern constexpr Kernel int32 = variant_of(kStream, "precision/int32", "integer multiply-adds from registers")
                                    .with(&Kernel::work, stream_work<models::Precision::int32, 1, 1>)
                                    .with(&Kernel::expected_counters, stream_accesses<1>);

extern constexpr Kernel dp4a =
    variant_of(kStream, "precision/dp4a", "dot products of four bytes with a 32-bit sum, from registers")
        .with(&Kernel::work, stream_work<models::Precision::int32, 1, 1>)
        .with(&Kernel::expected_counters, stream_accesses<1>);

extern constexpr Kernel tensor_fp16 =
    variant_of(kMatrix, "precision/tensor-fp16",
               "FP16 with FP32 sums multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::work, matrix_work<models::Precision::tensor_fp16, 16>);

extern constexpr Kernel tensor_bf16 =
    variant_of(kAmpereMatrix, "precision/tensor-bf16",
               "bfloat16 with FP32 sums multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::work, matrix_work<models::Precision::tensor_bf16, 16>);

extern constexpr Kernel tensor_tf32 =
    variant_of(kAmpereMatrix, "precision/tensor-tf32",
               "TF32 with FP32 sums multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::work, matrix_work<models::Precision::tensor_tf32, 8>);

extern constexpr Kernel tensor_fp8 =
    variant_of(kMatrix, "precision/tensor-fp8",
               "FP8 (E4M3) with FP32 sums multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::minimum_compute_capability, {8, 9})
        .with(&Kernel::work, matrix_work<models::Precision::tensor_fp8, 32>);

extern constexpr Kernel tensor_int8 =
    variant_of(kMatrix, "precision/tensor-int8",
               "INT8 with INT32 sums multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::work, matrix_work<models::Precision::tensor_int8, 32>);

extern constexpr Kernel tensor_fp64 =
    variant_of(kAmpereMatrix, "precision/tensor-fp64", "FP64 multiply-adds on the tensor cores, operands at hand")
        .with(&Kernel::work, matrix_work<models::Precision::tensor_fp64, 8>);

}  // namespace rooflens::kernels::precision
