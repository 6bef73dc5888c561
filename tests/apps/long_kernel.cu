// After many short launches one kernel computes for two and a half seconds, while the host polls with cudaStreamQuery
// and short ones on another stream are done long before it.
#include "app.cuh"

__global__ void work_shortly(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

// As many rounds as fit, but what is written does not depend on how many.
__global__ void work_for_long(std::uint32_t* x, unsigned long long duration, int* runs) {
  const unsigned long long begin = app::nanoseconds();
  std::uint32_t value = x[app::index()], waste = value;
  do {
    for (int s = 0; s < 1000; ++s) waste = app::mix(waste + s);
  } while (app::nanoseconds() - begin < duration);
  x[app::index()] = app::mix(value) + (waste == 0x12345678u && begin == 0);
  if (app::index() == 0) ++*runs;
}

int main() {
  const int n = 1 << 16;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  int* runs = app::device_array<int>(1);
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  app::load(work_shortly);
  app::load(work_for_long);
  for (int k = 0; k < 3000; ++k) {
    work_shortly<<<n / 256, 256, 0, k % 2 ? first : second>>>(k % 2 ? a : b, k);
    if (k % 30 == 29) work_for_long<<<4, 64, 0, first>>>(a, 100000, runs);
    if (k % 100 == 99) CHECK(cudaDeviceSynchronize());
  }
  work_for_long<<<16, 64, 0, first>>>(a, 2'500'000'000ull, runs);
  CHECK(cudaGetLastError());
  for (int k = 0; k < 200; ++k) work_shortly<<<n / 256, 256, 0, second>>>(b, k);
  CHECK(cudaGetLastError());
  const double begin = app::seconds();
  bool others_done = false, others_first = false;
  cudaError_t status = cudaErrorNotReady;
  while (status == cudaErrorNotReady && app::seconds() - begin < 20) {
    if (!others_done) {
      const cudaError_t other = cudaStreamQuery(second);
      if (other != cudaErrorNotReady) CHECK(other);
      others_done = other == cudaSuccess;
      if (others_done) others_first = cudaStreamQuery(first) == cudaErrorNotReady;
    }
    usleep(1000);
    status = cudaStreamQuery(first);
  }
  const double took = app::seconds() - begin;
  std::printf("%s after %s s, the others before: %s\n", cudaGetErrorName(status),
              took < 2 ? "less than 2" : "2 or more", others_first ? "yes" : "no");
  CHECK(cudaDeviceSynchronize());
  int count = 0;
  CHECK(cudaMemcpy(&count, runs, sizeof count, cudaMemcpyDeviceToHost));
  std::printf("long ones %d, last error %s\n", count, cudaGetErrorName(cudaGetLastError()));
  app::print("first", app::checksum_of_device(a, n));
  app::print("second", app::checksum_of_device(b, n));
}
