// The resource of warp schedulers.
#pragma once

#include <string_view>

namespace rooflens::models {

/// The resource of warp schedulers, beside pipes and memory levels, which go by their own labels.
inline constexpr std::string_view kWarpIssueLabel = "Warp issue";

}  // namespace rooflens::models
