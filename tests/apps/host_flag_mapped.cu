// A kernel spins until the host sets a flag in mapped memory, after the next launch on another stream has ended.
#include "app.cuh"

__global__ void hold_mapped(const volatile int* flag, int least, int* given_up) {
  if (!app::wait_until(flag, least)) *given_up = 1;
}

__global__ void go_meanwhile(std::uint32_t* x) {
  const int i = app::index();
  for (int s = 0; s < 100; ++s) x[i] = app::mix(x[i] + s);
}

int main() {
  int* shared = nullptr;
  CHECK(cudaHostAlloc(&shared, 2 * sizeof(int), cudaHostAllocMapped));
  shared[0] = shared[1] = 0;
  int* seen = nullptr;
  CHECK(cudaHostGetDevicePointer(&seen, shared, 0));
  std::uint32_t* x = app::device_array<std::uint32_t>(1 << 18);
  cudaStream_t waiting, other;
  CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  app::load(hold_mapped);
  app::load(go_meanwhile);
  volatile int* flag = shared;
  for (int k = 1; k <= 300 && !flag[1]; ++k) {
    hold_mapped<<<1, 1, 0, waiting>>>(seen, k, seen + 1);
    go_meanwhile<<<1024, 256, 0, other>>>(x);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(other));
    flag[0] = k;
    CHECK(cudaStreamSynchronize(waiting));
  }
  std::printf("given up %d\n", flag[1]);
  app::print("numbers", app::checksum_of_device(x, 1 << 18));
}
