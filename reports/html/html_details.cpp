// The details: what the panel of a selected kernel shows, as rows of finished text. Counter names and passes repeat
// from kernel to kernel, so each distinct list of them is stored once as a layout.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"
#include "models/place/kernel_metric.hpp"
#include "reports/html/html_data.hpp"
#include "reports/html/html_findings.hpp"
#include "reports/html/html_gap.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/html/html_scenes.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"
#include "reports/words/repeat_command.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using namespace models;

// Rows of a label and its text; without text there is no row.
class Rows {
 public:
  explicit Rows(JsonText& to) : to_(to) { to_.begin_array(); }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { to_.end_array(); }
  void add(std::string_view label, std::string_view text) {
    if (!text.empty()) to_.row(label, text);
  }

 private:
  JsonText& to_;
};

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

void write_time(JsonText& to, const AnalysedKernel& kernel) {
  Rows rows(to);
  const Observation& o = *kernel.observation;
  if (kernel.time) {
    rows.add("Median", format(kernel.time->median));
    rows.add("Quartiles", format(kernel.time->lower_quartile) + " to " + format(kernel.time->upper_quartile));
    rows.add("Fastest, slowest", format(kernel.time->minimum) + ", " + format(kernel.time->maximum));
    rows.add("Repetitions", std::to_string(kernel.time->repetitions));
  }
  if (o.total_time) {
    rows.add("In total", fmt::format("{} in {} timed launches", format(*o.total_time), o.timed_launches));
  }
  rows.add("Launches", fmt::format("{} made, {} counted", o.launches_made, o.launches_counted));
  if (o.replay != Replay::none) rows.add("Counters", replay_text(o.replay));
  rows.add("L2 before each", cache_text(o.cache));
}

void write_launches(JsonText& to, const Document& document, const AnalysedKernel& kernel) {
  Rows rows(to);
  const Observation& o = *kernel.observation;
  for (const Launch& launch : o.launches) {
    rows.add("Function", clean_utf8(launch.function));
    if (launch.count != 1) rows.add("Launches like this", std::to_string(launch.count));
    rows.add("Grid", format(launch.grid));
    rows.add("Block", format(launch.block));
    rows.add("Registers per thread", std::to_string(launch.registers_per_thread));
    rows.add("Static shared memory", format_capacity(Bytes(static_cast<double>(launch.static_shared_bytes))));
    rows.add("Dynamic shared memory", format_capacity(Bytes(static_cast<double>(launch.dynamic_shared_bytes))));
    if (launch.local_bytes_per_thread > 0) {
      rows.add("Local memory per thread", format_capacity(Bytes(static_cast<double>(launch.local_bytes_per_thread))));
    }
    if (launch.blocks_per_sm) rows.add("Resident blocks per SM", std::to_string(*launch.blocks_per_sm));
  }
  if (o.launches.size() > 1 && kernel.theoretical_occupancy) {
    rows.add("Possible occupancy", format_percent(*kernel.theoretical_occupancy) +
                                       ", the mean over the launches, as if all their warps lived equally long");
  }
  for (const auto& [name, value] : o.parameters) rows.add(clean_utf8(name), std::to_string(value));
  for (const Process& process : document.recording.processes) {
    if (process.id != o.process || document.recording.processes.size() < 2) continue;
    std::string rank = fmt::format("rank {}", process.rank);
    if (process.world > 1) rank += fmt::format(" of {}", process.world);
    if (!process.launcher.empty()) rank += fmt::format(" ({})", clean_utf8(process.launcher));
    rows.add("Process", fmt::format("{}, {}, host {}", process.pid, rank, clean_utf8(process.hostname)));
    rows.add("Command", clean_utf8(process.command));
  }
}

void write_clocks(JsonText& to, const Observation& o) {
  Rows rows(to);
  const auto clocks = [&](std::string_view when, const ClockSample& sample) {
    std::string text;
    const auto part = [&](std::string value) { text += (text.empty() ? "" : ", ") + std::move(value); };
    if (sample.sm) part("SM " + format(*sample.sm));
    if (sample.memory) part("memory " + format(*sample.memory));
    if (sample.power_watts) part(significant(*sample.power_watts) + " W");
    if (sample.temperature_celsius) part(significant(*sample.temperature_celsius) + " °C");
    for (const std::string& reason : sample.throttle_reasons) part("throttled: " + clean_utf8(reason));
    rows.add(when, text);
  };
  clocks("Before", o.clocks_before);
  clocks("During", o.clocks_during);
}

