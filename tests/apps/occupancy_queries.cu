// Prints what the runtime says of kernels, limits and occupancy before, amid and after the launches, which go by it.
#include "app.cuh"

template <int kUnroll>
__global__ void turn_unrolled(std::uint32_t* x, int n) {
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) {
    std::uint32_t values[kUnroll];
    for (int k = 0; k < kUnroll; ++k) values[k] = x[i] + k;
    for (int s = 0; s < 20; ++s) {
#pragma unroll
      for (int k = 0; k < kUnroll; ++k) values[k] = app::mix(values[k] ^ values[(k + 1) % kUnroll]);
    }
    x[i] = values[0];
  }
}

__global__ void spill_by_index(std::uint32_t* x, int n) {
  std::uint32_t table[64];
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) {
    for (int k = 0; k < 64; ++k) table[k] = x[i] + k;
    std::uint32_t at = x[i];
    for (int s = 0; s < 20; ++s) at = table[at % 64] = app::mix(at + table[(at + 7) % 64]);
    x[i] = at;
  }
}

__global__ void stage_in_shared(std::uint32_t* x, int n) {
  extern __shared__ std::uint32_t stage[];
  for (int i = app::index(); i < n; i += gridDim.x * blockDim.x) {
    stage[threadIdx.x] = x[i];
    x[i] = app::mix(stage[threadIdx.x] + i);
  }
}

std::size_t bytes_of_block(int threads) { return threads * 96; }

using Kernel = void (*)(std::uint32_t*, int);

void describe(const char* name, Kernel kernel, bool shared) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  int blocks = 0, threads = 0, resident = 0;
  if (shared) {
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &threads, kernel, bytes_of_block));
  } else {
    CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel));
  }
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, 256, shared ? bytes_of_block(256) : 0));
  std::size_t available = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&available, kernel, 2, 256));
  std::printf(
      "%s: %d registers, %zu local, %zu static, %zu constant, at most %d threads and %d dynamic, carveout %d, "
      "binary %d; %d blocks of %d, %d of 256, %zu available\n",
      name, attributes.numRegs, attributes.localSizeBytes, attributes.sharedSizeBytes, attributes.constSizeBytes,
      attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout,
      attributes.binaryVersion, blocks, threads, resident, available);
}

void describe_all() {
  describe("unrolled 2", turn_unrolled<2>, false);
  describe("unrolled 16", turn_unrolled<16>, false);
  describe("spilling", spill_by_index, false);
  describe("staged", stage_in_shared, true);
  for (const cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                                cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize}) {
    std::size_t value = 0;
    const cudaError_t status = cudaDeviceGetLimit(&value, limit);
    std::printf("limit %d: %s %zu\n", static_cast<int>(limit), cudaGetErrorName(status), value);
  }
  int least = 0, most = 0, device = -1, peer = -1;
  unsigned flags = 0;
  cudaFuncCache cache;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &most));
  CHECK(cudaGetDevice(&device));
  CHECK(cudaGetDeviceFlags(&flags));
  CHECK(cudaDeviceGetCacheConfig(&cache));
  const cudaError_t of_peer = cudaDeviceCanAccessPeer(&peer, 0, 0);
  (void)cudaGetLastError();
  std::printf("priorities %d to %d, device %d, flags %u, cache %d, peer of itself %d with %s, error %s\n", least, most,
              device, flags, static_cast<int>(cache), peer, cudaGetErrorName(of_peer),
              cudaGetErrorName(cudaPeekAtLastError()));
}

void launch(std::uint32_t* x, int n, Kernel kernel, bool shared) {
  int blocks = 0, threads = 0;
  if (shared) {
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &threads, kernel, bytes_of_block));
  } else {
    CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel));
  }
  kernel<<<blocks, threads, shared ? bytes_of_block(threads) : 0>>>(x, n);
  CHECK(cudaGetLastError());
}

int main() {
  const int n = 1 << 20;
  CHECK(cudaSetDevice(0));
  CHECK(cudaFuncSetAttribute(stage_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 << 10));
  CHECK(cudaFuncSetAttribute(stage_in_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 75));
  describe_all();
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 1200; ++k) {
    launch(x, n, turn_unrolled<2>, false);
    launch(x, n, turn_unrolled<16>, false);
    launch(x, n, spill_by_index, false);
    launch(x, n, stage_in_shared, true);
    if (k == 600) describe_all();
  }
  CHECK(cudaDeviceSynchronize());
  describe_all();
  app::print("numbers", app::checksum_of_device(x, n));
}
