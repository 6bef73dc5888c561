// Several recordings as one: ranks of a job that each wrote a session, or sessions of several machines.
#pragma once

#include <string>
#include <vector>

#include "models/record/recording.hpp"

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

}  // namespace rooflens::actions
