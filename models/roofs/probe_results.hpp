// What each probe of `rooflens ceilings` reached on one GPU: more than the roofs, which are the best of each resource.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/find_in.hpp"
#include "models/base/quantity.hpp"
#include "models/counters/counters.hpp"

namespace rooflens::models {

struct MeasuredRoof {
  std::string probe;  ///< ProbeInfo::id
  std::string point;  ///< what won in the design space: "16 B loads, 8 in flight, 4 blocks of 512 threads per SM"
  double value = 0;   ///< in ProbeInfo::unit per second, or seconds: the median of the processes' medians
  Hertz clock;        ///< SM clock while it was measured; zero: not known
  double spread = 0;  ///< half of what the processes' medians span, or the usual half spread within a process if larger
  int processes = 0;  ///< that measured the winning point
  int repetitions = 0;  ///< in each
  /// What counters saw of the work that the value stands for, as a share of it; absent: not counted.
  std::optional<double> counted{};
  std::optional<double> power_watts{};  ///< of the board while it was measured; absent: not known
};

/// As measured: not scaled to the clock of a run.
struct ProbeResults {
  std::string measured_utc;
  std::string tool_version;
  std::vector<MeasuredRoof> roofs;
  std::vector<Refusal> refused;  ///< probes that do not run here, and why; `counter` is the probe's id

  /// The probe's result, or nullptr.
  [[nodiscard]] const MeasuredRoof* find(std::string_view probe) const {
    return find_in(roofs, probe, &MeasuredRoof::probe);
  }
};

}  // namespace rooflens::models
