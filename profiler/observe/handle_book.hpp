// What the application said of handles that later calls name: the shape of functions for legacy launches, which take
// block and shared memory from there, which events measure time, and which streams are captured. Safe from several
// threads.
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
  /// A stream waits for it: who creates events without flags for that measures no time with them.
  void event_orders_streams(const void* event) { event_destroyed(event); }
  [[nodiscard]] bool times(const void* event);

  void capture_begins(const void* stream, const void* context);
  /// By the driver, for there is one already: how many end by that.
  [[nodiscard]] int capture_refused(const void* stream);
  /// How many captures end with the stream's, or with the stream.
  [[nodiscard]] int capture_ends(const void* stream);
  /// The same with all streams of a context.
  [[nodiscard]] int captures_end(const void* context);

 private:
  std::mutex mutex_;
  std::map<const void*, Shape> shapes_;
  std::unordered_set<const void*> timing_;
  std::multimap<const void*, const void*> captures_;  ///< contexts of streams
};

}  // namespace rooflens::inject
