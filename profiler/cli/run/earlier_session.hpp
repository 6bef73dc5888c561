// What an earlier session knows of the cases that are about to run, for the NVTX ranges that name them.
#pragma once

#include <filesystem>
#include <vector>

#include "profiler/cli/options/streams.hpp"
#include "profiler/cli/run/run_cases.hpp"

namespace rooflens::cli {

/// Gives each case the percent of roof that the same kernel with the same parameters reached in `session`; of several,
/// the last. A case that was not rated there, or gave a wrong result, is left without and noted on stderr. Throws
/// session::SessionError for a file that is no session.
void add_percent_of_roof(std::vector<Case>& cases, const std::filesystem::path& session, const Streams& streams);

}  // namespace rooflens::cli
