// What the application said of handles that later calls name: the shape of functions for legacy launches, which take
// block and shared memory from there, and which events measure time. Safe from several threads.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_set>

#include "models/record/launch.hpp"

namespace rooflens::inject {

class HandleBook {
 public:
  struct Shape {
    models::Dim3 block;
    std::uint64_t shared = 0;
  };
  void block(const void* function, const models::Dim3& block);
  void shared(const void* function, std::uint64_t bytes);
  [[nodiscard]] Shape shape(const void* function);

  void event_created(const void* event, bool times);
  void event_destroyed(const void* event);
  [[nodiscard]] bool times(const void* event);

 private:
  std::mutex mutex_;
  std::map<const void*, Shape> shapes_;
  std::unordered_set<const void*> timing_;
};

}  // namespace rooflens::inject
