// Small kernels on 32 streams at once.
#include "app.cuh"

__global__ void work_in_part(std::uint32_t* x, int k) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 500; ++s) value = app::mix(value + k * s);
  x[app::index()] = value;
}

int main() {
  const int count = 32, part = 8 * 256;
  std::uint32_t* x = app::device_array<std::uint32_t>(count * part);
  std::vector<cudaStream_t> streams(count);
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int k = 0; k < 1000; ++k) {
    for (int s = 0; s < count; ++s) work_in_part<<<8, 256, 0, streams[s]>>>(x + s * part, k);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("numbers", app::checksum_of_device(x, count * part));
  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
}
