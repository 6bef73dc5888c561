// The details: what the panel of a selected kernel shows, as rows of finished text. Counter names and passes repeat
// from kernel to kernel, so each distinct list of them is stored once as a layout.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "reports/format.hpp"
#include "reports/html_blocks.hpp"
#include "reports/html_data.hpp"
#include "reports/html_findings.hpp"
#include "reports/html_gap.hpp"
#include "reports/html_latency.hpp"
#include "reports/html_sources.hpp"
#include "reports/repeat_command.hpp"
#include "reports/words.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using namespace models;

using Rows = json;

void row(Rows& rows, std::string_view label, std::string value) {
  if (!value.empty()) rows.push_back({label, std::move(value)});
}

std::string dim(const Dim3& d) {
  if (d.z != 1) return fmt::format("{} × {} × {}", d.x, d.y, d.z);
  return d.y != 1 ? fmt::format("{} × {}", d.x, d.y) : std::to_string(d.x);
}

std::string_view cache_text(CachePolicy policy) {
  switch (policy) {
    case CachePolicy::cold:
      return "cold: L2 evicted before every repetition";
    case CachePolicy::warm:
      return "warm: the same launch ran just before";
    case CachePolicy::uncontrolled:
      break;
  }
  return "as the application left it";
}

Rows time_rows(const KernelAnalysis& kernel) {
  Rows rows = json::array();
  const Observation& o = *kernel.observation;
  if (kernel.time) {
    row(rows, "Median", format(kernel.time->median));
    row(rows, "Quartiles", format(kernel.time->lower_quartile) + " to " + format(kernel.time->upper_quartile));
    row(rows, "Fastest, slowest", format(kernel.time->minimum) + ", " + format(kernel.time->maximum));
    row(rows, "Repetitions", std::to_string(kernel.time->repetitions));
  }
  if (o.total_time) {
    row(rows, "In total", fmt::format("{} in {} timed launches", format(*o.total_time), o.timed_launches));
  }
  row(rows, "Executions", fmt::format("{} made, {} seen by counters", o.launches_made, o.launches_observed));
  if (o.replay != Replay::none) row(rows, "Counters", std::string(replay_text(o.replay)));
  row(rows, "L2 before each", std::string(cache_text(o.cache)));
  return rows;
}

Rows launch_rows(const Document& document, const KernelAnalysis& kernel) {
  Rows rows = json::array();
  const Observation& o = *kernel.observation;
  for (const Launch& launch : o.launches) {
    row(rows, "Function", clean_utf8(launch.function));
    if (launch.count != 1) row(rows, "Launches like this", std::to_string(launch.count));
    row(rows, "Grid", dim(launch.grid));
    row(rows, "Block", dim(launch.block));
    row(rows, "Registers per thread", std::to_string(launch.registers_per_thread));
    row(rows, "Static shared memory", format_capacity(Bytes(static_cast<double>(launch.static_shared_bytes))));
    row(rows, "Dynamic shared memory", format_capacity(Bytes(static_cast<double>(launch.dynamic_shared_bytes))));
    if (launch.local_bytes_per_thread > 0) {
      row(rows, "Local memory per thread", format_capacity(Bytes(static_cast<double>(launch.local_bytes_per_thread))));
    }
    if (launch.blocks_per_sm) row(rows, "Resident blocks per SM", std::to_string(*launch.blocks_per_sm));
  }
  for (const auto& [name, value] : o.parameters) row(rows, clean_utf8(name), std::to_string(value));
  for (const Process& process : document.recording.processes) {
    if (process.id != o.process || document.recording.processes.size() < 2) continue;
    std::string rank = fmt::format("rank {}", process.rank);
    if (process.world > 1) rank += fmt::format(" of {}", process.world);
    if (!process.launcher.empty()) rank += fmt::format(" ({})", clean_utf8(process.launcher));
    row(rows, "Process", fmt::format("{}, {}, host {}", process.pid, rank, clean_utf8(process.hostname)));
    row(rows, "Command", clean_utf8(process.command));
  }
  return rows;
}

