// Two green contexts, each with some of the SMs; kernels say on which they ran.
// flags: -lcuda
#include "app.cuh"

constexpr int kWords = 16;  // of a bit for each SM

__global__ void turn_on_some(std::uint32_t* x, std::uint32_t number, std::uint32_t* where) {
  unsigned own;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(own));
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
  if (threadIdx.x == 0 && own < 32 * kWords) atomicOr(&where[own / 32], 1u << own % 32);
}

struct Part {
  CUdevResource resource;
  CUgreenCtx green;
  CUstream stream;
  std::uint32_t* x;
  std::uint32_t* where;
};

int main() {
  const int n = 1 << 18;
  CHECK(cudaSetDevice(0));
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUdevResource all, rest;
  CHECK(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
  CUdevResource groups[2];
  unsigned count = 2;
  CHECK(cuDevSmResourceSplitByCount(groups, &count, &all, &rest, 0, 32));
  std::printf("groups %u\n", count);
  if (count != 2) return 1;
  Part parts[2];
  for (int i = 0; i < 2; ++i) {
    Part& part = parts[i];
    part.resource = groups[i];
    CUdevResourceDesc description;
    CHECK(cuDevResourceGenerateDesc(&description, &groups[i], 1));
    CHECK(cuGreenCtxCreate(&part.green, description, device, CU_GREEN_CTX_DEFAULT_STREAM));
    CHECK(cuGreenCtxStreamCreate(&part.stream, part.green, CU_STREAM_NON_BLOCKING, 0));
    part.x = app::device_array<std::uint32_t>(n);
    part.where = app::device_array<std::uint32_t>(kWords);
  }
  for (std::uint32_t k = 0; k < 3000; ++k) {
    for (Part& part : parts) turn_on_some<<<n / 256, 256, 0, part.stream>>>(part.x, k, part.where);
    CHECK(cudaGetLastError());
    if (k % 300 == 299) CHECK(cudaStreamSynchronize(parts[k % 2].stream));
  }
  std::uint32_t seen[2][kWords];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamSynchronize(parts[i].stream));
    CHECK(cudaMemcpy(seen[i], parts[i].where, sizeof seen[i], cudaMemcpyDeviceToHost));
    app::print("numbers", app::checksum_of_device(parts[i].x, n));
  }
  unsigned used[2]{}, both = 0;
  for (int word = 0; word < kWords; ++word) {
    for (int i = 0; i < 2; ++i) used[i] += __builtin_popcount(seen[i][word]);
    both += __builtin_popcount(seen[0][word] & seen[1][word]);
  }
  for (int i = 0; i < 2; ++i) std::printf("%u of %u SMs\n", used[i], parts[i].resource.sm.smCount);
  std::printf("used by both %u\n", both);
  for (Part& part : parts) {
    CHECK(cuStreamDestroy(part.stream));
    CHECK(cuGreenCtxDestroy(part.green));
  }
}
