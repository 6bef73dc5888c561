// Host description of peer/cublas-sgemm.
#include "kernels/peer/cublas_sgemm.hpp"

#include <array>

#include "kernels/peer/family.hpp"
#include "kernels/sgemm/family.hpp"

namespace rooflens::kernels::peer {
namespace {

constexpr std::array kParameters{
    kMatrixParameter,
};

constexpr double kInputBytes = 4;

models::Work work(const Problem& problem) {
  models::Work work = library_work(sgemm::compulsory_traffic(problem["n"], kInputBytes));
  work.operations[models::Precision::fp32] = sgemm::multiply_adds(problem["n"]);
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  return sgemm::three_matrices(problem["n"], kInputBytes) + kLibraryBytes;
}

}  // namespace

constinit const Kernel cublas_sgemm{
    .name = "peer/cublas-sgemm",
    .family = "peer",
    .summary = "C = A B by cuBLAS: FP32, no TF32",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
};

}  // namespace rooflens::kernels::peer
