// What `profile` says at the end, on stderr: what was seen, what took the time, and what the user should know.
#pragma once

#include <filesystem>
#include <vector>

#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"
#include "profiler/cli/options/streams.hpp"
#include "profiler/config/job_rank.hpp"
#include "profiler/config/profile_config.hpp"

namespace rooflens::cli {

/// Kernels seen, launches counted of made, the most expensive kernels with what binds them, and how many have no limit
/// because the run ended before all counters of `config` had their turn.
void print_profile(const models::Recording& recording, const models::Analysis& analysis,
                   const collect::ProfileConfig& config, const Streams& streams);

/// A warning or a note a paragraph, with who says it, where that is not all there are, and its remedy; what several say
/// in the same words comes once. `processes` are those that notes name.
void print_notes(const std::vector<models::Note>& notes, const std::vector<models::Process>& processes,
                 const Streams& streams);

/// Where the session is, and the next command; for a rank also how all of them are joined.
void print_next_step(const std::filesystem::path& session, const collect::JobRank& job, const Streams& streams);

}  // namespace rooflens::cli
