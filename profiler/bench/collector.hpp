// The seam between "what to run" and "how it is observed". The CUPTI collector stands behind it, and a hand-written
// fake in tests; nothing above this line knows which.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/bench/capture.hpp"
#include "profiler/config/nvtx_range.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect {

/// One thing to observe. The callables run on the calling thread, on the current device, and enqueue only.
struct Request {
  std::string name;              ///< for messages and NVTX ranges
  std::function<void()> launch;  ///< one execution, the measured part
  std::function<void()> reset;   ///< brings inputs back; runs outside the measured range, before each execution
  models::CachePolicy cache = models::CachePolicy::cold;
  int repetitions = 30;                     ///< timed executions; 0 = no timing
  bool more_if_short = false;               ///< up to ten times the repetitions where an execution takes microseconds
  std::optional<NvtxPayload> payload = {};  ///< what the kernel's NVTX ranges carry
};

class Collector {
 public:
  virtual ~Collector() = default;
  /// Observes each request and returns one capture for each, in order. Time first and without counters, then the
  /// counter passes over the whole batch. A counter that cannot be had is in `refused`; a failing launch throws.
  [[nodiscard]] virtual std::vector<Capture> capture(std::span<const Request> batch) = 0;
  /// "cupti", "none", ...: stored in the session's provenance.
  [[nodiscard]] virtual std::string_view name() const = 0;
};

}  // namespace rooflens::collect
