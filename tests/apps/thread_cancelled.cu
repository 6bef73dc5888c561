// Threads that launch are cancelled, twenty one after the other; the main thread goes on.
#include <pthread.h>

#include <atomic>

#include "app.cuh"

// The same whatever the number of launches.
__global__ void write_numbers(std::uint32_t* x, std::uint32_t seed) {
  std::uint32_t value = seed + app::index();
  for (int s = 0; s < 100; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

constexpr int kNumbers = 1 << 18;
std::uint32_t* array;
std::atomic<int> launches;

void* launch_for_ever(void* seed) {
  for (;;) {
    write_numbers<<<kNumbers / 256, 256>>>(array, *static_cast<std::uint32_t*>(seed));
    ++launches;
    usleep(100);
  }
}

int main() {
  array = app::device_array<std::uint32_t>(kNumbers);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    launches = 0;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, launch_for_ever, &seed) != 0) return 1;
    while (launches < 100) usleep(100);
    pthread_cancel(thread);
    void* ended = nullptr;
    pthread_join(thread, &ended);
    if (ended != PTHREAD_CANCELED) return 1;
    write_numbers<<<kNumbers / 256, 256>>>(array, seed + 100);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }
  app::print("numbers", app::checksum_of_device(array, kNumbers));
}