Rows clock_rows(const Observation& o) {
  Rows rows = json::array();
  const auto clocks = [&](std::string_view when, const ClockSample& sample) {
    std::string text;
    const auto part = [&](std::string value) { text += (text.empty() ? "" : ", ") + std::move(value); };
    if (sample.sm) part("SM " + format(*sample.sm));
    if (sample.memory) part("memory " + format(*sample.memory));
    if (sample.power_watts) part(significant(*sample.power_watts) + " W");
    if (sample.temperature_celsius) part(significant(*sample.temperature_celsius) + " °C");
    for (const std::string& reason : sample.throttle_reasons) part("held back: " + clean_utf8(reason));
    row(rows, when, std::move(text));
  };
  clocks("Before", o.clocks_before);
  clocks("After", o.clocks_after);
  return rows;
}

// [label, measured, analytic, ratio]; each absent as null.
json comparison_rows(const KernelAnalysis& kernel) {
  json rows = json::array();
  const std::optional<Work>& work = kernel.observation->work;
  const CounterSet& counters = kernel.observation->counters;
  if (!work) return rows;
  const auto add = [&](std::string_view label, std::optional<std::string> measured, std::string analytic,
                       std::optional<double> ratio) {
    rows.push_back({label, measured ? json(*measured) : json(nullptr), std::move(analytic),
                    ratio ? json(format_factor(*ratio)) : json(nullptr)});
  };
  const auto bytes = [&](std::string_view metric) {
    const auto value = evaluate(metric, counters);
    return value ? std::optional(format(Bytes(*value))) : std::nullopt;
  };
  Operations analytic;
  for (const auto& [precision, operations] : work->operations) {
    if (is_floating_point(precision)) analytic += operations;
  }
  if (analytic.value() > 0) {
    const auto& ratio = kernel.comparison.operations;
    add("Floating-point work", ratio && kernel.flops ? std::optional(format(*kernel.flops)) : std::nullopt,
        format(analytic), ratio);
  }
  add("Requested bytes", bytes("global_requested_bytes"), format(work->requested.total()),
      kernel.comparison.requested_bytes);
  add("L2 bytes", bytes("l2_bytes"), format(work->ideal_l2.total()), kernel.comparison.l2_bytes);
  add("DRAM bytes", bytes("dram_bytes"), format(work->compulsory.total()), kernel.comparison.dram_bytes);
  return rows;
}

// [name, work, rate, share text, share, binding, analytic, intensity] of every level and pipe that has a demand.
json resource_rows(const KernelAnalysis& kernel) {
  json rows = json::array();
  const auto share = [](std::optional<double> f) { return f ? json(format_percent(*f)) : json(nullptr); };
  const auto bar = [](std::optional<double> f) { return f ? json(std::round(*f * 1e4) / 1e4) : json(nullptr); };
  constexpr std::array kOfLevel{Binding::shared, Binding::l1, Binding::l2, Binding::dram};
  for (const LevelPoint& p : kernel.points) {
    rows.push_back({info(p.level).label, format(p.bytes), format(p.bandwidth), share(p.fraction_of_ceiling),
                    bar(p.fraction_of_ceiling), static_cast<int>(kOfLevel[static_cast<std::size_t>(p.level)]),
                    p.source == DemandSource::analytic, p.intensity ? json(format(*p.intensity)) : json(nullptr)});
  }
  for (const PrecisionWork& w : kernel.operations) {
    const PrecisionInfo& precision = info(w.precision);
    rows.push_back({precision.label, format(w.operations, precision.unit), format(w.rate, precision.unit),
                    share(w.fraction_of_ceiling), bar(w.fraction_of_ceiling), static_cast<int>(Binding::compute),
                    w.source == DemandSource::analytic, nullptr});
  }
  return rows;
}

std::string metric_text(const DerivedMetric& metric) {
  switch (metric.row->unit) {
    case MetricUnit::operations:
      return format(Operations(metric.value), metric.row->id.ends_with("_ops") ? "OP" : "FLOP");
    case MetricUnit::bytes:
      return format(Bytes(metric.value));
    case MetricUnit::fraction:
      return format_percent(metric.value);
    case MetricUnit::instructions:
    case MetricUnit::wavefronts:
    case MetricUnit::sectors:
    case MetricUnit::ratio:
      break;
  }
  return significant(metric.value);
}

