// A timer interrupts the program with a signal a thousand times a second; system calls are not restarted.
#include <sys/time.h>

#include <csignal>

#include "app.cuh"

__global__ void work_interrupted(std::uint32_t* x) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 500; ++s) value = app::mix(value + s);
  x[app::index()] = value;
}

volatile std::sig_atomic_t interrupts = 0;

int main() {
  const int n = 1 << 20;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupts = interrupts + 1; };
  sigaction(SIGVTALRM, &action, nullptr);
  sigaction(SIGPROF, &action, nullptr);
  const itimerval each{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &each, nullptr);
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  for (int k = 0; k < 3000; ++k) {
    work_interrupted<<<n / 256, 256>>>(x);
    if (k % 10 == 0) CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaGetLastError());
  std::puts(interrupts > 20 ? "interrupted" : "not interrupted");
  app::print("numbers", app::checksum_of_device(x, n));
}
