// Nsight Compute or Nsight Systems on what was asked for: its command line, and becoming it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiler/actions/listener.hpp"
#include "profiler/actions/nsight/nsight_request.hpp"
#include "profiler/actions/nsight_tool.hpp"

namespace rooflens::actions {

struct NsightPlan {
  std::optional<NsightTool> tool;
  std::string missing;            ///< where it was looked for
  std::vector<std::string> line;  ///< program and arguments, unquoted
  [[nodiscard]] std::string quoted() const;
};

/// `listener` hears what nsys does otherwise than was asked.
[[nodiscard]] NsightPlan plan_nsight(const NsightRequest& request, Listener& listener);

/// Becomes the tool: its output, signals and exit code are its own. Throws CommandError where it cannot be started, or
/// its report not be written.
[[noreturn]] void become_nsight(const NsightRequest& request, const NsightPlan& plan, Listener& listener);

}  // namespace rooflens::actions
