// A kernel on one stream waits for what a kernel launched after it, on another stream, writes to global memory.
#include "app.cuh"

constexpr int kNumbers = 256;

__global__ void take_numbers(const volatile int* ready, const volatile std::uint32_t* box, int k, std::uint32_t* sums,
                             int* given_up) {
  if (!app::wait_until(ready, k)) *given_up = 1;
  __threadfence();
  sums[threadIdx.x] = app::mix(sums[threadIdx.x] + box[threadIdx.x]);
}

__global__ void give_numbers(volatile int* ready, volatile std::uint32_t* box, int k) {
  box[threadIdx.x] = app::mix(k * kNumbers + threadIdx.x);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) *ready = k;
}

int main() {
  int* ready = app::device_array<int>(2);
  std::uint32_t* box = app::device_array<std::uint32_t>(kNumbers);
  std::uint32_t* sums = app::device_array<std::uint32_t>(kNumbers);
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  app::load(take_numbers);
  app::load(give_numbers);
  int failed = 0;
  for (int k = 1; k <= 500 && !failed; ++k) {
    take_numbers<<<1, kNumbers, 0, first>>>(ready, box, k, sums, ready + 1);
    give_numbers<<<1, kNumbers, 0, second>>>(ready, box, k);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(first));
    if (k % 50 == 0) CHECK(cudaMemcpy(&failed, ready + 1, sizeof failed, cudaMemcpyDeviceToHost));
  }
  std::printf("given up %d\n", failed);
  app::print("sums", app::checksum_of_device(sums, kNumbers));
}
