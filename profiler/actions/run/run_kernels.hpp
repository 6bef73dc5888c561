// Catalogue kernels, verified, timed, counted, recorded.
#pragma once

#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"
#include "profiler/actions/backend.hpp"
#include "profiler/actions/listener.hpp"
#include "profiler/actions/run/run_request.hpp"

namespace rooflens::actions {

struct RunResult {
  models::Recording recording;
  models::Analysis analysis;          ///< points into the recording
  bool lacks_measured_roofs = false;  ///< they were asked for, and nobody measured this GPU's
};

/// `listener` hears of kernels that cannot run here, and if running breaks off, what the session keeps. Throws
/// CommandError, SessionError and what collectors throw.
[[nodiscard]] RunResult run_kernels(const Backend& backend, const RunRequest& request, models::Provenance provenance,
                                    Listener& listener);

}  // namespace rooflens::actions
