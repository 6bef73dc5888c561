// The overview. Kernels are stored in columns: names and units that repeat stand side by side, which halves the page.
#include "reports/html_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "models/device_part.hpp"
#include "reports/format.hpp"
#include "reports/html_families.hpp"
#include "reports/html_findings.hpp"
#include "reports/html_groups.hpp"
#include "reports/html_latency.hpp"
#include "reports/process_labels.hpp"
#include "reports/words.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using namespace models;

// Five digits place a point and order a row; the text beside it is what people read.
json raw(double value) {
  if (!std::isfinite(value)) return nullptr;
  const std::string text = fmt::format("{:.5g}", value);
  double brief = 0;
  std::from_chars(text.data(), text.data() + text.size(), brief);
  if (brief == std::floor(brief) && std::abs(brief) < 1e15) return static_cast<std::int64_t>(brief);
  return brief;
}
template <typename T>
json raw(const std::optional<T>& value) {
  if constexpr (std::is_same_v<T, double>) {
    return value ? raw(*value) : json(nullptr);
  } else {
    return value ? raw(value->value()) : json(nullptr);
  }
}
template <typename T>
json text(const std::optional<T>& value) {
  return value ? json(format(*value)) : json(nullptr);
}
json percent(std::optional<double> value) { return value ? json(format_percent(*value)) : json(nullptr); }

std::string clock_note(const CeilingOrigin& origin) {
  return origin_text(origin) + (origin.basis == ClockBasis::maximum ? ", maximum clock" : ", clock of the run");
}

template <typename Ceiling>
json roof(const Ceiling& ceiling, std::string_view name, std::string rate, bool best) {
  json entry{{"name", name},
             {"rate", ceiling.rate.value()},
             {"text", std::move(rate)},
             {"source", id(ceiling.origin.source)},
             {"basis", id(ceiling.origin.basis)},
             {"note", clock_note(ceiling.origin)},
             {"detail", clean_utf8(ceiling.origin.detail)},
             {"best", best}};
  if (ceiling.origin.spread) entry["spread"] = *ceiling.origin.spread;
  return entry;
}

json roofs(const Ceilings& ceilings) {
  json memory = json::array();
  for (const MemoryCeiling& ceiling : ceilings.memory) {
    json entry =
        roof(ceiling, info(ceiling.level).label, format(ceiling.rate), ceilings.best(ceiling.level) == &ceiling);
    entry["level"] = static_cast<int>(ceiling.level);
    memory.push_back(std::move(entry));
  }
  json compute = json::array();
  for (const ComputeCeiling& ceiling : ceilings.compute) {
    const PrecisionInfo& precision = info(ceiling.precision);
    json entry = roof(ceiling, precision.label, format(ceiling.rate, precision.unit),
                      ceilings.best(ceiling.precision) == &ceiling);
    entry["precision"] = static_cast<int>(ceiling.precision);
    compute.push_back(std::move(entry));
  }
  return {{"memory", std::move(memory)}, {"compute", std::move(compute)}};
}

json device_line(const DeviceProperties& device) {
  json line = json::array();
  if (device.sm_count > 0) line.push_back(sm_count_text(device));
  if (device.sm_clock_maximum.value() > 0) line.push_back("SM clock up to " + format(device.sm_clock_maximum));
  if (device.memory_clock_maximum.value() > 0) line.push_back("memory clock " + format(device.memory_clock_maximum));
  if (!device.driver_version.empty()) line.push_back("driver " + clean_utf8(device.driver_version));
  if (!device.cuda_driver_version.empty()) line.push_back("CUDA " + clean_utf8(device.cuda_driver_version));
  return line;
}

