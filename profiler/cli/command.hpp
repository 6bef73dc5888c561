// All commands as functions, and what runs one of them by its name.
#pragma once

#include <string_view>

#include "profiler/cli/options/program.hpp"

namespace rooflens::cli {

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
