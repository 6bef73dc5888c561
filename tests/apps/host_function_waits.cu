// A host function in one stream waits until the main thread has made its next launch in another.
#include <atomic>
#include <thread>

#include "app.cuh"

__global__ void work_after_host(std::uint32_t* x) {
  const int i = app::index();
  for (int s = 0; s < 100; ++s) x[i] = app::mix(x[i] + s);
}

std::atomic<int> launched{0};
std::atomic<int> wanted{0};
std::atomic<bool> given_up{false};

void await_launch(void*) {
  const int mine = ++wanted;
  const double begin = app::seconds();
  while (launched < mine) {
    if (app::seconds() - begin > 5) {
      given_up = true;
      return;
    }
    std::this_thread::yield();
  }
}

int main() {
  const int n = 1 << 16;
  std::uint32_t* a = app::device_array<std::uint32_t>(n);
  std::uint32_t* b = app::device_array<std::uint32_t>(n);
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  for (int k = 0; k < 1000 && !given_up; ++k) {
    work_after_host<<<n / 256, 256, 0, first>>>(a);
    CHECK(cudaLaunchHostFunc(first, await_launch, nullptr));
    work_after_host<<<n / 256, 256, 0, second>>>(b);
    ++launched;
    CHECK(cudaGetLastError());
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("given up %d\n", given_up.load());
  app::print("first", app::checksum_of_device(a, n));
  app::print("second", app::checksum_of_device(b, n));
}
