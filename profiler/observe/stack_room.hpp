// Whether there is room for CUPTI on the stack of this thread, which the application chose: threads of 64 KB, fibers,
// stacks for signals.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace rooflens::inject {

inline constexpr std::size_t kStackRoom = std::size_t{256} << 10U;

/// Of the stack that the system gave to this thread; a fiber's is another.
struct StackBounds {
  std::uintptr_t low = 0;  ///< where the system does not say, as `high`
  std::uintptr_t high = 0;
};

[[nodiscard]] inline const StackBounds& stack_bounds() {
  thread_local const StackBounds bounds = [] {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return StackBounds{};
    void* low = nullptr;
    std::size_t size = 0;
    const bool told = pthread_attr_getstack(&attributes, &low, &size) == 0;
    pthread_attr_destroy(&attributes);
    const auto begin = reinterpret_cast<std::uintptr_t>(low);
    return told ? StackBounds{begin, begin + size} : StackBounds{};
  }();
  return bounds;
}

/// Whether this is a place on that stack: no fiber's, no signal handler's, not ours. False where its bounds are
/// unknown.
[[nodiscard]] inline bool on_threads_stack(const void* place) {
  const auto here = reinterpret_cast<std::uintptr_t>(place);
  return here >= stack_bounds().low && here < stack_bounds().high;
}

/// True also where the system does not say how large the thread's stack is.
[[nodiscard]] inline bool has_stack_room() {
  const void* const here = __builtin_frame_address(0);
  if (stack_bounds().high == 0) return true;
  return on_threads_stack(here) && reinterpret_cast<std::uintptr_t>(here) - stack_bounds().low >= kStackRoom;
}

}  // namespace rooflens::inject
