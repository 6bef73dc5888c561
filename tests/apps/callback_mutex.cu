// The program launches while it holds a lock that its host functions take as well.
#include <atomic>
#include <mutex>

#include "app.cuh"

__global__ void fill_under_lock(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

std::timed_mutex lock;
std::uint64_t ledger = 1;  // under the lock
std::atomic<int> finished{0};
std::atomic<bool> stuck{false};

void CUDART_CB finish(void* data) {
  std::unique_lock<std::timed_mutex> held(lock, std::chrono::seconds(5));
  if (!held) stuck = true;
  if (held) ledger = ledger * 31 + reinterpret_cast<std::uintptr_t>(data);
  ++finished;
}

int main() {
  const int n = 1 << 16, steps = 500;
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  std::uint32_t* host = nullptr;
  CHECK(cudaMallocHost(&host, sizeof(std::uint32_t)));
  cudaStream_t stream, aside;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking));
  std::uint32_t* y = app::device_array<std::uint32_t>(n);
  app::load(fill_under_lock);
  for (int k = 0; k < steps && !stuck; ++k) {
    {
      const std::lock_guard<std::timed_mutex> held(lock);
      for (int j = 0; j < 4; ++j) {
        fill_under_lock<<<n / 256, 256, 0, stream>>>(x, k * 4 + j);
        CHECK(cudaLaunchHostFunc(stream, finish, reinterpret_cast<void*>(static_cast<std::uintptr_t>(k * 4 + j))));
        fill_under_lock<<<n / 256, 256, 0, aside>>>(y, j);
        if (k % 10 == 0) usleep(300);  // so that a host function waits for the lock meanwhile
      }
      CHECK(cudaMemcpyAsync(host, y, sizeof *host, cudaMemcpyDeviceToHost, aside));
      CHECK(cudaGetLastError());
    }
    const double begin = app::seconds();
    while (finished < 4 * k && !stuck) {
      if (app::seconds() - begin > 10) stuck = true;
      usleep(20);
    }
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("stuck %d, finished %d\n", stuck.load(), finished.load());
  app::print("ledger", ledger);
  app::print("numbers", app::checksum_of_device(x, n));
  app::print("aside", app::checksum_of_device(y, n));
}
