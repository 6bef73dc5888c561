// `rooflens export`: a session for other programs to read.
#include <ostream>
#include <string>

#include "models/explain/analysis.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/session_outputs.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kExportHelp{
    .usage = "export SESSION [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens export run.rlens -o run.csv                a row per kernel, for spreadsheets and pandas\n"
        "  rooflens export run.rlens --format ncu -o ncu.csv   columns of Nsight Compute's raw page\n",
    .more = "`rooflens import` reads the columns of Nsight Compute back.\n"};

std::optional<SessionOutputs> parse(const Arguments& arguments, const Streams& streams) {
  SessionOutputs outputs(formats_of("export"));
  OptionTable table(kExportHelp);
  outputs.add_to(table);
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  outputs.check(*typed, table.command());
  if (outputs.files().empty() && outputs.printed().empty())
    throw usage_error("export needs -o FILE or --format csv, json or ncu");
  return outputs;
}

// What has no row among ncu's is said, and how to get it.
void note_left_out(const models::Recording& recording, const Streams& streams) {
  for (const models::Observation& o : recording.observations) {
    if (reports::has_ncu_row(o)) continue;
    streams.err << "rooflens: note: " << o.name << " is left out: "
                << (o.scope == models::Scope::launch ? "it launches several kernels" : "it is a range")
                << ", and a row of ncu is one kernel; --format csv has it\n";
  }
}

}  // namespace

int export_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto outputs = parse(arguments, streams);
  if (!outputs) return kOk;
  const models::Recording recording = session::load(outputs->session());
  const models::Analysis analysis = models::analyse(recording);
  if (outputs->makes("ncu")) note_left_out(recording, streams);
  outputs->write(
      [&](const std::string& format, bool, const reports::Sink& take) {
        renderer_of(format)({recording, analysis, outputs->title()}, {}, take);
      },
      streams);
  return kOk;
}

}  // namespace rooflens::cli
