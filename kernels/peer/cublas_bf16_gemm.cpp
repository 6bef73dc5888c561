// Host description of peer/cublas-bf16-gemm.
#include "kernels/peer/cublas_bf16_gemm.hpp"

#include <array>

#include "kernels/peer/family.hpp"
#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    kMatrixParameter,
};

constexpr double kInputBytes = 2;

models::Work work(const Problem& problem) {
  models::Work work = library_work(sgemm::compulsory_traffic(problem["n"], kInputBytes));
  work.operations[models::Precision::tensor_bf16] = sgemm::multiply_adds(problem["n"]);
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  return sgemm::three_matrices(problem["n"], kInputBytes) + kLibraryBytes;
}

}  // namespace

constinit const Kernel cublas_bf16_gemm{
    .name = "peer/cublas-bf16-gemm",
    .family = "peer",
    .summary = "C = A B by cuBLAS: bfloat16 with FP32 sums",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
