#include "profiler/actions/sessions/import_file.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/shell_quote.hpp"
#include "models/base/utf8.hpp"
#include "profiler/actions/child_process.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/nsight_tool.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/config/kernel_name.hpp"
#include "profiler/import/import_error.hpp"
#include "profiler/import/ncu_import.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/possible.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kTimeout(10);

// ncu says what is wrong in a line of its own, on stdout.
std::string error_of(const std::string& out) {
  const std::size_t begin = out.find("==ERROR==");
  if (begin == std::string::npos) return "";
  return out.substr(begin + 10, out.find('\n', begin) - begin - 10);
}

// Whether a file that begins so is one.
bool is_ncu_report(std::string_view beginning) { return beginning.starts_with(std::string_view("NVR\0", 4)); }

// The raw page of a report as CSV, in base units. Throws CommandError where there is no ncu, or it cannot read the
// report: one of a later version of ncu, say.
std::string ncu_report_as_csv(const fs::path& report, const NsightSearch& where) {
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

bool is_binary(const std::string& text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || text.find('\0') != text.npos;
}

std::string read_text(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw CommandError(kFailure, path.string() + " is a directory", "name a CSV in it");
  std::ifstream file(path, std::ios::binary);
  if (!file && !fs::exists(path, error)) {
    throw CommandError(kFailure, path.string() + " does not exist",
                       "check the path; import takes a report or a CSV of ncu");
  }
  if (!file) throw CommandError(kFailure, "cannot read " + path.string(), "check its permissions");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw CommandError(kFailure, "cannot read " + path.string(), "it broke off while being read");
  if (text.starts_with("SQLite format 3")) {
    throw CommandError(kFailure, path.string() + " is a session already, or another database",
                       "`rooflens report " + models::shell_quote(path.string()) + "` shows a session");
  }
  if (is_ncu_report(text)) text = ncu_report_as_csv(path, nsight_search());
  if (is_binary(text)) {
    throw CommandError(kFailure, path.string() + " is binary or UTF-16 text, so it is no CSV that ncu wrote",
                       "PowerShell's > writes UTF-16, ncu's --log-file does not");
  }
  return models::as_utf8(text);  // names of kernels are any bytes
}

void name_kernels(models::Recording& recording) {
  std::vector<collect::NamedKernel> kernels;
  for (const models::Observation& o : recording.observations) {
    kernels.push_back({o.launches.front().function, o.launches.front()});
  }
  const std::vector<std::string> names = collect::short_names(kernels);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (recording.observations[i].name.empty()) recording.observations[i].name = names[i];
  }
}

imports::NcuImport imported_from(const fs::path& path, const models::Board* board) {
  try {
    imports::NcuImport imported = imports::import_ncu(read_text(path), board);
    imported.recording.provenance.tool_version = version();
    name_kernels(imported.recording);
    session::require_possible(imported.recording);  // else the session could not be read
    return imported;
  } catch (const session::InvalidContents& error) {
    throw CommandError(
        kFailure, path.string() + ": " + error.what(),
        "columns of the table contradict each other: correct them, or leave out those of the device and name "
        "it with --gpu");
  } catch (const imports::ImportError& error) {
    throw CommandError(kFailure, path.string() + ": " + error.what(), error.remedy());
  }
}

}  // namespace

models::Recording import_file(const ImportRequest& request, Listener& listener) {
  check_session_writable(request.output, request.force);
  imports::NcuImport imported = imported_from(request.input, request.board);
  for (const std::string& note : imported.notes) listener.note(request.input.string() + ": " + note);
  save_recording(request.output, imported.recording, request.force);
  return std::move(imported.recording);
}

}  // namespace rooflens::actions
