// Allocates and frees in stream order around every launch.
#include "app.cuh"

__global__ void fill_scratch(std::uint32_t* scratch, const std::uint32_t* x) {
  const int i = app::index();
  std::uint32_t value = x[i];
  for (int s = 0; s < 50; ++s) value = app::mix(value + s);
  scratch[i] = value;
}

__global__ void take_scratch(const std::uint32_t* scratch, std::uint32_t* x, int n) {
  const int i = app::index();
  x[i] += scratch[(i * 7 + 1) % n];
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaMemPool_t pool;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  for (int k = 0; k < 3000; ++k) {
    std::uint32_t* scratch = nullptr;
    CHECK(cudaMallocAsync(&scratch, (n + k % 7 * 1024) * sizeof(std::uint32_t), stream));
    fill_scratch<<<n / 256, 256, 0, stream>>>(scratch, x);
    take_scratch<<<n / 256, 256, 0, stream>>>(scratch, x, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(scratch, stream));
    if (k % 500 == 499) {
      CHECK(cudaStreamSynchronize(stream));
      CHECK(cudaMemPoolTrimTo(pool, 0));
    }
  }
  CHECK(cudaStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(x, n));
}
