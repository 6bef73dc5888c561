// What `profile` says at the end, on stderr: what was seen, what took the time, and what the user should know.
#pragma once

#include "profiler/actions/profile/profile_application.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// Kernels seen, launches counted of made, the most expensive kernels with what binds them, and how many have no limit
/// because the run ended before all counters of `config` had their turn.
void print_profile(const models::Recording& recording, const models::Analysis& analysis,
                   const collect::ProfileConfig& config, const Streams& streams);

/// Where the session is, and the next command; for a rank also how all of them are joined.
void print_next_step(const actions::ProfileResult& result, const Streams& streams);

}  // namespace rooflens::cli
