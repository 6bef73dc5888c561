// Runs `rooflens profile` on the application that stands for one with the injected library in it.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "models/record/recording.hpp"
#include "tests/cli/shell.hpp"

namespace rooflens::cli {

// In `command`, $app is the application and $profile the command that profiles.
inline Said profiled(const std::string& command, const std::filesystem::path& folder) {
  return shell("app='" ROOFLENS_FAKE_APPLICATION
               "'; export ROOFLENS_INJECT=$app; unset CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH; "
               "profile=\"$rooflens profile\"; " +
                   command,
               folder);
}

inline const models::Observation& named(const models::Recording& recording, const std::string& name) {
  for (const models::Observation& observation : recording.observations) {
    if (observation.name.starts_with(name)) return observation;
  }
  throw std::runtime_error("no kernel " + name);
}

}  // namespace rooflens::cli
