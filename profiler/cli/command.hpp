// The commands as a table: name, one line for the overview, and the function. Help and dispatch read it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/cli/backend.hpp"
#include "profiler/cli/streams.hpp"

namespace rooflens::cli {

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(const Backend&, const Arguments&, const Streams&);
};

/// What an executable can do: each has its own table (commands.cpp, commands_reading.cpp).
struct Program {
  std::span<const Command> commands;
  std::string_view build;                       ///< "CUDA 13.0", for --version
  std::string_view left_out;                    ///< what it cannot do, and what builds the rest; empty: nothing
  std::span<const std::string_view> elsewhere;  ///< commands that the other executable has
};

[[nodiscard]] const Program& program();
[[nodiscard]] inline std::span<const Command> commands() { return program().commands; }

/// Runs the command line (without the program's name). Errors are printed to err; returns the exit code.
int dispatch(const Backend& backend, const Arguments& arguments, const Streams& streams);

/// Prints the exception that is being handled, with its hint; returns its exit code. For use in a catch block.
int print_error_in_flight(const Streams& streams, std::string_view command);

int ceilings_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int check_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int compare_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int devices_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int doctor_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int list_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int run_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int merge_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int import_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int export_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int profile_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int nsight_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int occupancy_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int report_command(const Backend& backend, const Arguments& arguments, const Streams& streams);

// What reads sessions: every executable has it.
inline constexpr Command kExport{"export", "write a session for other programs: CSV, JSON, or Nsight Compute's columns",
                                 export_command};
inline constexpr Command kReport{"report", "render a session as HTML, PNG, SVG, text, CSV or JSON", report_command};
inline constexpr Command kCompare{"compare", "hold two sessions, or two GPUs of one, against each other",
                                  compare_command};
inline constexpr Command kCheck{"check", "fail if kernels got worse than in a baseline: a gate that knows noise",
                                check_command};

}  // namespace rooflens::cli
