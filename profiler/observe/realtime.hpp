// The time of day, which processes of a job share.
#pragma once

#include <time.h>

#include <cstdint>

namespace rooflens::inject {

/// CLOCK_REALTIME in nanoseconds.
inline std::int64_t realtime_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace rooflens::inject
