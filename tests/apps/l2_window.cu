// A window of L2 that persists: 20 MB that stay between launches while 200 MB stream by.
#include <algorithm>

#include "app.cuh"

__global__ void turn_kept(std::uint32_t* kept, int n) {
  for (int k = 0; k < 4; ++k) {
    for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) kept[i] = app::mix(kept[i] + k);
  }
}

__global__ void stream_by(const uint4* in, std::uint32_t* sums, int n) {
  std::uint32_t sum = 0;
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) sum += in[i].x ^ in[i].w;
  sums[app::index()] += sum;
}

int main() {
  const int n = 5 << 20, streamed = 13 << 20;
  std::uint32_t* kept = app::device_array<std::uint32_t>(n);
  uint4* in = app::device_array<uint4>(streamed);
  CHECK(cudaMemset(in, 0x5a, streamed * sizeof(uint4) / 2));
  std::uint32_t* sums = app::device_array<std::uint32_t>(1056 * 256);
  int most = 0;
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0));
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::min<std::size_t>(most, n * 4)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaStreamAttrValue value{};
  value.accessPolicyWindow.base_ptr = kept;
  value.accessPolicyWindow.num_bytes = n * 4;
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  const double begin = app::seconds();
  for (int k = 0; k < 10000; ++k) {
    turn_kept<<<1056, 256, 0, stream>>>(kept, n);
    stream_by<<<1056, 256, 0, stream>>>(in, sums, streamed);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  std::fprintf(stderr, "step_ms: %.4f\n", (app::seconds() - begin) / 10);
  app::print("kept", app::checksum_of_device(kept, n));
  app::print("sums", app::checksum_of_device(sums, 1056 * 256));
  CHECK(cudaCtxResetPersistingL2Cache());
}
