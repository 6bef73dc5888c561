// `rooflens export`: a session for other programs to read.
#include <ostream>
#include <string>

#include "models/base/counted.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/sessions/loaded_session.hpp"
#include "profiler/actions/sessions/store_sessions.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/session_outputs.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kExportHelp{
    .usage = "export SESSION [SESSION...] [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens export run.rlens -o run.csv                a row per kernel, for spreadsheets and pandas\n"
        "  rooflens export *.rlens --format parquet -o STORE   add the ranks of a job to a store\n",
    .more = "--format ncu writes the columns of Nsight Compute's raw page; `rooflens import` reads them back.\n"};

constexpr std::string_view kStore = "parquet";  // a folder that many sessions share, and no file

struct ExportOptions {
  SessionOutputs outputs{actions::formats_of("export")};
  std::string job;
  std::vector<std::string> sessions;
  [[nodiscard]] bool to_store() const { return outputs.typed_format() == kStore; }
};

void check_for_store(const ExportOptions& options) {
  const std::string example = "rooflens export *.rlens --format parquet -o STORE";
  if (options.sessions.empty()) throw usage_error("export needs sessions", example);
  if (options.outputs.typed_paths().size() != 1)
    throw usage_error("--format parquet needs one -o STORE, the directory of a store", example);
}

bool parse(const Arguments& arguments, const Streams& streams, ExportOptions& options) {
  OptionTable table(kExportHelp);
  options.outputs.add_to(table);
  table.add("job", &options.job, "NAME",
            "with --format parquet: name of the job [default: Slurm's, Flux's, PBS's, ...]");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return false;
  options.sessions = typed->words;
  if (options.to_store()) {
    check_for_store(options);
    return true;
  }
  if (!options.job.empty()) throw usage_error("--job is for --format parquet");
  options.outputs.check(*typed, table.command());
  if (options.outputs.files().empty() && options.outputs.printed().empty())
    throw usage_error("export needs -o FILE or --format csv, json, ncu or parquet");
  return true;
}

void export_to_store(const ExportOptions& options, const Streams& streams) {
  const std::string& store = options.outputs.typed_paths().front();
  const fleet::Publisher::Added added = actions::add_to_store(store, options.job, options.sessions);
  streams.err << "rooflens: added " << models::counted(added.sessions, "session") << " to " << store;
  if (added.known > 0) streams.err << "; it held " << added.known << " of them already";
  streams.err << '\n';
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
  ExportOptions options;
  if (!parse(arguments, streams, options)) return kOk;
  if (options.to_store()) {
    export_to_store(options, streams);
    return kOk;
  }
  const SessionOutputs& outputs = options.outputs;
  const actions::LoadedSession session(outputs.session());
  if (outputs.makes("ncu")) note_left_out(session.recording, streams);
  outputs.write(
      [&](const std::string& format, bool, const reports::Sink& take) {
        actions::renderer_of(format)({session.recording, session.analysis, outputs.title()}, {}, take);
      },
      streams);
  return kOk;
}

}  // namespace rooflens::cli
