// Reports of Nsight Compute (.ncu-rep), which its own reader alone can read.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "profiler/actions/nsight_tool.hpp"

namespace rooflens::cli {

/// Whether a file that begins so is one.
[[nodiscard]] bool is_ncu_report(std::string_view beginning);

/// The raw page of a report as CSV, in base units. Throws CommandError where there is no ncu, or it cannot read the
/// report: one of a later version of ncu, say.
[[nodiscard]] std::string ncu_report_as_csv(const std::filesystem::path& report, const NsightSearch& where);

}  // namespace rooflens::cli
