// The main thread ends with pthread_exit; another one goes on, and ends the process with quick_exit(9).
// exit: 9
#include <pthread.h>

#include <thread>

#include "app.cuh"

__global__ void work_without_main(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

const int kNumbers = 1 << 20;
std::uint32_t* array;
pthread_t main_thread;

int main() {
  array = app::device_array<std::uint32_t>(kNumbers);
  for (int k = 0; k < 300; ++k) work_without_main<<<kNumbers / 256, 256>>>(array, k);
  CHECK(cudaGetLastError());
  main_thread = pthread_self();
  std::at_quick_exit([] {
    std::puts("quick exit");
    std::fflush(stdout);
  });
  std::atexit([] { std::puts("an ordinary exit, which should not come"); });
  std::thread([] {
    void* ended = nullptr;
    const int joined = pthread_join(main_thread, &ended);
    std::printf("main thread joined %d, with %d\n", joined, static_cast<int>(reinterpret_cast<std::intptr_t>(ended)));
    for (int round = 0; round < 10; ++round) {
      for (int k = 0; k < 200; ++k) work_without_main<<<kNumbers / 256, 256>>>(array, round * 200 + k);
      CHECK(cudaGetLastError());
      app::print("numbers", app::checksum_of_device(array, kNumbers));
    }
    work_without_main<<<kNumbers / 256, 256>>>(array, 1);
    std::quick_exit(9);
  }).detach();
  pthread_exit(reinterpret_cast<void*>(std::intptr_t{17}));
}
