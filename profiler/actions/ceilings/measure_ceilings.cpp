#include "profiler/actions/ceilings/measure_ceilings.hpp"

#include <algorithm>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/ceiling/survey.hpp"
#include "models/place/counted_work.hpp"
#include "models/roofs/probe.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/ceilings/ceiling_readings.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/version.hpp"

namespace rooflens::actions {
namespace {

using kernels::ceiling::Choice;
using kernels::ceiling::Counted;
using kernels::ceiling::Reading;
using kernels::ceiling::Survey;

constexpr std::string_view kSurvey = "survey";
constexpr std::string_view kLinks = "links";
constexpr std::string_view kCount = "count:";
constexpr int kSurveyRepetitions = 5;

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

models::MeasuredRoofs measure_in_processes(const Backend& backend, const models::DeviceProperties& device,
                                           const CeilingsRequest& request, Listener& listener) {
  const auto told = [&](int repetitions, std::string_view what) {
    return backend.measure_in_child({"ceilings", kMeasuringProcess, std::to_string(request.device),
                                     std::to_string(repetitions), std::string(what)});
  };
  const auto child = [&](int repetitions, std::string_view what) { return decode_survey(told(repetitions, what)); };
  listener.step("looking for the best point of each design space");
  const Survey survey = child(kSurveyRepetitions, kSurvey);
  const std::string choices = choices_text(survey.best);
  std::vector<std::vector<Reading>> processes;
  for (int process = 1; process <= request.processes; ++process) {
    listener.step("measuring the best points, process " + std::to_string(process) + " of " +
                  std::to_string(request.processes));
    processes.push_back(child(request.repetitions, choices).best);
  }
  models::MeasuredRoofs measured{.uuid = device.uuid,
                                 .driver_version = device.driver_version,
                                 .device = device.name,
                                 .measured_utc = utc(std::time(nullptr)),
                                 .tool_version = version(),
                                 .sm_count = device.sm_count,
                                 .roofs = combine(processes),
                                 .refused = {},
                                 .latency = models::calibrate_latency(latency_points(survey.sweep), device.sm_count)};
  listener.step("counting what the best points move and compute");
  try {
    for (const Counted& entry : child(1, std::string(kCount) + choices).counted) {
      const auto roof = std::ranges::find(measured.roofs, entry.probe, &models::MeasuredRoof::probe);
      if (roof != measured.roofs.end()) roof->counted = entry.share;
    }
  } catch (const CommandError& error) {
    listener.warn(std::string("the roofs are not held against counters: ") + error.what());
  }
  listener.step("measuring links");
  try {
    if (auto links = decode_ceilings(told(1, kLinks))) {
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

// What was measured is reported and written even if it cannot be kept.
void keep(const CeilingsResult& result, Listener& listener) {
  try {
    const auto path = store_ceilings(result.device, result.measured);
    listener.step("kept in " + path.string() + "; `run` and `profile` on this GPU use them from now on");
  } catch (const CommandError& error) {
    listener.warn(std::string("the roofs are not kept: ") + error.what(), error.remedy());
  }
}

}  // namespace

CeilingsResult measure_ceilings(const Backend& backend, const CeilingsRequest& request, models::Provenance provenance,
                                Listener& listener) {
  CeilingsResult result{backend.query(request.device), {}};
  result.measured = measure_in_processes(backend, result.device, request, listener);
  if (result.measured.roofs.empty()) {
    throw CommandError(kFailure, "no roof could be measured on " + result.device.name);
  }
  keep(result, listener);
  if (!request.output.empty()) {
    provenance.collector = "ceilings";
    save_recording(request.output, start_of_recording(std::move(provenance), result.device, &result.measured),
                   request.force);
  }
  return result;
}

std::string measure_in_this_process(const Backend& backend, int device, int repetitions, const std::string& what,
                                    Listener& listener) {
  backend.select(device);
  Survey result;
  if (what.starts_with(kCount)) {
    result.counted = count(backend, device, parse_choices(what.substr(kCount.size())));
    return encode_survey(result);
  }
  if (what == kLinks) {
    MeasuredLinks links = backend.measure_links(device);
    models::MeasuredRoofs told;
    told.refused = std::move(links.refused);
    told.links = std::move(links.links);
    return encode_ceilings(told);
  }
  const auto prober = backend.make_prober();
  std::size_t done = 0;
  const auto now = [&](std::string_view probe) {  // the last is the latency roof
    listener.progress(done++, models::kProbes.size() + 1, "measuring " + std::string(probe));
  };
  if (what == kSurvey) {
    std::vector<std::string> probes;
    for (const models::ProbeInfo& probe : models::kProbes) probes.emplace_back(probe.id);
    result = kernels::ceiling::survey(*prober, probes, repetitions, now);
    kernels::ceiling::add_latency_sweep(result, *prober, repetitions, now);
  } else {
    result.best = kernels::ceiling::measure_again(*prober, parse_choices(what), repetitions, now,
                                                  [&] { return backend.sample_clocks(device).power_watts; });
  }
  return encode_survey(result);
}

}  // namespace rooflens::actions
