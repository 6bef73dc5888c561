#include "profiler/observe/handle_book.hpp"

#include <cuda.h>

namespace rooflens::inject {

void HandleBook::block(const void* function, const models::Dim3& block) {
  const std::lock_guard lock(mutex_);
  shapes_[function].block = block;
}

void HandleBook::shared(const void* function, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  shapes_[function].shared = bytes;
}

HandleBook::Shape HandleBook::shape(const void* function) {
  const std::lock_guard lock(mutex_);
  return shapes_[function];
}

void HandleBook::event_created(const void* event, bool times) {
  const std::lock_guard lock(mutex_);
  if (times) {
    timing_.insert(event);
  } else {
    timing_.erase(event);  // handles are used again
  }
}

void HandleBook::event_destroyed(const void* event) { event_created(event, false); }

namespace {

// Each thread has a stream of its own under the same name.
const void* one_of_all(const void* stream) {
  static thread_local const char own = 0;
  return stream == nullptr || stream == CU_STREAM_PER_THREAD ? &own : stream;
}

}  // namespace

void HandleBook::capture_begins(const void* stream, const void* context) {
  const std::lock_guard lock(mutex_);
  captures_.emplace(one_of_all(stream), context);
}

int HandleBook::capture_refused(const void* stream) {
  const std::lock_guard lock(mutex_);
  const auto one = captures_.find(one_of_all(stream));
  if (one == captures_.end()) return 0;
  captures_.erase(one);
  return 1;
}

int HandleBook::capture_ends(const void* stream) {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(captures_.erase(one_of_all(stream)));
}

int HandleBook::captures_end(const void* context) {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::erase_if(captures_, [&](const auto& capture) { return capture.second == context; }));
}

bool HandleBook::times(const void* event) {
  const std::lock_guard lock(mutex_);
  return timing_.contains(event);
}

}  // namespace rooflens::inject
