// How long no kernel ran on a GPU, from the records of those that did: between the latest end so far and the next
// start, over stretches in which every kernel was recorded. Records come in any order; one that comes late corrects
// what was said of its time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

class GapBook {
 public:
  /// `trusted`: its times are; where they are not, a stretch ends.
  void record(int device, std::int64_t start_ns, std::int64_t end_ns, bool trusted);
  /// Whether recording was switched off or on at a moment of that time.
  using Paused = std::function<bool(std::int64_t begin_ns, std::int64_t end_ns)>;
  /// Takes what started a second before the last end, or all; then all that is known by now, for each GPU of which that
  /// is something new. Of one thread at a time.
  [[nodiscard]] std::vector<collect::spool::GapsRecord> take(const Paused& paused, bool all);

 private:
  struct Kernel {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    bool trusted = true;
  };
  struct Part {
    std::int64_t from_ns = 0;
    std::int64_t to_ns = 0;
    collect::spool::GapsRecord sum;
  };
  struct Device {
    std::vector<Kernel> pending;
    std::int64_t last_end_ns = 0;  ///< of all records
    std::int64_t taken_ns = 0;     ///< kernels that started before are late
    bool in_stretch = false;
    Kernel latest;           ///< of a stretch, that with the latest end
    std::deque<Part> parts;  ///< the last calls of take()
    collect::spool::GapsRecord older, written;
  };
  static void correct(Device& device, const Kernel& late);
  static void add(Device& device, Part& part, const Kernel& kernel, const Paused& paused);

  void distribute();

  std::mutex mutex_;  ///< of what follows: it is held for a moment, since records may come in the application's thread
  std::vector<std::pair<int, Kernel>> arrived_;
  bool lost_ = false;
  std::map<int, Device> devices_;  ///< of the one thread that takes
};

}  // namespace rooflens::inject
