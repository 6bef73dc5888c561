#include "models/compare/conditions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "models/base/joined.hpp"
#include "models/base/missing.hpp"
#include "models/base/thresholds.hpp"
#include "models/base/timing.hpp"
#include "models/roofs/probe.hpp"

namespace rooflens::models {
namespace {

int rank_of(const Recording& recording, int process) {
  for (const Process& entry : recording.processes) {
    if (entry.id == process) return entry.rank;
  }
  return 0;
}

// The later reading was taken while the last repetition ran.
std::optional<Hertz> running_clock(std::span<const MachineAnalysis* const> machines,
                                   std::optional<Hertz> ClockSample::*which) {
  std::vector<Hertz> clocks;
  for (const MachineAnalysis* machine : machines) {
    for (const AnalysedKernel& kernel : machine->kernels) {
      const auto clock = kernel.observation->clocks_during.*which;
      if (clock) clocks.push_back(*clock);
    }
  }
  return median(std::move(clocks));
}

// What is known of them; empty where nothing is.
std::string of_devices(std::span<const MachineAnalysis* const> machines, std::string DeviceProperties::*which) {
  std::set<std::string> words;
  for (const MachineAnalysis* machine : machines) words.insert(machine->machine->device.*which);
  words.erase("");
  return joined(words);
}

class Differences {
 public:
  void add(Condition condition, const std::string& a, const std::string& b) {
    if (a == b) return;
    const auto told = [](const std::string& side) { return side.empty() ? std::string(kUnknown) : side; };
    list.push_back({condition, told(a), told(b), !a.empty() && !b.empty()});
  }
  void add_clock(std::string_view name, std::optional<Hertz> a, std::optional<Hertz> b) {
    if (!a || !b || a->value() <= 0) return;
    if (std::abs(*b / *a - 1) <= kClockTolerance) return;
    add(Condition::clock, fmt::format("{:.0f} MHz ({})", in_megahertz(*a), name),
        fmt::format("{:.0f} MHz ({})", in_megahertz(*b), name));
  }
  std::vector<ConditionDifference> list;
};

std::string_view kind_of(const ComparisonSide& side) { return is_simulated(side) ? "simulated" : "recorded"; }

class Rows {
 public:
  void add(std::string id, std::string label, PropertyUnit unit, PropertyValue a, PropertyValue b, double scatter = 0,
           std::string_view what = {}) {
    if (a == PropertyValue{} && b == PropertyValue{}) return;
    list.push_back({std::move(id), std::move(label), unit, std::move(a), std::move(b), scatter, what});
  }
  std::vector<PropertyRow> list;
};

PropertyValue words(const std::string& text) { return text.empty() ? PropertyValue{} : PropertyValue{text}; }
PropertyValue number(double value) { return value > 0 ? PropertyValue{value} : PropertyValue{}; }
template <typename Q>
PropertyValue quantity(const std::optional<Q>& value) {
  return value ? number(value->value()) : PropertyValue{};
}
PropertyValue yes_no(const std::optional<bool>& value) {
  return value ? PropertyValue{*value ? 1.0 : 0.0} : PropertyValue{};
}

void add_roofs(Rows& rows, const Ceilings& a, const Ceilings& b) {
  const auto rate = [](const auto* roof) { return roof ? number(roof->rate.value()) : PropertyValue{}; };
  const auto scatter = [](const auto* first, const auto* second) {
    return first && second ? first->origin.spread.value_or(0) + second->origin.spread.value_or(0) : 0;
  };
  for (const LevelInfo& level : kLevels) {
    const auto *first = a.best(level.level), *second = b.best(level.level);
    rows.add(fmt::format("roof_{}", level.id), fmt::format("{} roof", level.label), PropertyUnit::bytes_per_s,
             rate(first), rate(second), scatter(first, second));
  }
  for (const PrecisionInfo& precision : kPrecisions) {
    const auto *first = a.best(precision.precision), *second = b.best(precision.precision);
    rows.add(fmt::format("roof_{}", precision.id), fmt::format("{} roof", precision.label),
             PropertyUnit::operations_per_s, rate(first), rate(second), scatter(first, second));
  }
}

void add_probes(Rows& rows, const Ceilings& a, const Ceilings& b) {
  if (!a.probes || !b.probes) return;
  for (const ProbeInfo& probe : kProbes) {
    const auto *first = a.probes->find(probe.id), *second = b.probes->find(probe.id);
    if (!first || !second || !is_beside_roofs(probe)) continue;
    std::string id = fmt::format("probe_{}", probe.id);
    std::replace(id.begin(), id.end(), '-', '_');
    const PropertyUnit unit = is_time(probe)      ? PropertyUnit::seconds
                              : probe.unit == "B" ? PropertyUnit::bytes_per_s
                                                  : PropertyUnit::per_s;
    rows.add(std::move(id), std::string(probe.label), unit, number(first->value), number(second->value),
             first->spread + second->spread, probe.unit);
  }
}

}  // namespace

bool PropertyRow::differs() const {
  const auto *first = std::get_if<double>(&a), *second = std::get_if<double>(&b);
  if (!first || !second) return a != b;
  return std::abs(*first - *second) > scatter * std::max(std::abs(*first), std::abs(*second));
}

std::vector<const MachineAnalysis*> machines_of(const ComparisonSide& side) {
  std::vector<const MachineAnalysis*> result;
  for (std::size_t i = 0; i < side.analysis->machines.size(); ++i) {
    const auto& chosen = side.machines;
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), i) != chosen.end()) {
      result.push_back(&side.analysis->machines[i]);
    }
  }
  return result;
}

