// Bulk copies of the tensor memory accelerator into shared memory, waited for at a barrier in shared memory.
#include <cuda/barrier>

#include "app.cuh"

constexpr int kWords = 2048;

__global__ void load_in_bulk(const std::uint32_t* in, std::uint32_t* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(128) std::uint32_t tile[kWords];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kWords;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in + first, cuda::aligned_size_t<16>(sizeof tile), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int i = threadIdx.x; i < kWords; i += blockDim.x) out[first + i] = app::mix(tile[kWords - 1 - i] + i);
}

int main() {
  const int blocks = 2112, n = blocks * kWords;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 2000; ++k) {
    load_in_bulk<<<blocks, 256>>>(a, b);
    load_in_bulk<<<blocks, 256>>>(b, a);
  }
  CHECK(cudaGetLastError());
  app::print("tiles", app::checksum_of_device(a, n));
}
