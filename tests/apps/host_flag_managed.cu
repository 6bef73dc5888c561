// A kernel spins until the host sets a flag in managed memory, which it does after the next launch on another stream.
#include <atomic>

#include "app.cuh"

__global__ void hold_back(const volatile int* flag, int least, int* given_up) {
  if (!app::wait_until(flag, least)) *given_up = 1;
}

__global__ void go_ahead(std::uint32_t* x) {
  const int i = app::index();
  for (int s = 0; s < 100; ++s) x[i] = app::mix(x[i] + s);
}

int main() {
  int works = 0;
  CHECK(cudaDeviceGetAttribute(&works, cudaDevAttrConcurrentManagedAccess, 0));
  if (!works) return std::puts("no concurrent managed access"), 0;
  volatile int* flag = nullptr;
  CHECK(cudaMallocManaged(const_cast<int**>(&flag), sizeof(int)));
  *flag = 0;
  int* given_up = app::device_array<int>(1);
  std::uint32_t* x = app::device_array<std::uint32_t>(1 << 18);
  cudaStream_t waiting, other;
  CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  app::load(hold_back);
  app::load(go_ahead);
  int failed = 0;
  for (int k = 1; k <= 300 && !failed; ++k) {
    hold_back<<<1, 1, 0, waiting>>>(flag, k, given_up);
    go_ahead<<<1024, 256, 0, other>>>(x);
    CHECK(cudaGetLastError());
    *flag = k;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    CHECK(cudaStreamSynchronize(waiting));
    CHECK(cudaMemcpyAsync(&failed, given_up, sizeof failed, cudaMemcpyDeviceToHost, waiting));
    CHECK(cudaStreamSynchronize(waiting));
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("given up %d\n", failed);
  app::print("numbers", app::checksum_of_device(x, 1 << 18));
}
