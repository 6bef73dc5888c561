// A loop of vector additions.
#include "app.cuh"

__global__ void add_vectors(const float* a, const float* b, float* c, int n) {
  const int i = app::index();
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void fill_vector(float* a, int n, std::uint32_t seed) {
  const int i = app::index();
  if (i < n) a[i] = static_cast<float>(app::mix(i + seed) % 1024);
}

int main() {
  const int n = 1 << 24;
  float* a = app::device_array<float>(n);
  float* b = app::device_array<float>(n);
  float* c = app::device_array<float>(n);
  fill_vector<<<n / 256, 256>>>(a, n, 1);
  fill_vector<<<n / 256, 256>>>(b, n, 2);
  for (int k = 0; k < 4000; ++k) add_vectors<<<n / 256, 256>>>(a, b, c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  app::print("sum", app::checksum_of_device(c, n));
}
