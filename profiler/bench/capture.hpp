// What a collector delivers for one request.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/clock.hpp"
#include "models/base/quantity.hpp"
#include "models/counters/counters.hpp"

namespace rooflens::collect {

struct Capture {
  std::vector<models::Seconds> durations;  ///< from runs without counters; empty if none were asked for
  models::ClockSample clocks_before;
  models::ClockSample clocks_during;           ///< read while the last timed repetitions were still running
  std::optional<models::Hertz> timed_clock{};  ///< of the SMs while the durations were taken, by their own cycles
  models::CounterSet counters;
  std::vector<models::Refusal> refused;
  std::uint64_t executions = 0;  ///< executions made for this request: timing, warm-up and every pass
  std::uint64_t observed = 0;    ///< of those, executions that counters saw (0 or 1 per pass set)
  int passes = 0;                ///< replay passes, 0 without counters
};

}  // namespace rooflens::collect
