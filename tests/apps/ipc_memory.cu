// Two processes share an allocation through an IPC handle and take turns on it; the second is this program again.
#include <sys/wait.h>

#include <string>

#include "app.cuh"

constexpr int kNumbers = 1 << 16;

__global__ void turn_shared(std::uint32_t* x, std::uint32_t seed) {
  const int i = app::index();
  std::uint32_t value = x[i] + seed;
  for (int s = 0; s < 200; ++s) value = app::mix(value + s);
  x[i] = value;
}

void say(int pipe, char word) {
  if (write(pipe, &word, 1) != 1) std::exit(1);
}

void hear(int pipe) {
  char word;
  if (read(pipe, &word, 1) != 1) std::exit(1);
}

int second(int in, int out) {
  cudaIpcMemHandle_t handle;
  if (read(in, &handle, sizeof handle) != sizeof handle) return 1;
  std::uint32_t* x = nullptr;
  CHECK(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&x), handle, cudaIpcMemLazyEnablePeerAccess));
  for (int k = 0; k < 200; ++k) {
    hear(in);
    turn_shared<<<kNumbers / 256, 256>>>(x, k);
    CHECK(cudaDeviceSynchronize());
    say(out, 'b');
  }
  CHECK(cudaIpcCloseMemHandle(x));
  return 0;
}

int main(int count, char** arguments) {
  if (count == 3) return second(std::atoi(arguments[1]), std::atoi(arguments[2]));
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0) return 1;
  const pid_t child = fork();
  if (child == 0) {
    close(there[1]);
    close(back[0]);
    execl("/proc/self/exe", arguments[0], std::to_string(there[0]).c_str(), std::to_string(back[1]).c_str(), nullptr);
    _exit(127);
  }
  close(there[0]);
  close(back[1]);
  std::uint32_t* x = app::device_array<std::uint32_t>(kNumbers);
  cudaIpcMemHandle_t handle;
  CHECK(cudaIpcGetMemHandle(&handle, x));
  if (write(there[1], &handle, sizeof handle) != sizeof handle) return 1;
  for (int k = 0; k < 200; ++k) {
    turn_shared<<<kNumbers / 256, 256>>>(x, 1000 + k);
    CHECK(cudaDeviceSynchronize());
    say(there[1], 'a');
    hear(back[0]);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("second ended with %d\n", status);
  app::print("numbers", app::checksum_of_device(x, kNumbers));
}