json device_facts(const DeviceProperties& device) {
  json rows = json::array();
  const auto row = [&](std::string_view label, std::string value) {
    if (!value.empty()) rows.push_back({label, std::move(value)});
  };
  row("Compute capability", fmt::format("{}.{}", device.compute_capability.major, device.compute_capability.minor));
  row("Chip", clean_utf8(device.chip));
  row("SMs", device.whole_sm_count ? sm_count_text(device) + ". " + *sharing_text(device) : "");
  if (device.memory.value() > 0) row("Memory", format_capacity(device.memory));
  if (device.l2.value() > 0) row("L2", format_capacity(device.l2));
  if (device.shared_per_sm.value() > 0) row("Shared memory per SM", format_capacity(device.shared_per_sm));
  if (device.memory_bus_bits > 0) row("Memory bus", fmt::format("{} bit", device.memory_bus_bits));
  if (device.ecc) row("ECC", *device.ecc ? "on" : "off");
  if (device.mig) row("MIG", *device.mig ? "on" : "off");
  if (device.power_limit_watts) row("Power limit", significant(*device.power_limit_watts) + " W");
  row("UUID", clean_utf8(device.uuid));
  row("PCI", clean_utf8(device.pci_bus_id));
  return rows;
}

json provenance_facts(const Document& document) {
  const Provenance& provenance = document.recording.provenance;
  json rows = json::array();
  const auto row = [&](std::string_view label, std::string value) {
    if (!value.empty()) rows.push_back({label, std::move(value)});
  };
  row("Recorded", clean_utf8(provenance.started_utc));
  row("Host", clean_utf8(provenance.hostname));
  row("System", clean_utf8(provenance.operating_system));
  row("Command", clean_utf8(provenance.command));
  row("Collector", clean_utf8(provenance.collector));
  row("CUPTI", clean_utf8(provenance.cupti_version));
  row("Tool", "rooflens " + clean_utf8(provenance.tool_version));
  row("Model", std::to_string(document.analysis.model_version));
  return rows;
}

// One column per property; absent = null.
json kernel_columns(const MachineAnalysis& machine, const ProcessLabels& labels, bool application) {
  json columns = json::object();
  const auto add = [&](const char* name, json value) { columns[name].push_back(std::move(value)); };
  json levels = json::array();
  for (const LevelInfo& level : kLevels) {
    json empty = json::array();
    for (std::size_t i = 0; i < machine.kernels.size(); ++i) empty.push_back(nullptr);
    json column = json::object();
    for (const char* name : {"rate", "rateText", "bytes", "intensity", "fraction", "analytic"}) column[name] = empty;
    column["level"] = static_cast<int>(level.level);
    levels.push_back(std::move(column));
  }
  for (std::size_t i = 0; i < machine.kernels.size(); ++i) {
    const KernelAnalysis& kernel = machine.kernels[i];
    const TimingSummary* time = kernel.time ? &*kernel.time : nullptr;
    add("name", labels.name(*kernel.observation));
    add("time", time ? raw(time->median.value()) : json(nullptr));
    add("timeText", time ? json(format(time->median)) : json(nullptr));
    add("spread", time ? json(format_spread(time->relative_spread())) : json(nullptr));
    add("share", raw(kernel.share_of_time));
    add("shareText", kernel.has_share() ? json(format_percent(kernel.share_of_time)) : json(nullptr));
    add("flops", raw(kernel.flop_rate));
    add("flopsText", text(kernel.flop_rate));
    add("precision", kernel.precision ? json(static_cast<int>(*kernel.precision)) : json(nullptr));
    add("binding", static_cast<int>(kernel.binding));
    const auto& roof_share = kernel.percent_of_roof;
    add("roof", roof_share ? raw(roof_share->fraction) : json(nullptr));
    add("roofText", roof_share ? json(format_percent(roof_share->fraction)) : json(nullptr));
    add("roofName", roof_share ? json(roof_share->roof) : json(nullptr));
    add("shortest", roof_share ? json(format(roof_share->shortest)) : json(nullptr));
    add("compulsory", roof_share ? json(roof_share->compulsory ? 1 : 0) : json(nullptr));
    add("occupancy", raw(kernel.achieved_occupancy));
    add("occupancyText", percent(kernel.achieved_occupancy));
    add("occupancyLimit", percent(kernel.theoretical_occupancy));
    add("verified", static_cast<int>(kernel.observation->verification.status));
    if (application) add("counted", {kernel.observation->launches_observed, kernel.observation->launches_made});
    for (const LevelPoint& point : kernel.points) {
      json& column = levels[static_cast<std::size_t>(point.level)];
      column["rate"][i] = raw(point.bandwidth.value());
      column["rateText"][i] = format(point.bandwidth);
      column["bytes"][i] = format(point.bytes);
      column["intensity"][i] = text(point.intensity);
      column["fraction"][i] = percent(point.fraction_of_ceiling);
      column["analytic"][i] = point.source == DemandSource::analytic ? 1 : 0;
    }
  }
  columns["levels"] = std::move(levels);
  return columns;
}

