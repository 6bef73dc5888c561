// `rooflens ceilings`: measures the roofs of one GPU. One process tries every point of every design space, several more
// measure the best ones again; this one starts them and never touches the GPU's memory.
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <ostream>

#include "kernels/ceiling/survey.hpp"
#include "models/place/counted_work.hpp"
#include "models/record/run_ceilings.hpp"
#include "models/roofs/probe.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/ceiling_readings.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/cli/ceilings_text.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/progress.hpp"

namespace rooflens::cli {
namespace {

using kernels::ceiling::Choice;
using kernels::ceiling::Counted;
using kernels::ceiling::Reading;
using kernels::ceiling::Survey;

constexpr const char* kChild =
    "--child";  // DEVICE REPETITIONS, `survey`, `links`, points or `count:` with points: not in the help
constexpr std::string_view kSurvey = "survey";
constexpr std::string_view kLinks = "links";
constexpr std::string_view kCount = "count:";
constexpr int kSurveyRepetitions = 5;

constexpr OptionTable::Help kCeilingsHelp{
    .usage = "ceilings [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens ceilings                   measures, prints, and keeps the roofs for later sessions\n"
        "  rooflens ceilings -o roofs.rlens    also writes them as a session\n"};

struct CeilingsOptions {
  int device = 0;
  int processes = 0;
  int repetitions = 0;
  std::string format = "text";
  std::filesystem::path output;
  bool force = false;
};

std::optional<CeilingsOptions> parse(const Arguments& arguments, const Streams& streams) {
  CeilingsOptions options;
  std::string gpu = "0";
  std::string processes = "5";
  std::string repetitions = "15";
  std::string output;
  OptionTable table(kCeilingsHelp);
  table.group("What to measure")
      .add("gpu", &gpu, "N", "number of the GPU, as `rooflens devices` lists it")
      .rare()
      .add("processes", &processes, "N", "processes that measure the best points, 3 to 20")
      .add("repetitions,r", &repetitions, "N", "timed launches of each point per process, 5 to 1000");
  table.group("Output")
      .text_or_json(&options.format)
      .add("output,o", &output, "FILE", "also write a session")
      .force(&options.force);
  if (!table.parse(arguments, streams)) return std::nullopt;
  options.device = parse_gpu(gpu);
  options.processes = static_cast<int>(parse_between("--processes", processes, 3, 20));
  options.repetitions = static_cast<int>(parse_between("--repetitions", repetitions, 5, 1000));
  options.output = output;
  if (!output.empty()) {
    actions::refuse_report_ending("ceilings", options.output);
    actions::check_session_writable(options.output, options.force);
  }
  return options;
}

// One launch of each point under the collector. Made before the prober: it has to see what the prober loads.
std::vector<Counted> count(const Backend& backend, int device, const std::vector<Choice>& choices) {
  const auto collector = backend.make_collector({}, device);
  const auto prober = backend.make_prober();
  std::vector<Counted> result;
  std::vector<collect::Request> requests;
  std::vector<double> work;
  for (const Choice& choice : choices) {
    const auto execution = prober->execution(choice.probe, choice.point);
    if (!execution) continue;
    requests.push_back({.name = choice.probe,
                        .launch = execution->launch,
                        .reset = [] {},
                        .cache = models::CachePolicy::warm,
                        .repetitions = 0});
    work.push_back(execution->work);
  }
  const auto captures = collector->capture(requests);
  for (std::size_t i = 0; i < captures.size(); ++i) {
    const auto seen = models::counted_work(*models::find_probe(requests[i].name), captures[i].counters);
    if (seen && work[i] > 0) result.push_back({requests[i].name, *seen / work[i]});
  }
  return result;
}

int measure(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  if (arguments.size() != 4) throw usage_error("ceilings " + std::string(kChild) + " is for ceilings itself");
  const int device = parse_gpu(arguments[1]);
  const int repetitions = static_cast<int>(parse_between(kChild, arguments[2], 1, 1000));
  backend.select(device);
  Survey result;
  if (arguments[3].starts_with(kCount)) {
    result.counted = count(backend, device, actions::parse_choices(arguments[3].substr(kCount.size())));
    streams.out << actions::encode_survey(result);
    return kOk;
  }
  if (arguments[3] == kLinks) {
    actions::MeasuredLinks links = backend.measure_links(device);
    models::MeasuredRoofs told;
    told.refused = std::move(links.refused);
    told.links = std::move(links.links);
    streams.out << actions::encode_ceilings(told);
    return kOk;
  }
  const auto prober = backend.make_prober();
  const std::size_t total = models::kProbes.size() + 1;  // and the latency roof
  Progress progress(streams, total);
  std::size_t done = 0;
  const auto now = [&](std::string_view probe) { progress.show(done++, "measuring " + std::string(probe)); };
  if (arguments[3] == kSurvey) {
    std::vector<std::string> probes;
    for (const models::ProbeInfo& probe : models::kProbes) probes.emplace_back(probe.id);
    result = kernels::ceiling::survey(*prober, probes, repetitions, now);
    kernels::ceiling::add_latency_sweep(result, *prober, repetitions, now);
  } else {
    result.best = kernels::ceiling::measure_again(*prober, actions::parse_choices(arguments[3]), repetitions, now,
                                                  [&] { return backend.sample_clocks(device).power_watts; });
  }
  progress.clear();
  streams.out << actions::encode_survey(result);
  return kOk;
}

models::MeasuredRoofs measure_in_processes(const Backend& backend, const models::DeviceProperties& device,
                                           const CeilingsOptions& options, const Streams& streams) {
  const auto told = [&](int repetitions, std::string_view what) {
    return backend.measure_in_child(
        {"ceilings", kChild, std::to_string(options.device), std::to_string(repetitions), std::string(what)});
  };
  const auto child = [&](int repetitions, std::string_view what) {
    return actions::decode_survey(told(repetitions, what));
  };
  const auto say = [&](const std::string& text) { streams.err << "rooflens: " << text << '\n' << std::flush; };
  say("looking for the best point of each design space");
  const Survey survey = child(kSurveyRepetitions, kSurvey);
  const std::string choices = actions::choices_text(survey.best);
  std::vector<std::vector<Reading>> processes;
  for (int process = 1; process <= options.processes; ++process) {
    say("measuring the best points, process " + std::to_string(process) + " of " + std::to_string(options.processes));
    processes.push_back(child(options.repetitions, choices).best);
  }
  models::MeasuredRoofs measured{
      .uuid = device.uuid,
      .driver_version = device.driver_version,
      .device = device.name,
      .measured_utc = actions::utc(std::time(nullptr)),
      .tool_version = actions::version(),
      .sm_count = device.sm_count,
      .roofs = actions::combine(processes),
      .refused = {},
      .latency = models::calibrate_latency(actions::latency_points(survey.sweep), device.sm_count)};
  say("counting what the best points move and compute");
  try {
    for (const Counted& entry : child(1, std::string(kCount) + choices).counted) {
      const auto roof = std::ranges::find(measured.roofs, entry.probe, &models::MeasuredRoof::probe);
      if (roof != measured.roofs.end()) roof->counted = entry.share;
    }
  } catch (const CommandError& error) {
    streams.err << "rooflens: warning: the roofs are not held against counters: " << error.what() << '\n';
  }
  say("measuring links");
  try {
    if (auto links = actions::decode_ceilings(told(1, kLinks))) {
      measured.links = std::move(links->links);
      measured.refused = std::move(links->refused);
    }
  } catch (const CommandError& error) {
    measured.refused.push_back({"links", error.what()});
  }
  for (const auto& entry : survey.refused) measured.refused.push_back({entry.probe, entry.reason});
  if (!survey.sweep.empty() && !measured.latency) {
    measured.refused.push_back({std::string(models::kLatencySweep.id), "its points do not determine a curve"});
  }
  return measured;
}

// What was measured is printed and written even if it cannot be kept.
void keep(const models::DeviceProperties& device, const models::MeasuredRoofs& measured, const Streams& streams) {
  try {
    const auto path = actions::store_ceilings(device, measured);
    streams.err << "rooflens: kept in " << path.string() << "; "
                << "`run` and `profile` on this GPU use them from now on\n";
  } catch (const CommandError& error) {
    streams.err << "rooflens: warning: the roofs are not kept: " << error.what() << '\n'
                << "rooflens: hint: " << error.remedy() << '\n';
  }
}

models::Recording as_recording(models::Provenance provenance, const models::DeviceProperties& device,
                               const models::MeasuredRoofs& measured) {
  models::Recording recording;
  provenance.collector = "ceilings";
  recording.processes.push_back({.id = 0, .hostname = provenance.hostname, .pid = getpid(), .rank = 0});
  recording.provenance = std::move(provenance);
  recording.machines.push_back({.id = 0, .device = device, .ceilings = models::run_ceilings(device, {}, &measured)});
  return recording;
}

}  // namespace

int ceilings_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  if (!arguments.empty() && arguments.front() == kChild) return measure(backend, arguments, streams);
  const auto options = parse(arguments, streams);
  if (!options) return kOk;
  const models::DeviceProperties device = backend.query(options->device);
  models::Provenance provenance = actions::provenance_here("ceilings", arguments);
  const models::MeasuredRoofs measured = measure_in_processes(backend, device, *options, streams);
  if (measured.roofs.empty()) throw CommandError(kFailure, "no roof could be measured on " + device.name);
  keep(device, measured, streams);
  if (!options->output.empty()) {
    actions::save_recording(options->output, as_recording(std::move(provenance), device, measured), options->force);
  }
  streams.out << (options->format == "json"
                      ? ceilings_json(device, measured)
                      : ceilings_text(device, measured, streams.colour, static_cast<std::size_t>(streams.columns)));
  return kOk;
}

}  // namespace rooflens::cli
