// The command line that makes Nsight Compute or Nsight Systems observe what was asked for.
#pragma once

#include <string>
#include <vector>

#include "profiler/actions/nsight/nsight_request.hpp"

namespace rooflens::actions {

/// Program and arguments, unquoted. `tool` is how the tool is called, `rooflens` how this program is; `record` the
/// session that `rooflens run` writes.
[[nodiscard]] std::vector<std::string> nsight_line(const NsightRequest& request, const std::string& tool,
                                                   const std::string& rooflens, const std::string& record);

}  // namespace rooflens::actions
