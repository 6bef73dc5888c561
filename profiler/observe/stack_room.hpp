// Whether there is room for CUPTI on the stack of this thread, which the application chose: threads of 64 KB, fibers,
// stacks for signals.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace rooflens::inject {

inline constexpr std::size_t kStackRoom = std::size_t{256} << 10U;

/// True also where the system does not say how large the thread's stack is.
[[nodiscard]] inline bool has_stack_room() {
  struct Bounds {
    std::uintptr_t low = 0;
    std::uintptr_t high = UINTPTR_MAX;
  };
  thread_local const Bounds bounds = [] {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return Bounds{};
    void* low = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    const auto begin = reinterpret_cast<std::uintptr_t>(low);
    return Bounds{begin, begin + size};
  }();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return here >= bounds.low + kStackRoom && here < bounds.high;
}

}  // namespace rooflens::inject
