// `rooflens import`: what Nsight Compute counted, as a session.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/shell_quote.hpp"
#include "models/base/utf8.hpp"
#include "profiler/actions/child_process.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/nsight_tool.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/board_option.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/config/kernel_name.hpp"
#include "profiler/import/import_error.hpp"
#include "profiler/import/ncu_import.hpp"

namespace rooflens::cli {
namespace {

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

namespace fs = std::filesystem;

constexpr OptionTable::Help kImportHelp{
    .usage = "import FILE [OPTIONS]",
    .words = "FILE",
    .examples =
        "  rooflens import app.ncu-rep                    writes app.rlens; needs an installed ncu\n"
        "  rooflens import ncu.csv --gpu 'A100 SXM4 80'   a table; its GPU from the data sheet\n",
    .more =
        "Either of these makes a table that needs no ncu:\n"
        "  ncu --csv --page raw --print-units base --log-file ncu.csv ./app\n"
        "  ncu --import app.ncu-rep --csv --page raw > ncu.csv\n"};

struct ImportOptions {
  fs::path input;
  fs::path output;
  const models::Board* board = nullptr;
  bool force = false;
};

std::optional<ImportOptions> parse(const Arguments& arguments, const Streams& streams) {
  ImportOptions options;
  std::string output;
  std::string gpu;
  OptionTable table(kImportHelp);
  table.group("Output")
      .add("output,o", &output, "FILE", "session to write [default: the file's name with .rlens, here]")
      .force(&options.force);
  table.group("GPU").add("gpu", &gpu, "GPU", "the model that ncu ran on, for what the table does not tell of it");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  const std::vector<std::string>& files = typed->words;
  if (files.size() != 1) {
    throw usage_error(files.empty() ? "which file? import takes a report or a CSV of Nsight Compute"
                                    : "import takes one file, not " + std::to_string(files.size()),
                      "`rooflens import --help` shows examples");
  }
  options.input = files.front();
  if (!gpu.empty()) options.board = &board_named("--gpu", gpu);
  options.output = output.empty() ? options.input.stem().string() + ".rlens" : output;
  refuse_report_ending("import", options.output);
  std::error_code ignored;
  if (fs::equivalent(options.input, options.output, ignored)) {
    if (output.empty()) {
      throw usage_error(options.input.string() + " is named like a session, and import takes what ncu wrote",
                        "`rooflens report " + models::shell_quote(options.input.string()) + "` shows a session");
    }
    throw usage_error("--output " + options.output.string() + " is the file to import", "let it name another file");
  }
  return options;
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

imports::NcuImport import_file(const fs::path& path, const models::Board* board) {
  try {
    return imports::import_ncu(read_text(path), board);
  } catch (const imports::ImportError& error) {
    throw CommandError(kFailure, path.string() + ": " + error.what(), error.remedy());
  }
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

}  // namespace

int import_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse(arguments, streams);
  if (!options) return kOk;
  check_session_writable(options->output, options->force);
  imports::NcuImport imported = import_file(options->input, options->board);
  models::Recording& recording = imported.recording;
  recording.provenance.tool_version = version();
  name_kernels(recording);
  for (const std::string& note : imported.notes) {
    streams.err << "rooflens: note: " << options->input.string() << ": " << note << '\n';
  }
  save_recording(options->output, recording, options->force);
  std::uint64_t launches = 0;
  for (const models::Observation& o : recording.observations) launches += o.launches_made;
  streams.err << "rooflens: imported " << models::counted(recording.observations.size(), "kernel") << " ("
              << models::counted(launches, "launch") << ") on " << models::counted(recording.machines.size(), "GPU")
              << " into " << options->output.string() << "; `rooflens report "
              << models::shell_quote(options->output.string()) << " -o report.html` draws them\n";
  return kOk;
}

}  // namespace rooflens::cli
