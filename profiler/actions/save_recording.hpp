// A whole recording into a session file.
#pragma once

#include <filesystem>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"

namespace rooflens::actions {

/// check_writable(), and throws SessionError where another program has the session there open.
void check_session_writable(const std::filesystem::path& path, bool force);

/// For session::Writer::store_points(): the kernels of the analysis of `recording`.
[[nodiscard]] std::vector<const models::Placement*> placed_kernels(const models::Recording& recording,
                                                                   const models::Analysis& analysis);

/// Writes everything and the points of its analysis, beside `path` first: the file there is either whole or what it
/// was. Throws SessionError, also when there is one already and `replace` is false.
void save_recording(const std::filesystem::path& path, const models::Recording& recording,
                    const models::Analysis& analysis, bool replace);
/// The same where nobody needs the analysis.
void save_recording(const std::filesystem::path& path, const models::Recording& recording, bool replace);

}  // namespace rooflens::actions
