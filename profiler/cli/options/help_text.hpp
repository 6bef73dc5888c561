// --help and the overview of all commands, for terminals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {

/// The command's options in their groups, its examples, and with `all` what is rarely needed.
void print_help(const OptionTable& table, bool all, const Streams& streams);

/// All commands in their groups.
void print_overview(std::ostream& out);

/// The options that every command has, as the last group.
[[nodiscard]] std::vector<Option> options_with_help(const OptionTable& table);

/// "-o, --output FILE".
[[nodiscard]] std::string spelling(const Option& option);
/// Its text with the default: "text or json [default: text]".
[[nodiscard]] std::string cell(const Option& option);

/// The line about a command in the overview; empty for an unknown one.
[[nodiscard]] std::string_view summary_of(std::string_view command);

inline constexpr std::string_view kSlogan = "rooflines for CUDA kernels, explained";
inline constexpr std::string_view kFirstExamples =
    "  rooflens profile ./app --size 4096    record any CUDA application, unmodified, into app.rlens\n"
    "  rooflens report app.rlens             how far each kernel is from its roof, and why\n";
inline constexpr std::string_view kExitCodes =
    "0 ok, 1 failure, 2 usage, 3 verification or gate failed, 4 no GPU or counters not permitted";

}  // namespace rooflens::cli
