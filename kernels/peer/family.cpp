// The kernels of peer: the problems of other families, solved by the libraries of the CUDA toolkit. What their kernels
// ask of memory is theirs to know, so that only the compulsory bytes are counted, at every level.
#include <array>

#include "kernels/bytes.hpp"
#include "kernels/gemm/family.hpp"
#include "kernels/histogram/family.hpp"
#include "kernels/kernel.hpp"
#include "kernels/scan/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr Parameter kElementsParameter{"n", "elements", std::int64_t{1} << 28, 1, std::int64_t{1} << 33};
constexpr Parameter kMatrixParameter{"n", "rows and columns of the square matrices", 4096, 1, 65536};

// Room for what the libraries themselves allocate.
constexpr models::Bytes kLibraryBytes{64.0 * 1024 * 1024};

// Each input byte read once, each output byte written once.
models::Work library_work(models::Traffic compulsory) { return moved_once(compulsory.read, compulsory.written); }

// `inputs` and `outputs` of 4 bytes, and `additions` in FP32.
models::Work additions_work(double inputs, double outputs, double additions) {
  models::Work work = library_work({float_bytes(inputs), float_bytes(outputs)});
  work.operations[models::Precision::fp32] = models::Operations(additions);
  return work;
}

constexpr std::array kArrayParameters{kElementsParameter};

models::Work cub_reduce_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return additions_work(n, 1, n - 1);
}

models::Bytes cub_reduce_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(problem["n"]) + 1) + kLibraryBytes;
}

constexpr std::array kCubScanParameters{scan::kLengthParameter, scan::kExclusiveParameter};

models::Work cub_scan_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return additions_work(n, n, n - 1);
}

models::Bytes cub_scan_memory(const Problem& problem) { return two_arrays(problem) + kLibraryBytes; }

constexpr std::array kCubHistogramParameters{
    histogram::kLengthParameter,
    histogram::kBinsParameter,
    histogram::kInputParameter,
};

models::Work cub_histogram_work(const Problem& problem) {
  return library_work(
      {float_bytes(static_cast<double>(problem["n"])), float_bytes(static_cast<double>(problem["bins"]))});
}

models::Bytes cub_histogram_memory(const Problem& problem) {
  return histogram::histogram_memory(problem) + kLibraryBytes;
}

constexpr std::array kMatrixParameters{kMatrixParameter};

constexpr double kCublasSgemmInputBytes = 4;

models::Work cublas_sgemm_work(const Problem& problem) {
  models::Work work = library_work(gemm::compulsory_traffic(problem["n"], kCublasSgemmInputBytes));
  work.operations[models::Precision::fp32] = gemm::multiply_adds(problem["n"]);
  return work;
}

models::Bytes cublas_sgemm_memory(const Problem& problem) {
  return gemm::three_matrices(problem["n"], kCublasSgemmInputBytes) + kLibraryBytes;
}

constexpr double kCublasBf16GemmInputBytes = 2;

models::Work cublas_bf16_gemm_work(const Problem& problem) {
  models::Work work = library_work(gemm::compulsory_traffic(problem["n"], kCublasBf16GemmInputBytes));
  work.operations[models::Precision::tensor_bf16] = gemm::multiply_adds(problem["n"]);
  return work;
}

models::Bytes cublas_bf16_gemm_memory(const Problem& problem) {
  return gemm::three_matrices(problem["n"], kCublasBf16GemmInputBytes) + kLibraryBytes;
}

}  // namespace

extern constexpr Kernel cub_reduce{
    .name = "peer/cub-reduce",
    .summary = "sum of n elements by CUB",
    .parameters = kArrayParameters,
    .work = cub_reduce_work,
    .device_memory = cub_reduce_memory,
};

extern constexpr Kernel cub_scan{
    .name = "peer/cub-scan",
    .summary = "prefix sums of n elements by CUB",
    .parameters = kCubScanParameters,
    .work = cub_scan_work,
    .device_memory = cub_scan_memory,
};

extern constexpr Kernel cub_histogram{
    .name = "peer/cub-histogram",
    .summary = "histogram of n elements by CUB",
    .parameters = kCubHistogramParameters,
    .work = cub_histogram_work,
    .device_memory = cub_histogram_memory,
};

extern constexpr Kernel cublas_sgemm{
    .name = "peer/cublas-sgemm",
    .summary = "C = A B by cuBLAS: FP32, no TF32",
    .parameters = kMatrixParameters,
    .work = cublas_sgemm_work,
    .device_memory = cublas_sgemm_memory,
};

extern constexpr Kernel cublas_bf16_gemm{
    .name = "peer/cublas-bf16-gemm",
    .summary = "C = A B by cuBLAS: bfloat16 with FP32 sums",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {8, 0},
    .work = cublas_bf16_gemm_work,
    .device_memory = cublas_bf16_gemm_memory,
};

extern constexpr Kernel memcpy_device_to_device{
    .name = "peer/memcpy-device-to-device",
    .summary = "out = in by cudaMemcpyAsync",
    .parameters = kArrayParameters,
    .work = array_work,
    .device_memory = two_arrays,
};

}  // namespace rooflens::kernels::peer