std::vector<ComparedKernel> kernels_of(const ComparisonSide& side) {
  std::vector<ComparedKernel> result;
  const std::vector<const MachineAnalysis*> machines = machines_of(side);
  for (std::size_t m = 0; m < machines.size(); ++m) {
    for (const auto* list : {&machines[m]->kernels, &machines[m]->ranges}) {
      for (const AnalysedKernel& kernel : *list) {
        result.push_back({&kernel, rank_of(*side.recording, kernel.observation->process), m});
      }
    }
  }
  return result;
}

std::vector<ConditionDifference> differing_conditions(const ComparisonSide& a, const ComparisonSide& b,
                                                      std::span<const ComparedKernel> kernels_a,
                                                      std::span<const ComparedKernel> kernels_b,
                                                      const Matching& matching) {
  const auto first = machines_of(a);
  const auto second = machines_of(b);
  Differences differences;
  const auto by_device = [&](Condition condition, std::string DeviceProperties::*which) {
    differences.add(condition, of_devices(first, which), of_devices(second, which));
  };
  by_device(Condition::gpu, &DeviceProperties::name);
  by_device(Condition::driver, &DeviceProperties::driver_version);
  differences.add_clock("SM", running_clock(first, &ClockSample::sm), running_clock(second, &ClockSample::sm));
  differences.add_clock("memory", running_clock(first, &ClockSample::memory),
                        running_clock(second, &ClockSample::memory));
  std::set<std::string> caches_a, caches_b;
  for (const KernelMatch& pair : matching.pairs) {
    const CachePolicy before = kernels_a[pair.a].kernel->observation->cache;
    const CachePolicy after = kernels_b[pair.b].kernel->observation->cache;
    if (before == after) continue;
    caches_a.emplace(id(before));
    caches_b.emplace(id(after));
  }
  if (!caches_a.empty()) differences.list.push_back({Condition::cache, joined(caches_a), joined(caches_b)});
  differences.add(Condition::tool, a.recording->provenance.tool_version, b.recording->provenance.tool_version);
  differences.add(Condition::kind, std::string(kind_of(a)), std::string(kind_of(b)));
  return std::move(differences.list);
}

std::vector<PropertyRow> side_by_side(const MachineAnalysis& first, const MachineAnalysis& second) {
  const DeviceProperties& a = first.machine->device;
  const DeviceProperties& b = second.machine->device;
  Rows rows;
  const auto text = [&](const char* id, const char* label, std::string DeviceProperties::*which) {
    rows.add(id, label, PropertyUnit::text, words(a.*which), words(b.*which));
  };
  const auto value = [&](const char* id, const char* label, PropertyUnit unit, auto which) {
    rows.add(id, label, unit, number((a.*which).value()), number((b.*which).value()));
  };
  const auto clock = [&](const char* id, const char* label, std::optional<Hertz> ClockSample::*which) {
    const std::array<const MachineAnalysis*, 2> machines{&first, &second};
    rows.add(id, label, PropertyUnit::hertz, quantity(running_clock(std::span(machines).first(1), which)),
             quantity(running_clock(std::span(machines).last(1), which)));
  };
  text("name", "GPU", &DeviceProperties::name);
  const auto capability = [](const ComputeCapability& c) { return PropertyValue{c.text()}; };
  rows.add("compute_capability", "Compute capability", PropertyUnit::text, capability(a.compute_capability),
           capability(b.compute_capability));
  rows.add("sm_count", "SMs", PropertyUnit::count, number(a.sm_count), number(b.sm_count));
  rows.add("whole_sm_count", "SMs of the whole GPU", PropertyUnit::count, number(a.whole_sm_count.value_or(0)),
           number(b.whole_sm_count.value_or(0)));
  value("sm_clock_maximum_hz", "SM clock, maximum", PropertyUnit::hertz, &DeviceProperties::sm_clock_maximum);
  clock("sm_clock_running_hz", "SM clock, running", &ClockSample::sm);
  value("memory_clock_maximum_hz", "Memory clock, maximum", PropertyUnit::hertz,
        &DeviceProperties::memory_clock_maximum);
  clock("memory_clock_running_hz", "Memory clock, running", &ClockSample::memory);
  value("memory_bytes", "Memory", PropertyUnit::bytes, &DeviceProperties::memory);
  value("l2_bytes", "L2", PropertyUnit::bytes, &DeviceProperties::l2);
  value("shared_per_sm_bytes", "Shared memory of an SM", PropertyUnit::bytes, &DeviceProperties::shared_per_sm);
  rows.add("ecc", "ECC", PropertyUnit::yes_no, yes_no(a.ecc), yes_no(b.ecc));
  rows.add("mig", "MIG", PropertyUnit::yes_no, yes_no(a.mig), yes_no(b.mig));
  rows.add("power_limit_watts", "Power limit", PropertyUnit::watts, number(a.power_limit_watts.value_or(0)),
           number(b.power_limit_watts.value_or(0)));
  text("driver_version", "Driver", &DeviceProperties::driver_version);
  text("cuda_driver_version", "CUDA of the driver", &DeviceProperties::cuda_driver_version);
  text("cuda_runtime_version", "CUDA runtime", &DeviceProperties::cuda_runtime_version);
  add_roofs(rows, first.machine->ceilings, second.machine->ceilings);
  add_probes(rows, first.machine->ceilings, second.machine->ceilings);
  return std::move(rows.list);
}

}  // namespace rooflens::models
