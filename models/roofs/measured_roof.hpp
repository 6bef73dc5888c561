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

  /// The probe's result, or nullptr.
  [[nodiscard]] const MeasuredRoof* find(std::string_view probe) const;
};

/// One roof of each resource: the fastest of its probes that are roofs. Where the SM clock sets the pace and
/// `run_clock` is known, the rate is what was reached per clock times that clock; elsewhere it is the rate as measured,
/// and so is the latency roof. The results of all probes go with them, as measured.
[[nodiscard]] Ceilings measured_ceilings(const MeasuredRoofs& measured, std::optional<Hertz> run_clock);

/// The SM clock at which a roof of measured_ceilings() was measured, where it was scaled to another; a session keeps it
/// in the origin's words.
[[nodiscard]] std::optional<Hertz> measured_at(const CeilingOrigin& origin);

/// Rate per SM and SM clock; nothing for times and launches, or where clock or SMs are not known.
[[nodiscard]] std::optional<double> per_clock(const MeasuredRoof& roof, int sm_count);

}  // namespace rooflens::models