// [label, measured, analytic, ratio]; each absent as null.
void write_comparison(JsonText& to, const AnalysedKernel& kernel) {
  to.begin_array();
  const std::optional<Work>& work = kernel.observation->work;
  if (work) {
    const auto add = [&](std::string_view label, const std::optional<std::string>& measured,
                         const std::string& analytic, std::optional<double> ratio) {
      to.row(label, measured, analytic, ratio ? std::optional(format_factor(*ratio)) : std::nullopt);
    };
    const auto bytes = [&](std::string_view metric) {
      const auto value = models::metric(kernel, metric);
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
    if (work->requested.total().value() > 0)
      add("Requested bytes", bytes("global_requested_bytes"), format(work->requested.total()),
          kernel.comparison.requested_bytes);
    if (work->ideal_l2.total().value() > 0)
      add("L2 bytes", bytes("l2_bytes"), format(work->ideal_l2.total()), kernel.comparison.l2_bytes);
    add("DRAM bytes", bytes("dram_bytes"), format(work->compulsory.total()), kernel.comparison.dram_bytes);
  }
  to.end_array();
}

// [name, work, rate, share text, share, binding, analytic, intensity, if it has one] of every level and number format
// that has a demand, and of the other pipes that may limit it. Shares are those that the limit is read from.
void write_resources(JsonText& to, const AnalysedKernel& kernel) {
  to.begin_array();
  const auto busy = [&](const models::RoofResource& resource) {
    const auto* demand =
        kernel.demand ? find_in(kernel.demand->resources, resource, &models::DemandResource::resource) : nullptr;
    return demand ? demand->busy : std::nullopt;
  };
  const auto share = [](std::optional<double> f) { return f ? std::optional(format_percent(*f)) : std::nullopt; };
  const auto bar = [](std::optional<double> f) { return f ? std::optional(std::round(*f * 1e3) / 1e3) : std::nullopt; };
  for (const LevelPoint& p : kernel.points) {
    to.row(info(p.level).label, format(p.bytes), format(p.bandwidth), share(busy(p.level)), bar(busy(p.level)),
           static_cast<int>(binding_of(p.level)), p.source == DemandSource::analytic,
           p.intensity ? std::optional(format(*p.intensity)) : std::nullopt);
  }
  for (const PrecisionWork& w : kernel.operations) {
    const PrecisionInfo& precision = info(w.precision);
    to.row(precision.label, format(w.operations, precision.unit), format(w.rate, precision.unit),
           share(busy(w.precision)), bar(busy(w.precision)), static_cast<int>(Binding::compute),
           w.source == DemandSource::analytic);
  }
  if (!kernel.demand || !kernel.time) return to.end_array();
  for (const models::DemandResource& r : kernel.demand->resources) {
    if (!std::holds_alternative<models::Pipe>(r.resource) || r.busy.value_or(0) < models::kBusyThreshold) continue;
    const std::string_view unit = unit_of(r.resource);
    to.row(r.label, format(models::Operations(r.amount), unit),
           format(models::Operations(r.amount) / kernel.time->median, unit), share(r.busy), bar(r.busy),
           static_cast<int>(binding_of(r.resource)), r.source == DemandSource::analytic);
  }
  to.end_array();
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
    case MetricUnit::cycles:
    case MetricUnit::ratio:
      break;
  }
  return significant(metric.value);
}

// Exact where it is whole; nine digits of a mean, as text.
void write_counter_number(JsonText& to, double value) {
  if (!std::isfinite(value)) return to.value(nullptr);
  if (value == std::floor(value) && std::abs(value) < 9e15) return to.value(static_cast<std::int64_t>(value));
  to.value(fmt::format("{:.9g}", value));
}

class DetailWriter {
 public:
  explicit DetailWriter(const Document& document) : document_(document) {}

