// The seam between "what to run" and "how it is observed". The CUPTI collector stands behind it, and a hand-written
// fake in tests; nothing above this line knows which.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/observation.hpp"
#include "profiler/collect/capture.hpp"
#include "profiler/collect/nvtx_range.hpp"

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

/// Counters exist but this user may not read them. Exit code 4; hint() names the ways to get permission.
class PermissionDenied : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The collector cannot work here at all (no library, wrong version, another profiler). what() says why; `remedy` what
/// to do.
class Unavailable : public std::runtime_error {
 public:
  Unavailable(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// The collector works, but knows no chip of the name that was asked for.
class UnknownChip : public Unavailable {
 public:
  using Unavailable::Unavailable;
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