// Exact where it is whole; nine digits of a mean.
json counter_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return fmt::format("{:.9g}", value);
}

class DetailWriter {
 public:
  explicit DetailWriter(const Document& document) : document_(document) {
    const auto& all = document.recording.observations;
    const auto timelines = std::count_if(all.begin(), all.end(), [](const auto& o) { return o.blocks.has_value(); });
    most_blocks_ = blocks_in_page(static_cast<std::size_t>(timelines));
  }

  json write(const KernelAnalysis& kernel) {
    const Observation& o = *kernel.observation;
    json detail{{"time", time_rows(kernel)},
                {"launch", launch_rows(document_, kernel)},
                {"clocks", clock_rows(o)},
                {"compare", comparison_rows(kernel)},
                {"resources", resource_rows(kernel)},
                {"verification", clean_utf8(o.verification.detail)},
                {"findings", page_findings(kernel.findings)},
                {"metrics", json::array()},
                {"refused", json::array()},
                {"counters", counters(o.counters)}};
    if (kernel.source) detail["source"] = *kernel.source;
    if (kernel.gap) detail["gap"] = gaps_.gap(kernel);
    if (!kernel.advice.empty()) detail["advice"] = gaps_.advice(kernel);
    if (kernel.mixed_ceiling) detail["mixed"] = mixed_roof_text(kernel);
    if (std::string command = repeat_command(document_.recording, o); !command.empty()) {
      detail["command"] = std::move(command);
    }
    if (o.blocks) detail["blocks"] = blocks_json(kernel, document_.recording.provenance.kind, most_blocks_);
    if (json latency = latency_json(kernel); !latency.is_null()) detail["latency"] = std::move(latency);
    for (const DerivedMetric& metric : kernel.metrics) {
      detail["metrics"].push_back({metric.row - metric_table().data(), metric_text(metric)});
    }
    for (const std::string& remark : o.remarks) detail["remarks"].push_back(clean_utf8(remark));
    for (const Refusal& r : o.refused) detail["refused"].push_back({clean_utf8(r.counter), clean_utf8(r.reason)});
    return detail;
  }

  [[nodiscard]] const json& layouts() const { return layouts_; }
  [[nodiscard]] json gap_tables() const { return gaps_.tables(); }

 private:
  // [layout, values]; a value that several launches were averaged into is [mean, launches, min, max].
  json counters(const CounterSet& set) {
    json layout = json::array();
    json values = json::array();
    for (const auto& [name, c] : set) {
      layout.push_back({clean_utf8(name), c.pass, counter_source_word(c.source)});
      json mean = counter_number(c.value);
      if (c.samples > 1) mean = {mean, c.samples, counter_number(c.min), counter_number(c.max)};
      values.push_back(std::move(mean));
    }
    const auto [it, fresh] = known_.emplace(layout.dump(-1, ' ', false, json::error_handler_t::replace), known_.size());
    if (fresh) layouts_.push_back(std::move(layout));
    return {it->second, std::move(values)};
  }

  const Document& document_;
  std::size_t most_blocks_ = 0;
  std::map<std::string, std::size_t> known_;
  json layouts_ = json::array();
  GapWriter gaps_;
};

}  // namespace

std::string page_details(const Document& document, std::size_t limit) {
  DetailWriter writer(document);
  json machines = json::array();
  for (const MachineAnalysis& machine : document.analysis.machines) {
    json kernels = json::object();
    for (const std::size_t i : kernels_by_time(machine, limit)) {
      kernels[std::to_string(i)] = writer.write(machine.kernels[i]);
    }
    machines.push_back(std::move(kernels));
  }
  json sources = json::array();
  for (const MachineAnalysis& machine : document.analysis.machines) sources.push_back(sources_json(machine));
  json metrics = json::array();
  for (const MetricRow& metric : metric_table()) metrics.push_back({metric.label, metric.summary});
  const json page{{"layouts", writer.layouts()},
                  {"gaps", writer.gap_tables()},
                  {"metrics", std::move(metrics)},
                  {"sources", std::move(sources)},
                  {"machines", std::move(machines)}};
  return page.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace rooflens::reports
