// Copies in both directions overlap with kernels on three streams.
#include "app.cuh"

__global__ void turn_chunk(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20, count = 3;
  std::uint32_t* host = nullptr;
  CHECK(cudaMallocHost(&host, count * n * sizeof(std::uint32_t)));
  for (int i = 0; i < count * n; ++i) host[i] = i;
  std::uint32_t* x = app::device_array<std::uint32_t>(count * n);
  cudaStream_t streams[count];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int k = 0; k < 1500; ++k) {
    const int c = k % count;
    CHECK(cudaMemcpyAsync(x + c * n, host + c * n, n * 4, cudaMemcpyHostToDevice, streams[c]));
    turn_chunk<<<n / 256, 256, 0, streams[c]>>>(x + c * n, k);
    CHECK(cudaMemcpyAsync(host + c * n, x + c * n, n * 4, cudaMemcpyDeviceToHost, streams[c]));
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum(host, count * n * sizeof(std::uint32_t)));
}
