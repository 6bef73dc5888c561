// Launches one kernel that takes about so many microseconds, over and over. stdout: a checksum; stderr: microseconds a
// launch in the loop, how many launches, and what device memory is left.
// usage: kernel_loop MICROSECONDS LAUNCHES
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(9);
}

// Reads and writes each element once, four FMAs in between.
__global__ void scale(const float4* in, float4* out, long long n) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
    float4 v = in[i];
    v.x = fmaf(v.x, 0.5f, 1.0f);
    v.y = fmaf(v.y, 0.5f, 1.0f);
    v.z = fmaf(v.z, 0.5f, 1.0f);
    v.w = fmaf(v.w, 0.5f, 1.0f);
    out[i] = v;
  }
}

double loop(const float4* in, float4* out, long long n, int launches) {
  check(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < launches; ++i) scale<<<2048, 256>>>(in, out, n);
  check(cudaDeviceSynchronize());
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / launches;
}

}  // namespace

int main(int argc, char** argv) {
  const double wanted = argc > 1 ? std::atof(argv[1]) : 50;
  const int launches = argc > 2 ? std::atoi(argv[2]) : 1000;
  const long long n = std::max(1024LL, static_cast<long long>(wanted * 3.6e6 / 32));  // 3.6 TB/s, 32 bytes a float4
  std::vector<float> start(static_cast<std::size_t>(n) * 4);
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = static_cast<float>(i % 1024) * 0.25f;
  float4* in = nullptr;
  float4* out = nullptr;
  check(cudaMalloc(&in, static_cast<std::size_t>(n) * sizeof(float4)));
  check(cudaMalloc(&out, static_cast<std::size_t>(n) * sizeof(float4)));
  check(cudaMemcpy(in, start.data(), start.size() * sizeof(float), cudaMemcpyHostToDevice));
  const double each = loop(in, out, n, launches);
  check(cudaMemcpy(start.data(), out, start.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double sum = 0;
  for (const float value : start) sum += value;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes));
  std::printf("checksum %.17g\n", sum);
  std::fprintf(stderr, "us_per_launch %.4f launches %d free_bytes %zu\n", each, launches, free_bytes);
  return 0;
}
