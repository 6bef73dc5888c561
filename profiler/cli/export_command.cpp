// `rooflens export`: a session for other programs to read.
#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string_view>

#include "models/explain/analysis.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/options.hpp"
#include "profiler/session/session.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

const Help kExportHelp{
    "export SESSION --format FORMAT [-o FILE] [OPTIONS]",
    "  rooflens export run.rlens --format csv -o run.csv      a row a kernel, for spreadsheets and pandas\n"
    "  rooflens export run.rlens --format json | jq .         everything that the analysis knows\n"
    "  rooflens export run.rlens --format ncu -o ncu.csv      for scripts that read ncu's raw page\n"
    "  rooflens import ncu.csv -o again.rlens                 reads that back\n"};

struct ExportOptions {
  fs::path session;
  fs::path output;  ///< empty: stdout
  std::string format;
};

std::optional<ExportOptions> parse(const Arguments& arguments, const Streams& streams) {
  ExportOptions options;
  std::string output;
  bool force = false;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("format", po::value(&options.format)->value_name("FORMAT"), "csv, json: as `report` writes them; ncu: columns of Nsight Compute's raw page")
    ("output,o", po::value(&output)->value_name("FILE"), "file to write; without it, stdout")
    ("force", po::bool_switch(&force), "overwrite it if it exists");
  // clang-format on
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values = parse_options(arguments, description, positional, kExportHelp, streams);
  if (!values) return std::nullopt;
  const auto sessions = values->count("session") ? (*values)["session"].as<std::vector<std::string>>() : Arguments{};
  if (sessions.size() != 1) {
    throw usage_error(sessions.empty() ? "which session? export takes a FILE.rlens"
                                       : "export takes one session, not " + std::to_string(sessions.size()),
                      "`rooflens export --help` shows examples");
  }
  options.session = sessions.front();
  if (options.format.empty()) throw usage_error("export needs --format csv, json or ncu");
  one_of("--format", options.format, {"csv", "json", "ncu"});
  if (values->count("output")) {
    options.output = output;
    std::error_code ignored;
    if (fs::equivalent(options.session, options.output, ignored)) {
      throw usage_error(output + " is the session itself, which export never overwrites", "let it name another file");
    }
    check_writable(options.output, force);
  }
  return options;
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

void render(const std::string& format, const reports::Document& document, const reports::Sink& take) {
  if (format == "csv") return take(reports::render_csv(document));
  if (format == "json") return reports::render_json(document, take);
  take(reports::render_ncu_csv(document));
}

}  // namespace

int export_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse(arguments, streams);
  if (!options) return kOk;
  const models::Recording recording = session::load(options->session);
  const models::Analysis analysis = models::analyse(recording);
  if (options->format == "ncu") note_left_out(recording, streams);
  const auto write = [&](const reports::Sink& take) { render(options->format, {recording, analysis}, take); };
  if (options->output.empty()) {
    write([&streams](std::string_view piece) { streams.out << piece; });
  } else {
    write_file(options->output, write);
  }
  return kOk;
}

}  // namespace rooflens::cli
