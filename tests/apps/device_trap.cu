// A kernel traps after 300 good launches; the program handles it in the host's way and ends with 0.
#include "app.cuh"

__global__ void stop_when(std::uint32_t* x, bool stop) {
  const int i = app::index();
  for (int s = 0; s < 200; ++s) x[i] = app::mix(x[i] + s);
  if (stop) asm volatile("trap;");
}

int main() {
  const int n = 1 << 18;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 300; ++k) stop_when<<<n / 256, 256>>>(x, false);
  app::print("before", app::checksum_of_device(x, n));
  stop_when<<<n / 256, 256>>>(x, true);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  stop_when<<<n / 256, 256>>>(x, false);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
