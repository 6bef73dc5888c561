// Host functions in the stream, between kernels that read what they wrote.
#include "app.cuh"

__global__ void work_for_host(std::uint32_t* x, const volatile std::uint32_t* seed) {
  const int i = app::index();
  std::uint32_t value = x[i] + *seed;
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[i] = value;
}

struct Shared {
  std::uint32_t seed;
  std::uint32_t sample;
};

int main() {
  const int n = 1 << 16;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  Shared* shared = nullptr;
  CHECK(cudaHostAlloc(&shared, sizeof(Shared), cudaHostAllocMapped));
  *shared = {};
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  for (int k = 0; k < 2000; ++k) {
    work_for_host<<<n / 256, 256, 0, stream>>>(x, &shared->seed);
    CHECK(cudaMemcpyAsync(&shared->sample, x + k, sizeof(std::uint32_t), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(
        stream,
        [](void* data) {
          auto* both = static_cast<Shared*>(data);
          both->seed = app::mix(both->seed ^ both->sample);
        },
        shared));
  }
  CHECK(cudaStreamSynchronize(stream));
  app::print("seed", shared->seed);
  app::print("numbers", app::checksum_of_device(x, n));
}
