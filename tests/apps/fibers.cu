// Sixteen fibers on one thread, each with a stream and a small stack with a guard page; a fiber that would wait yields.
#include <sys/mman.h>
#include <ucontext.h>

#include "app.cuh"

constexpr int kFibers = 16, kTasks = 150, kNumbers = 1 << 15;
constexpr std::size_t kStack = 128 << 10, kGuard = 4096;

__global__ void turn_for_fiber(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

struct Fiber {
  ucontext_t context;
  cudaStream_t stream;
  std::uint32_t* x;
  std::uint32_t* sample;
  std::uint32_t sum;
  long yields;
  bool done;
};

Fiber fibers[kFibers];
ucontext_t scheduler;

void await(Fiber& fiber) {
  for (;;) {
    const cudaError_t status = cudaStreamQuery(fiber.stream);
    if (status == cudaSuccess) return;
    if (status != cudaErrorNotReady) CHECK(status);
    ++fiber.yields;
    swapcontext(&fiber.context, &scheduler);
  }
}

void run_fiber(int number) {
  Fiber& fiber = fibers[number];
  for (int task = 0; task < kTasks; ++task) {
    for (int k = 0; k < 3; ++k) turn_for_fiber<<<kNumbers / 256, 256, 0, fiber.stream>>>(fiber.x, fiber.sum + k);
    CHECK(cudaMemcpyAsync(fiber.sample, fiber.x + task, sizeof *fiber.sample, cudaMemcpyDeviceToHost, fiber.stream));
    await(fiber);
    fiber.sum = app::mix(fiber.sum + *fiber.sample);
    swapcontext(&fiber.context, &scheduler);
  }
  fiber.done = true;
}

int main() {
  app::load(turn_for_fiber);
  std::uint32_t* samples = nullptr;
  CHECK(cudaMallocHost(&samples, kFibers * sizeof *samples));
  for (int i = 0; i < kFibers; ++i) {
    Fiber& fiber = fibers[i];
    CHECK(cudaStreamCreateWithFlags(&fiber.stream, cudaStreamNonBlocking));
    fiber.x = app::device_array<std::uint32_t>(kNumbers);
    fiber.sample = samples + i;
    fiber.sum = i;
    char* memory = static_cast<char*>(
        mmap(nullptr, kGuard + kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0));
    if (memory == MAP_FAILED || mprotect(memory, kGuard, PROT_NONE) != 0) return 1;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = memory + kGuard;
    fiber.context.uc_stack.ss_size = kStack;
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, reinterpret_cast<void (*)()>(run_fiber), 1, i);
  }
  for (bool left = true; left;) {
    left = false;
    for (Fiber& fiber : fibers) {
      if (fiber.done) continue;
      left = true;
      swapcontext(&scheduler, &fiber.context);
    }
  }
  long yields = 0;
  std::uint32_t sums[kFibers];
  for (int i = 0; i < kFibers; ++i) {
    yields += fibers[i].yields;
    sums[i] = fibers[i].sum;
  }
  std::printf("%d tasks, yielded: %s\n", kFibers * kTasks, yields > 0 ? "yes" : "no");
  app::print("sums", app::checksum(sums, sizeof sums));
  for (const Fiber& fiber : fibers) app::print("fiber", app::checksum_of_device(fiber.x, kNumbers));
}