// Rows of finished text: name, time, launches, arithmetic rate, DRAM rate, share of roof, what binds.
json ranges_of(const MachineAnalysis& machine, const ProcessLabels& labels) {
  json rows = json::array();
  for (const KernelAnalysis& range : machine.ranges) {
    json dram = nullptr;
    for (const LevelPoint& point : range.points) {
      if (point.level == Level::dram) dram = format(point.bandwidth);
    }
    rows.push_back({labels.name(*range.observation), range.time ? json(format(range.time->median)) : json(nullptr),
                    range.observation->launches_made, text(range.flop_rate), std::move(dram),
                    range.percent_of_roof ? json(format_percent(range.percent_of_roof->fraction)) : json(nullptr),
                    static_cast<int>(range.binding)});
  }
  return rows;
}

}  // namespace

std::vector<std::size_t> kernels_by_time(const MachineAnalysis& machine, std::size_t limit) {
  std::vector<std::size_t> order(machine.kernels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return machine.kernels[a].share_of_time > machine.kernels[b].share_of_time;
  });
  order.resize(std::min(limit, order.size()));
  return order;
}

std::string page_overview(const Document& document) {
  json page{{"title", clean_utf8(document.title)},
            {"simulated", document.recording.provenance.kind == RecordingKind::simulated},
            {"provenance", provenance_facts(document)},
            {"detailed", kDetailedKernels}};
  for (const BindingInfo& binding : kBindings) {
    page["bindings"].push_back({{"id", binding.id}, {"label", binding.label}, {"bound", binding.bound}});
  }
  for (const LevelInfo& level : kLevels) page["levels"].push_back({{"id", level.id}, {"label", level.label}});
  for (const PrecisionInfo& precision : kPrecisions) {
    page["precisions"].push_back({{"id", precision.id}, {"label", precision.label}, {"unit", precision.unit}});
  }
  page["machines"] = json::array();
  const ProcessLabels labels(document.recording);
  const std::vector<Observation>& all = document.recording.observations;
  const bool application = std::any_of(all.begin(), all.end(), is_of_application);
  for (const MachineAnalysis& machine : document.analysis.machines) {
    const DeviceProperties& device = machine.machine->device;
    page["machines"].push_back({{"name", clean_utf8(device.name)},
                                {"id", machine.machine->id},
                                {"line", device_line(device)},
                                {"facts", device_facts(device)},
                                {"verdict", clean_utf8(machine.verdict)},
                                {"findings", page_findings(machine.findings)},
                                {"roofs", roofs(machine.machine->ceilings)},
                                {"count", machine.kernels.size()},
                                {"kernels", kernel_columns(machine, labels, application)}});
    json& entry = page["machines"].back();
    if (json peers = peers_json(document, machine, labels); !peers.empty()) entry["kernels"]["peer"] = std::move(peers);
    if (json latency = latency_column(machine); !latency.empty()) entry["kernels"]["latency"] = std::move(latency);
    if (json families = families_json(document, machine, labels); !families.empty()) {
      entry["families"] = std::move(families);
    }
    if (!machine.ranges.empty()) entry["ranges"] = ranges_of(machine, labels);
    const auto counted = std::count_if(
        machine.kernels.begin(), machine.kernels.end(),
        [](const KernelAnalysis& kernel) { return kernel.instruction_roofline.has_value() && !kernel.failed(); });
    if (counted > 0) entry["instructions"] = counted;  // kernels that the instruction roofline can show
    if (json groups = groups_json(machine, labels); !groups.empty()) entry["groups"] = std::move(groups);
  }
  return page.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace rooflens::reports
