// The application chose the stacks of its threads and fibers for its own needs. CUPTI and what is done beside it take
// more than a fiber of 128 KiB has.
#pragma once

#include <type_traits>

namespace rooflens::inject {

/// Calls work(argument) on this thread: where it stands if 512 KiB of the stack are left there, else on a stack of our
/// own, which the thread keeps. `work` must not throw, and must not lead here again.
void with_enough_stack(void (*work)(void*), void* argument);

template <class Work>
void with_enough_stack(Work&& work) {
  with_enough_stack([](void* mine) { (*static_cast<std::remove_reference_t<Work>*>(mine))(); }, &work);
}

/// Whether this is a place on the stack that the system gave to this thread: no fiber's, no signal handler's, not ours.
[[nodiscard]] bool on_threads_stack(const void* place);

}  // namespace rooflens::inject
