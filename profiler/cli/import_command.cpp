// `rooflens import`: what Nsight Compute counted, as a session.
#include <filesystem>
#include <optional>
#include <string>

#include "models/base/counted.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/sessions/import_file.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/next_steps.hpp"
#include "profiler/cli/options/board_option.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/progress.hpp"

namespace rooflens::cli {
namespace {

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

std::optional<actions::ImportRequest> parse(const Arguments& arguments, const Streams& streams) {
  actions::ImportRequest options;
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
  if (!gpu.empty()) options.board = &board_named("--gpu", gpu, streams.err);
  options.output = output.empty() ? options.input.stem().string() + ".rlens" : output;
  actions::refuse_report_ending("import", options.output);
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

}  // namespace

int import_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto request = parse(arguments, streams);
  if (!request) return kOk;
  Progress progress(streams);
  const models::Recording recording = import_file(*request, progress);
  std::uint64_t launches = 0;
  for (const models::Observation& o : recording.observations) launches += o.launches_made;
  print_recorded("imported " + models::counted(recording.observations.size(), "kernel") + " (" +
                     models::counted(launches, "launch") + ") on " + models::counted(recording.machines.size(), "GPU") +
                     " into",
                 request->output, "them", streams);
  return kOk;
}

}  // namespace rooflens::cli
