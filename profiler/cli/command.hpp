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
int completion_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int compare_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int control_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int devices_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int doctor_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int list_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int run_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int man_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int merge_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int import_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int export_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int profile_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int nsight_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int occupancy_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int plot_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int query_command(const Backend& backend, const Arguments& arguments, const Streams& streams);
int report_command(const Backend& backend, const Arguments& arguments, const Streams& streams);

// What reports a session: every executable has it.
inline constexpr std::string_view kStart = "start";
inline constexpr std::string_view kUnderstand = "understand";
inline constexpr std::string_view kGpu = "GPU";
inline constexpr std::string_view kBuiltIn = "built-in kernels";
inline constexpr std::string_view kFiles = "files";
inline constexpr std::string_view kOtherTools = "other tools";
inline constexpr Command kReport{
    kStart, "report", "say how far each kernel is from its roof, and why: text, HTML, JSON, ...", report_command};
inline constexpr Command kPlot{kUnderstand, "plot", "draw a chart of a session as PNG or SVG", plot_command};
inline constexpr Command kExport{kFiles, "export",
                                 "write a session as CSV, JSON, Nsight Compute's columns, or sessions into a store", export_command};

}  // namespace rooflens::cli
