#include "profiler/observe/handle_book.hpp"

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

bool HandleBook::times(const void* event) {
  const std::lock_guard lock(mutex_);
  return timing_.contains(event);
}

}  // namespace rooflens::inject
