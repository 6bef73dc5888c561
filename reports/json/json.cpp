// Everything of an analysis as JSON with the keys in a fixed order. The schema is described in json_schema.md. A value
// that is not known has no key: null never occurs.

#include "models/place/uncounted_work.hpp"
#include "reports/json/json_parts.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/report.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

Json json_of(const models::Provenance& provenance) {
  Json to = Json::object();
  to["kind"] = kind_word(provenance.kind);
  if (provenance.altered) to["altered"] = *provenance.altered;
  put(to, "tool_version", provenance.tool_version);
  put(to, "command", provenance.command);
  put(to, "started_utc", provenance.started_utc);
  put(to, "hostname", provenance.hostname);
  put(to, "operating_system", provenance.operating_system);
  put(to, "collector", provenance.collector);
  put(to, "cupti_version", provenance.cupti_version);
  return to;
}

// A property that is zero is not known.
void put_known(Json& to, const char* key, double value) {
  if (value > 0) put(to, key, std::optional(value));
}

Json json_of(const models::TimingSummary& time) {
  Json to{{"repetitions", time.repetitions}};
  put(to, "median_s", time.median);
  put(to, "minimum_s", time.minimum);
  put(to, "lower_quartile_s", time.lower_quartile);
  put(to, "upper_quartile_s", time.upper_quartile);
  put(to, "maximum_s", time.maximum);
  return to;
}

Json operations_of(const models::AnalysedKernel& kernel) {
  Json to = Json::array();
  for (const models::PrecisionWork& work : kernel.operations) {
    Json& entry = to.emplace_back(Json{{"precision", info(work.precision).id}, {"unit", info(work.precision).unit}});
    put(entry, "operations", work.operations);
    entry["source"] = source_word(work.source);
    put(entry, "operations_per_s", work.rate);
    put(entry, "fraction_of_roof", work.fraction_of_ceiling);
  }
  return to;
}

Json points_of(const models::AnalysedKernel& kernel) {
  Json to = Json::array();
  for (const models::LevelPoint& point : kernel.points) {
    Json& entry = to.emplace_back(Json{{"level", info(point.level).id}});
    put(entry, "bytes", point.bytes);
    entry["source"] = source_word(point.source);
    put(entry, "bytes_per_s", point.bandwidth);
    put(entry, "intensity_flop_per_byte", point.intensity);
    put(entry, "fraction_of_roof", point.fraction_of_ceiling);
  }
  return to;
}

Json launches_of(const models::Observation& observation) {
  const auto dim = [](const models::Dim3& d) { return Json::array({d.x, d.y, d.z}); };
  Json to = Json::array();
  for (const models::Launch& launch : observation.launches) {
    Json& entry = to.emplace_back(Json::object());
    put(entry, "function", launch.function);
    entry["grid"] = dim(launch.grid);
    entry["block"] = dim(launch.block);
    entry["registers_per_thread"] = launch.registers_per_thread;
    entry["static_shared_bytes"] = launch.static_shared_bytes;
    entry["dynamic_shared_bytes"] = launch.dynamic_shared_bytes;
    entry["local_bytes_per_thread"] = launch.local_bytes_per_thread;
    if (launch.blocks_per_sm) entry["blocks_per_sm"] = *launch.blocks_per_sm;
    entry["count"] = launch.count;
  }
  return to;
}

// Shares, ratios and rates are none.
bool is_count(std::string_view counter) {
  const auto has = [&](std::string_view part) { return counter.find(part) != counter.npos; };
  return !has(".pct") && !has("_pct") && !has(".ratio") && !has("per_second");
}

Json counters_of(const models::Observation& observation) {
  Json to = Json::object();
  for (const auto& [name, counter] : observation.counters) {
    Json& entry = to[clean_utf8(name)] = Json::object();
    for (const auto& [key, value] :
         {std::pair{"value", counter.value}, {"minimum", counter.min}, {"maximum", counter.max}}) {
      if (is_count(name)) {
        put_count(entry, key, value);
      } else {
        put(entry, key, std::optional(value));
      }
    }
    entry["samples"] = counter.samples;
    entry["pass"] = counter.pass;
    entry["source"] = counter_source_word(counter.source);
  }
  return to;
}

bool is_count(models::MetricUnit unit) {
  return unit != models::MetricUnit::fraction && unit != models::MetricUnit::ratio;
}

Json metrics_of(const models::AnalysedKernel& kernel) {
  Json to = Json::object();
  for (const models::DerivedMetric& metric : kernel.metrics) {
    Json& entry = to[std::string(metric.row->id)] = Json::object();
    if (is_count(metric.row->unit)) {
      put_count(entry, "value", metric.value);
    } else {
      put(entry, "value", std::optional(metric.value));
    }
    entry["unit"] = metric_unit_word(metric.row->unit);
  }
  return to;
}

