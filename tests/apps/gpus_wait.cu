// A kernel on one GPU waits for what a kernel launched after it, by the same thread on another GPU, writes into its
// memory, as collectives do; each round also computes.
#include "app.cuh"

__global__ void wait_for_neighbour(const volatile int* flag, int round, int* given_up) {
  if (!app::wait_until(flag, round)) *given_up = 1;
}
__global__ void tell_neighbour(volatile int* flag, int round) {
  *flag = round;
  __threadfence_system();
}
__global__ void turn_beside(std::uint32_t* x) { x[app::index()] = app::mix(x[app::index()]); }

int main() {
  int count = 0;
  int reaches = 0;
  CHECK(cudaGetDeviceCount(&count));
  if (count > 1) CHECK(cudaDeviceCanAccessPeer(&reaches, 1, 0));
  if (!reaches) return std::puts("no second GPU that reaches the first"), 0;
  CHECK(cudaSetDevice(1));
  CHECK(cudaDeviceEnablePeerAccess(0, 0));
  CHECK(cudaSetDevice(0));
  const int n = 1 << 16;
  int* flag = app::device_array<int>(2);
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  int failed = 0;
  for (int round = 1; round <= 500 && !failed; ++round) {
    turn_beside<<<n / 256, 256>>>(x);
    wait_for_neighbour<<<1, 1>>>(flag, round, flag + 1);
    CHECK(cudaSetDevice(1));
    tell_neighbour<<<1, 1>>>(flag, round);
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&failed, flag + 1, sizeof failed, cudaMemcpyDeviceToHost));
  }
  std::printf("given up %d\n", failed);
  app::print("numbers", app::checksum_of_device(x, n));
}
