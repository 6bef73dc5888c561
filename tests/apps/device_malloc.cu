// Each thread keeps a buffer of malloc between launches, lets it grow and frees the old one.
#include "app.cuh"

struct Buffer {
  std::uint32_t* words;
  int count;
};

__global__ void grow_buffers(Buffer* buffers, int* failed) {
  Buffer& own = buffers[app::index()];
  auto* longer = static_cast<std::uint32_t*>(malloc((own.count + 1) * sizeof(std::uint32_t)));
  if (!longer) {
    *failed = 1;
    return;
  }
  for (int i = 0; i < own.count; ++i) longer[i] = own.words[i];
  longer[own.count] = app::mix(own.count + app::index());
  free(own.words);
  own.words = longer;
  ++own.count;
}

__global__ void add_buffers(const Buffer* buffers, unsigned long long* sums) {
  const Buffer& own = buffers[app::index()];
  unsigned long long sum = own.count;
  for (int i = 0; i < own.count; ++i) sum = sum * 31 + own.words[i];
  sums[app::index()] = sum;
}

int main() {
  const int threads = 1024;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
  Buffer* buffers = app::device_array<Buffer>(threads);
  auto* sums = app::device_array<unsigned long long>(threads);
  int* failed = app::device_array<int>(1);
  for (int k = 0; k < 200; ++k) grow_buffers<<<threads / 64, 64>>>(buffers, failed);
  add_buffers<<<threads / 64, 64>>>(buffers, sums);
  CHECK(cudaGetLastError());
  int lacking = 0;
  CHECK(cudaMemcpy(&lacking, failed, sizeof lacking, cudaMemcpyDeviceToHost));
  std::printf("lacking %d\n", lacking);
  app::print("buffers", app::checksum_of_device(sums, threads));
}
