// What the processes of an application wrote down, as a recording.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "models/record/recording.hpp"
#include "profiler/actions/backend.hpp"

namespace rooflens::actions {

struct SpoolRecording {
  models::Recording recording;              ///< with roofs and notes; its provenance is what the first process says
  std::vector<std::int64_t> still_running;  ///< processes of this host that go on writing
};

/// Reads every spool of the folder; those that hold nothing are as good as not there. The GPUs that `backend` shows
/// fill in what spools do not say; there may be none. `find` brings roofs that were measured on them. Throws
/// std::runtime_error when the folder cannot be read.
[[nodiscard]] SpoolRecording read_spool_folder(const std::filesystem::path& folder, const Backend& backend,
                                               bool ceilings = true);

/// The same; throws CommandError when no kernel was seen.
[[nodiscard]] SpoolRecording recording_from_spools(const std::filesystem::path& folder, const Backend& backend);

}  // namespace rooflens::actions