  void write(JsonText& to, const AnalysedKernel& kernel) {
    const Observation& o = *kernel.observation;
    const auto part = [&](std::string_view name, const auto& write, const auto&... of) {
      to.key(name);
      write(to, of...);
    };
    to.begin_object();
    write_explanation(to, kernel);
    part("clocks", write_clocks, o);
    if (const std::string command = repeat_command(document_.recording, o); !command.empty()) {
      to.member("command", command);
    }
    part("compare", write_comparison, kernel);
    to.key("counters");
    write_counters(to, o.counters);
    part("findings", write_findings, kernel.findings);
    part("launch", write_launches, document_, kernel);
    to.key("metrics");
    to.begin_array();
    for (const DerivedMetric& metric : kernel.metrics) {
      to.row(metric.row - metric_table().data(), metric_text(metric));
    }
    for (const AbsentMetric& metric : kernel.absent_metrics) {
      to.row(metric.row - metric_table().data(), kMissing, clean_utf8(metric.reason));
    }
    to.end_array();
    if (const auto own = own_roofs_json(kernel); !own.empty()) to.member("own", own);
    if (kernel.mixed_ceiling) to.member("mixed", mixed_roof_text(kernel));
    to.key("refused");
    to.begin_array();
    for (const Refusal& r : o.refused) to.row(clean_utf8(r.counter), clean_utf8(r.reason));
    to.end_array();
    if (!o.remarks.empty()) {
      to.key("remarks");
      to.begin_array();
      for (const std::string& remark : o.remarks) to.value(clean_utf8(remark));
      to.end_array();
    }
    part("resources", write_resources, kernel);
    if (kernel.source) to.member("source", *kernel.source);
    part("time", write_time, kernel);
    to.member("verification", clean_utf8(o.verification.detail));
    to.end_object();
  }

  [[nodiscard]] WrittenJson layouts() const { return layouts_.values(); }
  [[nodiscard]] WrittenJson gap_tables() const { return gaps_.tables(); }

 private:
  void write_explanation(JsonText& to, const AnalysedKernel& kernel) {
    const Explanation& why = kernel.explanation;
    if (why.gap) to.member("gap", gaps_.gap(kernel, *why.gap));
    if (why.latency) to.member("latency", latency_json(kernel, *why.latency));
    if (!why.advice.empty()) to.member("advice", gaps_.advice(why.advice));
    if (kernel.may_be_of_library) to.member("ofLibrary", 1);
  }

  // [layout, values]; a value that several launches were averaged into is [mean, launches, min, max].
  void write_counters(JsonText& to, const CounterSet& set) {
    layout_.clear();
    for (const auto& [name, c] : set) {
      layout_.append(name).append(1, '\n').append(std::to_string(c.pass)).append(counter_source_word(c.source));
    }
    to.begin_array();
    to.value(layouts_.place(layout_, [&](JsonText& layout) {
      layout.begin_array();
      for (const auto& [name, c] : set) layout.row(clean_utf8(name), c.pass, counter_source_word(c.source));
      layout.end_array();
    }));
    to.begin_array();
    for (const auto& [name, c] : set) {
      if (c.samples <= 1) {
        write_counter_number(to, c.value);
        continue;
      }
      to.begin_array();
      write_counter_number(to, c.value);
      to.value(c.samples);
      write_counter_number(to, c.min);
      write_counter_number(to, c.max);
      to.end_array();
    }
    to.end_array();
    to.end_array();
  }

  const Document& document_;
  std::string layout_;  // of the kernel at hand: what tells it from another
  RepeatedValues layouts_;
  GapWriter gaps_;
};

}  // namespace

std::string page_details(const Document& document, std::size_t limit) {
  DetailWriter writer(document);
  JsonText machines;
  machines.begin_array();
  for (const MachineAnalysis& machine : document.analysis.machines) {
    machines.begin_object();
    for (const std::size_t i : kernels_by_time(machine, limit)) {
      machines.key(std::to_string(i));
      writer.write(machines, machine.kernels[i]);
    }
    machines.end_object();
  }
  machines.end_array();
  JsonText page;
  page.begin_object();
  page.member("gaps", writer.gap_tables());
  page.member("layouts", writer.layouts());
  page.member("machines", std::move(machines).written());
  page.key("metrics");
  page.begin_array();
  for (const MetricRow& metric : metric_table()) page.row(metric.label, metric.summary);
  page.end_array();
  page.key("sources");
  page.begin_array();
  for (const MachineAnalysis& machine : document.analysis.machines) page.value(sources_json(machine));
  page.end_array();
  page.end_object();
  return page.take();
}

}  // namespace rooflens::reports
