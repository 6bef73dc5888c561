// After its first launches the program leaves its folder, closes stdin and lowers the number of files that it may open.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "app.cuh"

__global__ void turn_elsewhere(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

int main() {
  const int n = 1 << 20;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 500; ++k) turn_elsewhere<<<n / 256, 256>>>(x);
  CHECK(cudaDeviceSynchronize());
  umask(0777);
  close(STDIN_FILENO);
  if (chdir("/") != 0) return 1;
  const int opened = open("/dev/null", O_RDONLY);
  const rlimit few{256, 256};
  setrlimit(RLIMIT_NOFILE, &few);
  for (int k = 0; k < 1500; ++k) turn_elsewhere<<<n / 256, 256>>>(x);
  CHECK(cudaGetLastError());
  std::printf("opened %d\n", opened);
  app::print("numbers", app::checksum_of_device(x, n));
}
