#include "profiler/bench/l2_evictor.hpp"

#include "profiler/cupti/cuda_check.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr unsigned kThreads = 512;
constexpr std::size_t kTimesL2 = 4;

// Reads everything; writes only if the sum has a value that a zeroed buffer cannot give, so that the reads stay.
__global__ void read_all(const uint4* data, std::size_t words, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < words;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const uint4 v = __ldcg(data + i);
    sum |= v.x | v.y | v.z | v.w;
  }
  if (sum == 0xdeadbeefu) *sink = sum;
}

}  // namespace

L2Evictor::L2Evictor() {
  int device = 0;
  int l2_bytes = 0;
  int sms = 0;
  check_cuda(cudaGetDevice(&device), "asking for the current device");
  check_cuda(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device), "asking for the L2 size");
  check_cuda(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device), "asking for the SM count");
  words_ = kTimesL2 * static_cast<std::size_t>(l2_bytes) / sizeof(uint4);
  blocks_ = static_cast<unsigned>(sms) * 4;  // in a part of the GPU they come in waves, and read as much
  check_cuda(cudaMalloc(&buffer_, (words_ + 1) * sizeof(uint4)), "allocating the buffer that evicts the L2");
  check_cuda(cudaMemset(buffer_, 0, (words_ + 1) * sizeof(uint4)), "clearing the buffer that evicts the L2");
}

L2Evictor::~L2Evictor() { cudaFree(buffer_); }

void L2Evictor::evict() const {
  const auto* data = static_cast<const uint4*>(buffer_);
  read_all<<<blocks_, kThreads>>>(data, words_, static_cast<unsigned*>(buffer_) + words_ * 4);
  check_cuda(cudaGetLastError(), "evicting the L2");
}

}  // namespace rooflens::collect::cupti
