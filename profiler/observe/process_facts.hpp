// What a spool says of the process that writes it.
#pragma once

#include "profiler/config/profile_config.hpp"
#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// All but CUPTI's version and path.
[[nodiscard]] collect::spool::ProcessRecord process_record(const collect::ProfileConfig& config);

}  // namespace rooflens::inject
