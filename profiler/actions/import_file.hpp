// What Nsight Compute counted, from its report or a table of it, as a recording.
#pragma once

#include <filesystem>

#include "profiler/import/ncu_import.hpp"

namespace rooflens::actions {

/// `board`: the GPU model that ncu ran on, for what a table does not tell of it; may be null. Throws CommandError for
/// what cannot be read, and where a report needs an ncu that is not there.
[[nodiscard]] imports::NcuImport import_file(const std::filesystem::path& path, const models::Board* board);

}  // namespace rooflens::actions