Json left_out_of(const models::AnalysedKernel& kernel) {
  Json to = Json::array();
  for (const models::AbsentMetric& metric : kernel.absent_metrics) {
    Json& entry = to.emplace_back(Json{{"metric", metric.row->id}, {"reason", clean_utf8(metric.reason)}});
    if (!metric.counters.empty()) entry["counters"] = list_of(metric.counters, clean_utf8);
  }
  return to;
}

Json json_of(const models::PercentOfRoof& roof) {
  Json to = Json::object();
  put(to, "fraction", std::optional(roof.fraction));
  put(to, "shortest_s", roof.shortest);
  to["demand"] = roof.compulsory ? "compulsory" : "measured";
  put(to, "roof", roof.roof);
  return to;
}

Json json_of(const models::WorkComparison& comparison) {
  Json to = Json::object();
  put(to, "operations", comparison.operations);
  put(to, "requested_bytes", comparison.requested_bytes);
  put(to, "l2_bytes", comparison.l2_bytes);
  put(to, "dram_bytes", comparison.dram_bytes);
  return to;
}

void put_observation(Json& to, const models::Observation& observation) {
  to["name"] = clean_utf8(observation.name);
  to["scope"] = scope_word(observation.scope);
  to["process"] = observation.process;
  Json& parameters = to["parameters"] = Json::object();
  for (const auto& [name, value] : observation.parameters) parameters[clean_utf8(name)] = value;
  to["launches"] = launches_of(observation);
  to["launches_made"] = observation.launches_made;
  to["launches_counted"] = observation.launches_counted;
  to["counters_by"] = replay_word(observation.replay);
  if (observation.total_time) {
    put(to, "total_time_s", *observation.total_time);
    to["timed_launches"] = observation.timed_launches;
  }
  to["l2_before"] = cache_word(observation.cache);
  Json& verification = to["verification"] = Json{{"status", verification_word(observation.verification.status)}};
  put(verification, "detail", observation.verification.detail);
}

Json json_of(const models::AnalysedKernel& kernel) {
  const models::Observation& observation = *kernel.observation;
  Json to = Json::object();
  put_observation(to, observation);
  if (kernel.time) to["time"] = json_of(*kernel.time);
  if (kernel.has_share()) to["share_of_time"] = kernel.share_of_time;
  to["durations_s"] = list_of(observation.durations, [](models::Seconds duration) { return duration.value(); });
  put_demand(to, kernel);
  if (kernel.percent_of_roof) to["of_roof"] = json_of(*kernel.percent_of_roof);
  if (kernel.precision) to["precision"] = info(*kernel.precision).id;
  if (kernel.has_no_flops) {
    to["flop"] = 0;
  } else {
    put(to, "flop", kernel.flops);
  }
  put(to, "flop_source", flop_source_word(kernel));
  put(to, "flop_per_s", kernel.flop_rate);
  to["operations"] = operations_of(kernel);
  to["points"] = points_of(kernel);
  put(to, "theoretical_occupancy", kernel.theoretical_occupancy);
  put(to, "achieved_occupancy", kernel.achieved_occupancy);
  put(to, "bank_conflict_degree", kernel.bank_conflict_degree);
  to["counted_over_formula"] = json_of(kernel.comparison);
  put_explanation(to, kernel);
  to["metrics"] = metrics_of(kernel);
  if (Json left_out = left_out_of(kernel); !left_out.empty()) to["metrics_left_out"] = std::move(left_out);
  to["counters"] = counters_of(observation);
  to["refused"] = list_of(observation.refused, [](const models::Refusal& refusal) {
    return Json{{"counter", clean_utf8(refusal.counter)}, {"reason", clean_utf8(refusal.reason)}};
  });
  if (kernel.recoverable) {
    to["recoverable_s"] = {{"at_least", kernel.recoverable->at_least.value()},
                           {"at_most", kernel.recoverable->at_most.value()}};
  }
  to["findings"] = findings_json(kernel.findings);
  to["remarks"] = list_of(observation.remarks, clean_utf8);
  return to;
}

Json json_of(const models::KernelGroup& group, const models::MachineAnalysis& machine) {
  Json to{{"name", clean_utf8(group.name)}, {"launches", group.launches}, {"share_of_time", group.share_of_time}};
  put(to, "recoverable_s", group.recoverable);
  to["kernels"] =
      list_of(group.kernels, [&](std::size_t i) { return clean_utf8(machine.kernels[i].observation->name); });
  return to;
}

