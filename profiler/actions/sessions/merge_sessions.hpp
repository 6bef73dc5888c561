// Several sessions as one: ranks of a job that each wrote one, sessions of several machines, folders of spools.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/record/recording.hpp"
#include "profiler/actions/backend.hpp"
#include "profiler/actions/listener.hpp"

namespace rooflens::actions {

struct NamedRecording {
  std::string name;  ///< for messages
  models::Recording recording;
};

/// Processes get new ids, GPUs with the same uuid on the same host become one, whose roofs are those of the last
/// recording (the caller computes them anew where that is wanted). Provenance is the first recording's, its command
/// line that of all that differ. `recordings` is not empty. Throws CommandError when recorded and simulated ones are
/// mixed, or when a process comes twice.
[[nodiscard]] models::Recording merge_recordings(std::vector<NamedRecording> recordings);

struct MergeRequest {
  std::vector<std::string> inputs;  ///< sessions, and folders of spools
  std::filesystem::path output;
  bool force = false;
};

/// What was written. `listener` hears what processes noted in folders of spools. Throws CommandError, SessionError.
[[nodiscard]] models::Recording merge_sessions(const Backend& backend, const MergeRequest& request, Listener& listener);

}  // namespace rooflens::actions
