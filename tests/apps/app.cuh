// What the small programs share: a check of every call, checksums, a clock, a deadline, and waiting that gives up.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) app::check(static_cast<int>(call), #call, __LINE__)

// The name of a kernel inside PTX, which `others.py --renamed` may have replaced.
#define NAME_AS_TEXT(name) #name
#define NAME(name) NAME_AS_TEXT(name)

namespace app {

// SIGALRM ends a program that hangs; set before main, and again by each process that is started.
inline const unsigned armed = alarm(60);

// Of runtime and driver calls: 0 is success in both.
inline void check(int status, const char* call, int line) {
  if (status == 0) return;
  std::fprintf(stderr, "line %d: %s gave %d\n", line, call, status);
  std::exit(1);
}

// A bijection of 32-bit numbers that leaves no bit where it was.
__host__ __device__ inline std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

__device__ inline int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ inline unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// Whether a number in memory reached `least` within five seconds.
__device__ inline bool wait_until(const volatile int* number, int least) {
  const unsigned long long begin = nanoseconds();
  while (*number < least) {
    if (nanoseconds() - begin > 5'000'000'000ull) return false;
  }
  __threadfence_system();
  return true;
}

// Loads a kernel now: the first launch of one may have to wait for kernels that run.
template <class Kernel>
void load(Kernel kernel) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
}

template <class T>
T* device_array(std::size_t n) {
  T* array = nullptr;
  CHECK(cudaMalloc(&array, n * sizeof(T)));
  CHECK(cudaMemset(array, 0, n * sizeof(T)));
  CHECK(cudaDeviceSynchronize());
  return array;
}

// FNV-1a over 32-bit words.
inline std::uint64_t checksum(const void* data, std::size_t bytes) {
  const auto* words = static_cast<const std::uint32_t*>(data);
  std::uint64_t sum = 0xcbf29ce484222325ull;
  for (std::size_t i = 0; i < bytes / 4; ++i) sum = (sum ^ words[i]) * 0x100000001b3ull;
  return sum;
}

template <class T>
std::uint64_t checksum_of_device(const T* array, std::size_t n) {
  std::vector<T> host(n);
  CHECK(cudaMemcpy(host.data(), array, n * sizeof(T), cudaMemcpyDeviceToHost));
  return checksum(host.data(), n * sizeof(T));
}

inline void print(const char* what, std::uint64_t number) {
  std::printf("%s %016llx\n", what, static_cast<unsigned long long>(number));
  std::fflush(stdout);
}

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace app
