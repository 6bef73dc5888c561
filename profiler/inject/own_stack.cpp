#include "profiler/inject/own_stack.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace rooflens::inject {
namespace {

constexpr std::size_t kEnough = std::size_t{512} << 10U;
constexpr std::size_t kSize = std::size_t{2} << 20U;  // with a guard page below
constexpr std::size_t kGuard = 4096;

// Of the stack that the system gave to this thread; none if it does not say. A fiber's is another.
struct Bounds {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};

Bounds bounds_of_thread() {
  Bounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    bounds.low = reinterpret_cast<std::uintptr_t>(low);
    bounds.high = bounds.low + size;
  }
  pthread_attr_destroy(&attributes);
  return bounds;
}

const Bounds& bounds() {
  thread_local const Bounds found = bounds_of_thread();
  return found;
}

bool is_enough() {
  const void* const here = __builtin_frame_address(0);
  return on_threads_stack(here) && reinterpret_cast<std::uintptr_t>(here) - bounds().low >= kEnough;
}

class OwnStack {
 public:
  OwnStack() : memory_(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0)) {
    if (memory_ != MAP_FAILED) static_cast<void>(mprotect(memory_, kGuard, PROT_NONE));
  }
  ~OwnStack() {
    if (memory_ != MAP_FAILED) munmap(memory_, kSize);
  }
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  /// False: there is no memory for it.
  bool run(void (*work)(void*), void* argument) {
    if (memory_ == MAP_FAILED || getcontext(&there_) != 0) return false;
    there_.uc_stack.ss_sp = memory_;
    there_.uc_stack.ss_size = kSize;
    there_.uc_link = &back_;
    work_ = work;
    argument_ = argument;
    current = this;
    makecontext(&there_, &OwnStack::enter, 0);
    return swapcontext(&back_, &there_) == 0;
  }

 private:
  static thread_local OwnStack* current;
  static void enter() { current->work_(current->argument_); }

  void* memory_;
  ucontext_t there_{};
  ucontext_t back_{};
  void (*work_)(void*) = nullptr;
  void* argument_ = nullptr;
};

thread_local OwnStack* OwnStack::current = nullptr;

}  // namespace

bool on_threads_stack(const void* place) {
  const auto here = reinterpret_cast<std::uintptr_t>(place);
  return here > bounds().low && here < bounds().high;
}

void with_enough_stack(void (*work)(void*), void* argument) {
  if (!is_enough()) {
    thread_local OwnStack stack;
    if (stack.run(work, argument)) return;
  }
  work(argument);
}

}  // namespace rooflens::inject
