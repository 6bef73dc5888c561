// A loop of tiled matrix products; each result is the next factor.
#include "app.cuh"

constexpr int kTile = 32;

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum = fmaf(left[threadIdx.y][i], right[i][threadIdx.x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum / n;
}

int main() {
  const int n = 1024;
  std::vector<float> host(n * n);
  for (int i = 0; i < n * n; ++i) host[i] = static_cast<float>(app::mix(i) % 64) / 16 - 2;
  float* a = app::device_array<float>(n * n);
  float* b = app::device_array<float>(n * n);
  float* c = app::device_array<float>(n * n);
  CHECK(cudaMemcpy(a, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
  for (int k = 0; k < 1000; ++k) {
    multiply_tiles<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(a, b, c, n);
    multiply_tiles<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(c, a, b, n);
  }
  CHECK(cudaGetLastError());
  app::print("product", app::checksum_of_device(b, n * n));
  app::print("other", app::checksum_of_device(c, n * n));
}
