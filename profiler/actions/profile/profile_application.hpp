// Any CUDA application, unmodified, with librooflens_inject.so in it, and the session of what its processes wrote.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"
#include "profiler/actions/backend.hpp"
#include "profiler/actions/listener.hpp"
#include "profiler/actions/profile/profile_request.hpp"
#include "profiler/config/job_rank.hpp"

namespace rooflens::actions {

struct ProfileResult {
  int code = 0;  ///< the application's own
  collect::JobRank job;
  std::filesystem::path session;
  std::filesystem::path spool;  ///< where what the processes wrote is still there
  models::Recording recording;
  std::optional<models::Analysis> analysis;  ///< points into the recording; nothing: no session was written
  std::exception_ptr trouble;                ///< why there is no session, where no kernel was seen: nullptr
  bool lacks_measured_roofs = false;         ///< they were asked for, and nobody measured these GPUs'
};

/// Where the application runs already: tells it the variables ("NAME=value") that load the library, and where the
/// session will be, does meanwhile what need not keep it waiting, and returns when the application is done.
using AwaitApplication =
    std::function<void(const std::vector<std::string>& variables, const std::filesystem::path& session,
                       const std::function<void()>& meanwhile)>;

/// `listener` hears, before the application begins, what is wrong here and, when it has ended, what is wrong with what
/// was recorded, or why nothing was. Of a job's ranks the first says what concerns all. Throws CommandError where the
/// application cannot be started.
[[nodiscard]] ProfileResult profile_application(const Backend& backend, ProfileRequest request,
                                                models::Provenance provenance, const AwaitApplication& await,
                                                Listener& listener);

/// Tells what is wrong, and returns whether counters can be collected as far as that shows without initialising CUDA.
[[nodiscard]] bool preflight(const Backend& backend, Listener& listener);

}  // namespace rooflens::actions
