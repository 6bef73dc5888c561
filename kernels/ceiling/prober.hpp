// The seam between who measures roofs and who decides what to measure: a prober has design spaces, and times one
// launch of one of their points. No CUDA here; tests have a prober of their own.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::kernels::ceiling {

/// One timed launch of a point.
struct Timing {
  double work = 0;       ///< in ProbeInfo::unit; 1 for probes of a time
  models::Seconds time;  ///< it took
  models::Hertz clock;   ///< SM clock during the launch, from its own cycles and nanoseconds; zero: not known
  std::optional<double> threads_per_sm{};  ///< resident on average, where blocks come and go and it was measured
};

/// What a point of a sweep over loads in flight has of them.
struct InFlight {
  int threads_per_sm = 0;  ///< resident; where blocks come and go, at most: Timing::threads_per_sm says how many
  int loads = 0;           ///< independent ones that a thread waits for together
  int width_bytes = 0;     ///< of each
  bool copies = false;     ///< a thread stores what it loaded and exits; otherwise it stays, and only loads
};

/// The points of a probe on this device, for people; or why there are none.
struct DesignSpace {
  std::vector<std::string> points;
  std::string refusal;                ///< empty unless there are no points
  std::vector<InFlight> in_flight{};  ///< of each point of the latency roof; empty for all other probes
};

/// A launch of a point for somebody else to observe.
struct Execution {
  double work = 0;               ///< in ProbeInfo::unit
  std::function<void()> launch;  ///< enqueues it; the prober has to be alive
};

class Prober {
 public:
  virtual ~Prober() = default;
  /// `probe` is a ProbeInfo::id. The order of points is that of every process on the same device.
  [[nodiscard]] virtual DesignSpace design_space(std::string_view probe) = 0;
  /// One launch, after as many as it takes to find how much work lasts long enough and to fill caches. Throws
  /// DeviceError.
  [[nodiscard]] virtual Timing measure(std::string_view probe, std::size_t point) = 0;
  /// Runs the point until its clock is steady: one that a power limit lowers takes a while to get there, and goes on to
  /// move a little from launch to launch. Whether that is so.
  [[nodiscard]] virtual bool settle(std::string_view probe, std::size_t point) = 0;
  /// The launch that measure() times; nothing for probes of a time or of launches.
  [[nodiscard]] virtual std::optional<Execution> execution(std::string_view probe, std::size_t point) = 0;
};

}  // namespace rooflens::kernels::ceiling
