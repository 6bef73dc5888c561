// Times executions with CUDA events, without counters and with the L2 in a stated condition.
#pragma once

#include <functional>
#include <vector>

#include "profiler/bench/capture.hpp"
#include "profiler/bench/collector.hpp"
#include "profiler/bench/l2_evictor.hpp"

namespace rooflens::collect::cupti {

/// Reads the device's clocks now.
using ClockProbe = std::function<models::ClockSample()>;

class Stopwatch {
 public:
  explicit Stopwatch(ClockProbe clocks) : clocks_(std::move(clocks)) {}

  /// Fills durations, clocks and executions of `capture`.
  void time(const Request& request, Capture& capture);
  /// Puts the L2 into the state that the request asks for, just before an execution. Returns the executions this took.
  int prepare_cache(const Request& request);

 private:
  /// Times the request's repetitions; returns their sum.
  models::Seconds time_laps(const Request& request, Capture& capture);

  ClockProbe clocks_;
  L2Evictor evictor_;
};

}  // namespace rooflens::collect::cupti
