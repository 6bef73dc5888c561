#include "profiler/inject/own_stack.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <optional>

#include "profiler/observe/stack_room.hpp"

namespace rooflens::inject {
namespace {

constexpr std::size_t kSize = std::size_t{2} << 20U;  // with a guard page below
constexpr std::size_t kGuard = 4096;

// Nothing here has a destructor: exit() runs those of the thread before what is left of the program, and of us, and a
// handler of a signal that calls exit() may stand on this very stack.
constinit thread_local void* memory = nullptr;
thread_local ucontext_t there;
thread_local ucontext_t back;
using Work = void (*)(void*);
constinit thread_local Work working = nullptr;
constinit thread_local void* working_on = nullptr;

void enter() { working(working_on); }

// After the destructors of the thread's variables, and not in exit(). None where the process has too many such keys.
std::optional<pthread_key_t> thread_end() {
  static const std::optional<pthread_key_t> key = [] {
    pthread_key_t made{};
    const auto forget = [](void* stack) {
      munmap(stack, kSize);
      memory = nullptr;
    };
    return pthread_key_create(&made, forget) == 0 ? std::optional(made) : std::nullopt;
  }();
  return key;
}

bool have_memory() {
  if (memory) return true;
  const auto key = thread_end();
  if (!key) return false;
  void* const made = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (made == MAP_FAILED) return false;
  static_cast<void>(mprotect(made, kGuard, PROT_NONE));
  memory = made;
  static_cast<void>(pthread_setspecific(*key, made));
  return true;
}

}  // namespace

void with_enough_stack(void (*work)(void*), void* argument) {
  if (has_stack_room() || !have_memory() || getcontext(&there) != 0) return work(argument);
  there.uc_stack.ss_sp = memory;
  there.uc_stack.ss_size = kSize;
  there.uc_link = &back;
  working = work;
  working_on = argument;
  makecontext(&there, &enter, 0);
  if (swapcontext(&back, &there) != 0) work(argument);
}

}  // namespace rooflens::inject
