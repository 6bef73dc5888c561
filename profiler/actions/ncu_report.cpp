#include "profiler/actions/ncu_report.hpp"

#include <chrono>
#include <utility>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/child_process.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

constexpr std::chrono::minutes kTimeout(10);

// ncu says what is wrong in a line of its own, on stdout.
std::string error_of(const std::string& out) {
  const std::size_t begin = out.find("==ERROR==");
  if (begin == std::string::npos) return "";
  return out.substr(begin + 10, out.find('\n', begin) - begin - 10);
}

}  // namespace

bool is_ncu_report(std::string_view beginning) { return beginning.starts_with(std::string_view("NVR\0", 4)); }

std::string ncu_report_as_csv(const std::filesystem::path& report, const NsightSearch& where) {
  const auto tool = find_nsight("ncu", where);
  if (!tool) {
    throw CommandError(kFailure,
                       report.string() + " is a report that only ncu can read, and there is no ncu: " +
                           looked_for_nsight("ncu", where),
                       how_to_get_nsight("ncu") + "; or, where ncu is: ncu --import " +
                           models::shell_quote(report.string()) + " --csv --page raw --print-units base > ncu.csv");
  }
  ChildOutput child =
      run_child(tool->file.string(),
                {"ncu", "--import", report.string(), "--csv", "--page", "raw", "--print-units", "base"}, kTimeout);
  if (!child.in_time) {
    throw CommandError(
        kFailure,
        tool->call + " did not read " + report.string() + " within " + std::to_string(kTimeout.count()) + " min",
        "make the table yourself: " + tool->call + " --import " + models::shell_quote(report.string()) +
            " --csv --page raw --print-units base > ncu.csv");
  }
  if (child.signal == 0 && child.code == 0) return std::move(child.out);
  const std::string error = error_of(child.out);
  throw CommandError(kFailure, tool->call + " cannot read " + report.string() + (error.empty() ? "" : ": " + error),
                     "a report of a later version of ncu needs that version: put it first on PATH");
}

}  // namespace rooflens::cli
