// Measures the roofs of one GPU. One process tries every point of every design space, several more measure the best
// ones again; the one that starts them never touches the GPU's memory.
#pragma once

#include <filesystem>
#include <string>

#include "models/record/machine.hpp"
#include "models/record/provenance.hpp"
#include "models/roofs/measured_roof.hpp"
#include "profiler/actions/backend.hpp"
#include "profiler/actions/listener.hpp"

namespace rooflens::actions {

struct CeilingsRequest {
  int device = 0;
  int processes = 0;             ///< that measure the best points
  int repetitions = 0;           ///< timed launches of each point per process
  std::filesystem::path output;  ///< a session to write as well; empty: none
  bool force = false;
};

struct CeilingsResult {
  models::DeviceProperties device;
  models::MeasuredRoofs measured;
};

/// Keeps what was measured for later sessions; where that cannot be, `listener` is told. Throws CommandError where no
/// roof could be measured.
[[nodiscard]] CeilingsResult measure_ceilings(const Backend& backend, const CeilingsRequest& request,
                                              models::Provenance provenance, Listener& listener);

/// One of those processes: `rooflens ceilings --child DEVICE REPETITIONS WHAT`.
inline constexpr const char* kMeasuringProcess = "--child";

/// What it writes to stdout. `what` is "survey", "links", points, or "count:" and points. Throws CommandError (kUsage).
[[nodiscard]] std::string measure_in_this_process(const Backend& backend, int device, int repetitions,
                                                  const std::string& what, Listener& listener);

}  // namespace rooflens::actions
