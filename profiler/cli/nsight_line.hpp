// The command line that makes Nsight Compute or Nsight Systems observe what was asked for.
#pragma once

#include <string>

#include "profiler/cli/nsight_options.hpp"

namespace rooflens::cli {

/// Program and arguments, unquoted. `tool` is how the tool is called, `rooflens` how this program is; `record` the
/// session that `rooflens run` writes.
[[nodiscard]] Arguments nsight_line(const NsightOptions& options, const std::string& tool, const std::string& rooflens,
                                    const std::string& record);

/// The launch that `rooflens run` verifies of this kernel, in ncu's language for NVTX ranges: "verify" innermost,
/// directly inside the kernel's own range.
[[nodiscard]] std::string ncu_filter_of(const std::string& kernel);

}  // namespace rooflens::cli
