// The application chose the stacks of its threads and fibers for its own needs. CUPTI and what is done beside it take
// more than a fiber of 128 KiB has.
#pragma once

#include <type_traits>

namespace rooflens::inject {

/// Calls work(argument) on this thread: where it stands if has_stack_room(), else on a stack of our own, which the
/// thread keeps. `work` must not throw, and must not lead here again.
void with_enough_stack(void (*work)(void*), void* argument);

template <class Work>
void with_enough_stack(Work&& work) {
  with_enough_stack([](void* mine) { (*static_cast<std::remove_reference_t<Work>*>(mine))(); }, &work);
}

}  // namespace rooflens::inject
