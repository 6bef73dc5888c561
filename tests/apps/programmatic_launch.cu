// Programmatic dependent launches: a kernel begins before the one before it has ended.
#include "app.cuh"

__global__ void turn_and_follow(const std::uint32_t* from, std::uint32_t* to, std::uint32_t number) {
  std::uint32_t own = number;
  for (int s = 0; s < 50; ++s) own = app::mix(own + app::index());
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
  to[app::index()] = app::mix(from[app::index() ^ 33] + own);
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaLaunchConfig_t config{};
  config.gridDim = n / 256;
  config.blockDim = 256;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  for (std::uint32_t k = 0; k < 10000; ++k) {
    CHECK(cudaLaunchKernelEx(&config, turn_and_follow, static_cast<const std::uint32_t*>(a), b, 2 * k));
    CHECK(cudaLaunchKernelEx(&config, turn_and_follow, static_cast<const std::uint32_t*>(b), a, 2 * k + 1));
  }
  CHECK(cudaStreamSynchronize(stream));
  app::print("numbers", app::checksum_of_device(a, n));
}
