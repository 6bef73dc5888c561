// `rooflens run`: catalogue kernels, verified, timed, counted, recorded.
#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <ostream>

#include "models/analysis.hpp"
#include "models/run_ceilings.hpp"
#include "profiler/cli/batch.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/error.hpp"
#include "profiler/cli/progress.hpp"
#include "profiler/cli/shell_quote.hpp"
#include "profiler/cli/version.hpp"
#include "profiler/session/session.hpp"
#include "reports/report.hpp"

namespace rooflens::cli {
namespace {

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

models::Provenance provenance(const Backend& backend, const Arguments& arguments, const RunOptions& options) {
  utsname system{};
  uname(&system);
  models::Provenance p;
  p.tool_version = version();
  p.command = "rooflens run";
  for (const std::string& argument : arguments) p.command += " " + shell_quote(argument);
  p.started_utc = now_utc();
  p.hostname = system.nodename;
  p.operating_system = std::string(system.sysname) + " " + system.release;
  p.collector = options.collector.name;
  if (options.collector.name == "cupti") p.cupti_version = backend.cupti_version();
  return p;
}

void print_result(const models::Recording& recording, const RunOptions& options, const Streams& streams) {
  const models::Analysis analysis = models::analyse(recording);
  const reports::Document document{recording, analysis};
  if (options.format == "json") streams.out << reports::render_json(document);
  if (options.format == "text") {
    streams.out << reports::render_text(document, {.colour = streams.out_is_terminal, .width = streams.columns});
  }
}

int exit_code(const models::Recording& recording, const Streams& streams) {
  std::size_t wrong = 0;
  for (const models::Observation& o : recording.observations) {
    if (o.verification.status != models::VerificationStatus::mismatch) continue;
    ++wrong;
    streams.err << "rooflens: error: " << o.name << " gave a wrong result: " << o.verification.detail << '\n';
  }
  return wrong == 0 ? kOk : kVerificationFailed;
}

}  // namespace

int run_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_run_options(arguments, streams);
  if (!options) return kOk;
  const std::vector<Case> cases = plan_cases(*options);

  models::Machine machine;
  machine.device = backend.query(options->device);
  backend.select(options->device);
  const models::Bytes free_memory = backend.free_memory();
  check_memory(cases, free_memory, machine.device.name);
  const auto collector = backend.make_collector(options->collector, options->device);

  models::Recording recording;
  recording.provenance = provenance(backend, arguments, *options);
  const auto if_exists = options->force ? session::Writer::IfExists::replace : session::Writer::IfExists::refuse;
  auto writer = session::Writer::create(options->output, recording.provenance, if_exists);
  recording.processes.push_back({.id = 0, .hostname = recording.provenance.hostname, .pid = getpid(), .rank = 0});
  writer.add_process(recording.processes.front());
  machine.ceilings = models::run_ceilings(machine.device, {});
  writer.put_machine(machine);

  {
    Progress progress(streams, cases.size());
    for (const auto& batch : split_into_batches(cases, free_memory)) {
      BatchResult result =
          run_batch(backend, *collector, batch, *options, machine.device.compute_capability,
                    [&](const std::string& name) { progress.show(recording.observations.size(), name); });
      progress.clear();
      for (const Skipped& skipped : result.skipped) {
        streams.err << "rooflens: note: " << skipped.kernel << " is unavailable here: " << skipped.reason << '\n';
      }
      writer.append(result.observations);
      for (models::Observation& o : result.observations) recording.observations.push_back(std::move(o));
      machine.ceilings = models::run_ceilings(machine.device, recording.observations);
      writer.put_machine(machine);
    }
  }
  recording.machines.push_back(machine);
  writer.store_points();
  writer.close();
  print_result(recording, *options, streams);
  streams.err << "rooflens: recorded " << recording.observations.size() << " kernels in " << options->output.string()
              << "; `rooflens report " << shell_quote(options->output.string()) << " -o report.html` draws them\n";
  return exit_code(recording, streams);
}

}  // namespace rooflens::cli
