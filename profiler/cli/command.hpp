// All commands as functions, and what runs one of them by its name.
#pragma once

#include <string_view>

#include "profiler/cli/options/program.hpp"

namespace rooflens::cli {

/// Runs the command line (without the program's name). Errors are printed to err; returns the exit code.
int dispatch(const Backend& backend, const Arguments& arguments, const Streams& streams);

/// Prints the exception that is being handled, with its hint; returns its exit code. For use in a catch block.
int print_error_in_flight(const Streams& streams, std::string_view command);

#define ROOFLENS_COMMAND(group, name, summary) \
  int name##_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
#define ROOFLENS_READING_COMMAND ROOFLENS_COMMAND
#include "profiler/cli/commands.def"
#undef ROOFLENS_READING_COMMAND
#undef ROOFLENS_COMMAND

// Headings of the overview.
inline constexpr std::string_view kStart = "start";
inline constexpr std::string_view kUnderstand = "understand";
inline constexpr std::string_view kGpu = "GPU";
inline constexpr std::string_view kBuiltIn = "built-in kernels";
inline constexpr std::string_view kFiles = "files";
inline constexpr std::string_view kOtherTools = "other tools";
inline constexpr std::string_view kUnlisted;

}  // namespace rooflens::cli