void write(JsonText& to, const models::MachineAnalysis& machine) {
  Json head{{"id", machine.machine->id}};
  head["device"] = device_json(machine.machine->device);
  head["ceilings"] = ceilings_json(machine.machine->ceilings);
  put(head, "headline", machine.verdict);
  if (machine.run_time.launches > 0) {
    Json& run = head["run_time"] = Json{{"launches", machine.run_time.launches}};
    run["whole"] = machine.run_time.whole;
    put(run, "kernels_s", machine.run_time.kernels);
    put(run, "wall_s", machine.run_time.wall);
    put(run, "idle_at_least", machine.run_time.idle_at_least());
    if (const models::KernelGaps& gaps = machine.run_time.gaps; gaps.launches > 0) {
      Json& to_gaps = run["gaps"] = Json{{"launches", gaps.launches}};
      put(to_gaps, "measured_s", gaps.measured);
      put(to_gaps, "no_kernel_s", gaps.idle);
      put(to_gaps, "around_tiny_s", gaps.around_tiny);
    }
  }
  put(head, "advice_for_callers", machine.for_callers);
  if (!machine.groups.empty()) {
    head["groups"] = list_of(machine.groups, [&](const auto& group) { return json_of(group, machine); });
  }
  head["findings"] = findings_json(machine.findings);
  to.begin_object();
  to.members(head);
  const auto list = [&to](const char* key, const auto& values, const auto& as_json) {
    to.key(key);
    to.begin_array();
    for (const auto& value : values) to.value(as_json(value));
    to.end_array();
  };
  list("kernels", machine.by_recoverable, [&](std::size_t i) {
    Json entry = json_of(machine.kernels[i]);
    put_catalogue(entry, machine.kernels[i]);
    return entry;
  });
  list("sources", machine.sources, source_json);
  list("ranges", machine.ranges, [](const models::AnalysedKernel& range) { return json_of(range); });
  to.end_object();
}

Json json_of(const models::Process& process) {
  Json to{{"id", process.id}, {"hostname", clean_utf8(process.hostname)}, {"pid", process.pid}, {"rank", process.rank}};
  if (process.world > 0) to["world"] = process.world;
  put(to, "launcher", process.launcher);
  put(to, "command", process.command);
  put(to, "wall_s", process.wall);
  return to;
}

Json json_of(const models::Note& note) {
  Json to{{"level", level_word(note.level)}};
  put(to, "topic", note.topic);
  put(to, "text", note.text);
  put(to, "remedy", note.remedy);
  if (note.process) to["process"] = *note.process;
  return to;
}

}  // namespace

Json device_json(const models::DeviceProperties& device) {
  Json to = Json::object();
  put(to, "name", device.name);
  put(to, "uuid", device.uuid);
  put(to, "pci_bus_id", device.pci_bus_id);
  put(to, "chip", device.chip);
  if (device.compute_capability.major > 0) to["compute_capability"] = device.compute_capability.text();
  if (device.sm_count > 0) to["sm_count"] = device.sm_count;
  if (device.whole_sm_count) to["whole_sm_count"] = *device.whole_sm_count;
  put_known(to, "sm_clock_maximum_hz", device.sm_clock_maximum.value());
  put_known(to, "memory_clock_maximum_hz", device.memory_clock_maximum.value());
  if (device.memory_bus_bits > 0) to["memory_bus_bits"] = device.memory_bus_bits;
  if (device.memory.value() > 0) put(to, "memory_bytes", device.memory);
  if (device.l2.value() > 0) put(to, "l2_bytes", device.l2);
  if (device.shared_per_sm.value() > 0) put(to, "shared_per_sm_bytes", device.shared_per_sm);
  put(to, "power_limit_watts", device.power_limit_watts);
  if (device.ecc) to["ecc"] = *device.ecc;
  if (device.mig) to["mig"] = *device.mig;
  put(to, "driver_version", device.driver_version);
  put(to, "cuda_driver_version", device.cuda_driver_version);
  put(to, "cuda_runtime_version", device.cuda_runtime_version);
  return to;
}

void render_json(const Document& document, const Sink& sink) {
  Json head{{"format", "rooflens-report"}, {"format_version", 1}, {"model_version", document.analysis.model_version}};
  put(head, "title", document.title);
  head["provenance"] = json_of(document.recording.provenance);
  const auto as_json = [](const auto& entry) { return json_of(entry); };
  head["processes"] = list_of(document.recording.processes, as_json);
  Json& notes = head["notes"] = list_of(document.recording.notes, as_json);
  if (models::is_altered(document.recording.provenance)) {
    notes.push_back(json_of(
        {models::NoteLevel::warning, "altered", "this session was altered since it was recorded", "", std::nullopt}));
  }
  JsonText to(sink);
  to.begin_object();
  to.members(head);
  to.key("gpus");
  to.begin_array();
  for (const models::MachineAnalysis& machine : document.analysis.machines) write(to, machine);
  to.end_array();
  to.end_object();
  to.finish();
}

std::string render_json(const Document& document) {
  std::string text;
  render_json(document, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace rooflens::reports
