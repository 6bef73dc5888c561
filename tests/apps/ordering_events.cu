// Two streams wait for each other by events that were created to measure time. Every eighth step has a kernel more.
#include "app.cuh"

__global__ void stir(std::uint32_t* x) { x[app::index()] = app::mix(x[app::index()]); }

__global__ void take(std::uint32_t* to, const std::uint32_t* from) { to[app::index()] ^= app::mix(from[app::index()]); }

__global__ void add_step(std::uint32_t* x, std::uint32_t step) { x[app::index()] += step; }

int main() {
  constexpr int n = 1 << 18;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t made, taken;
  CHECK(cudaEventCreate(&made));
  CHECK(cudaEventCreate(&taken));
  for (std::uint32_t step = 0; step < 60000; ++step) {
    stir<<<n / 256, 256, 0, first>>>(a);
    if (step % 8 == 0) add_step<<<n / 256, 256, 0, first>>>(a, step);
    CHECK(cudaEventRecord(made, first));
    CHECK(cudaStreamWaitEvent(second, made, 0));
    take<<<n / 256, 256, 0, second>>>(b, a);
    CHECK(cudaEventRecord(taken, second));
    CHECK(cudaStreamWaitEvent(first, taken, 0));
    if (step % 16 == 15) CHECK(cudaStreamSynchronize(first));
  }
  CHECK(cudaDeviceSynchronize());
  app::print("made", app::checksum_of_device(a, n));
  app::print("taken", app::checksum_of_device(b, n));
}
