// What probes reached on one GPU under one driver, and the roofs that follow from it for a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/counters/counters.hpp"
#include "models/roofs/ceiling.hpp"
#include "models/roofs/latency_calibration.hpp"
#include "models/roofs/probe.hpp"
#include "models/roofs/probe_results.hpp"

namespace rooflens::models {

struct MeasuredRoofs {
  std::string uuid;            ///< of the GPU
  std::string driver_version;  ///< "580.159.04"
  std::string device;          ///< its name, for people
  std::string measured_utc;
  std::string tool_version;
  int sm_count = 0;
  std::vector<MeasuredRoof> roofs;
  std::vector<Refusal> refused;                 ///< probes that do not run here, and why; `counter` is the probe's id
  std::optional<LatencyCalibration> latency{};  ///< absent: not measured, or its points determined no curve
  std::vector<Link> links{};                    ///< to the host and every GPU that was visible

  /// The probe's result, or nullptr.
  [[nodiscard]] const MeasuredRoof* find(std::string_view probe) const;
};

/// One roof of each resource: the fastest of its probes that are roofs, as it was reached at the clock that power
/// allowed. Beside it the same scaled to `maximum`, the nominal SM clock, where it goes with that clock and was reached
/// at another. The results of all probes go with them.
[[nodiscard]] Ceilings measured_ceilings(const MeasuredRoofs& measured, std::optional<Hertz> maximum);

/// Rate per SM and SM clock; nothing for times and launches, or where clock or SMs are not known.
[[nodiscard]] std::optional<double> per_clock(const MeasuredRoof& roof, int sm_count);

}  // namespace rooflens::models
