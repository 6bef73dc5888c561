// `rooflens merge`: sessions, or folders of spools, into one session.
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "models/base/counted.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/merge_recordings.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/spool_recording.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/profile_output.hpp"
#include "profiler/cli/profile_summary.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;

constexpr OptionTable::Help kMergeHelp{
    .usage = "merge SESSION... -o FILE [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens merge run.rank*.rlens -o run.rlens    the ranks of a job in one session\n"
        "  rooflens merge old.rlens.spool -o old.rlens    what a killed `rooflens profile` left\n"};

struct MergeOptions {
  std::vector<std::string> inputs;
  fs::path output;
  bool force = false;
};

std::optional<MergeOptions> parse(const Arguments& arguments, const Streams& streams) {
  MergeOptions options;
  std::string output;
  OptionTable table(kMergeHelp);
  table.group("Output").add("output,o", &output, "FILE", "session to write").force(&options.force);
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.inputs = typed->words;
  if (options.inputs.empty())
    throw usage_error("merge needs sessions to merge", "rooflens merge a.rlens b.rlens -o c.rlens");
  if (output.empty()) throw usage_error("merge needs --output FILE", "rooflens merge a.rlens b.rlens -o c.rlens");
  options.output = output;
  actions::refuse_report_ending("merge", options.output);
  return options;
}

actions::NamedRecording read(const Backend& backend, const std::string& input, const Streams& streams) {
  if (is_spool_folder(input)) {
    actions::SpoolRecording spools = actions::recording_from_spools(input, backend);
    print_notes(spools.recording.notes, spools.recording.processes, streams);
    return {input, std::move(spools.recording)};
  }
  return {input, session::load(input)};
}

// The output is no input, and no session is counted twice.
void refuse_same_files(const MergeOptions& options) {
  for (auto input = options.inputs.begin(); input != options.inputs.end(); ++input) {
    std::error_code ignored;
    if (fs::equivalent(*input, options.output, ignored)) {
      throw usage_error("--output " + options.output.string() + " is one of the sessions to merge",
                        "let it name another file");
    }
    const auto same = [&](const std::string& earlier) { return fs::equivalent(earlier, *input, ignored); };
    if (std::any_of(options.inputs.begin(), input, same)) {
      throw usage_error("merge is given " + *input + " twice", "its kernels would be counted twice: name it once");
    }
  }
}

}  // namespace

int merge_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const auto options = parse(arguments, streams);
  if (!options) return kOk;
  refuse_same_files(*options);
  actions::check_session_writable(options->output, options->force);
  std::vector<actions::NamedRecording> inputs;
  for (const std::string& input : options->inputs) inputs.push_back(read(backend, input, streams));
  const models::Recording merged = actions::merge_recordings(std::move(inputs));
  actions::save_recording(options->output, merged, options->force);
  const auto ranges = static_cast<std::size_t>(std::count_if(merged.observations.begin(), merged.observations.end(),
                                                             [](auto& o) { return o.scope == models::Scope::nvtx; }));
  streams.err << "rooflens: merged " << models::counted(merged.observations.size() - ranges, "kernel")
              << (ranges > 0 ? " and " + models::counted(ranges, "NVTX range") : "") << " of "
              << models::counted(merged.processes.size(), "process") << " on "
              << models::counted(merged.machines.size(), "GPU") << " into " << options->output.string()
              << "; `rooflens report " << models::shell_quote(options->output.string())
              << " -o report.html` draws them\n";
  return kOk;
}

}  // namespace rooflens::cli
