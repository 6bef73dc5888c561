// `rooflens merge`: sessions, or folders of spools, into one session.
#include <algorithm>
#include <optional>

#include "models/base/counted.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/sessions/merge_sessions.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/next_steps.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/progress.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kMergeHelp{
    .usage = "merge SESSION... -o FILE [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens merge run.rank*.rlens -o run.rlens    the ranks of a job in one session\n"
        "  rooflens merge old.rlens.spool -o old.rlens    what a killed `rooflens profile` left\n"};

std::optional<actions::MergeRequest> parse(const Arguments& arguments, const Streams& streams) {
  actions::MergeRequest options;
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

}  // namespace

int merge_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const auto request = parse(arguments, streams);
  if (!request) return kOk;
  Progress progress(streams);
  const models::Recording merged = merge_sessions(backend, *request, progress);
  const auto ranges = static_cast<std::size_t>(std::count_if(merged.observations.begin(), merged.observations.end(),
                                                             [](auto& o) { return o.scope == models::Scope::nvtx; }));
  print_recorded("merged " + models::counted(merged.observations.size() - ranges, "kernel") +
                     (ranges > 0 ? " and " + models::counted(ranges, "NVTX range") : "") + " of " +
                     models::counted(merged.processes.size(), "process") + " on " +
                     models::counted(merged.machines.size(), "GPU") + " into",
                 request->output, "them", streams);
  return kOk;
}

}  // namespace rooflens::cli
