// The overview. Kernels are stored in columns: names and units that repeat stand side by side, which halves the page.
#include "reports/html/html_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "models/base/thresholds.hpp"
#include "models/find/findings.hpp"
#include "models/place/kernel_metric.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/html/html_findings.hpp"
#include "reports/html/html_parts.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"
#include "reports/words/note_words.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/run_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using nlohmann::json;
using namespace models;

// Five digits place a point and order a row; the text beside it is what people read. Whole numbers are written out.
std::optional<WrittenJson> raw(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  std::string text = fmt::format("{:.5g}", value);
  const bool whole = value == 0 || text.find("e+") != std::string::npos;
  if (whole && std::abs(value) < 1e15) text = fmt::format("{:.0f}", std::strtod(text.c_str(), nullptr) + 0.0);
  return WrittenJson{std::move(text)};
}
template <typename T>
std::optional<WrittenJson> raw(const std::optional<T>& value) {
  if constexpr (std::is_same_v<T, double>) {
    return value ? raw(*value) : std::nullopt;
  } else {
    return value ? raw(value->value()) : std::nullopt;
  }
}
template <typename T>
std::optional<std::string> text(const std::optional<T>& value) {
  return value ? std::optional(format(*value)) : std::nullopt;
}
std::optional<std::string> percent(std::optional<double> value) {
  return value ? std::optional(format_percent(*value)) : std::nullopt;
}

template <typename Ceiling>
json roof(const Ceiling& ceiling, std::string_view name, std::string rate, bool best) {
  json entry{{"name", name},
             {"rate", ceiling.rate.value()},
             {"text", std::move(rate)},
             {"source", is_scaled(ceiling.origin) ? "scaled" : id(ceiling.origin.source)},
             {"basis", id(ceiling.origin.basis)},
             {"note", chart::origin_note(ceiling.origin)},
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

// What drawn kernels counted and no roof is known for: [label, level or null].
json roofless(const MachineAnalysis& machine) {
  json names = json::array();
  for (const AnalysedKernel& kernel : machine.kernels) {
    if (kernel.failed() || !kernel.time) continue;
    for (const std::string_view name : kernel.without_roof) {
      const auto level = std::find_if(kLevels.begin(), kLevels.end(), [&](const auto& l) { return l.label == name; });
      json entry{name, level == kLevels.end() ? json(nullptr) : json(static_cast<int>(level->level))};
      if (std::find(names.begin(), names.end(), entry) == names.end()) names.push_back(std::move(entry));
    }
  }
  return names;
}

// What `value_of` says of the thing; null without one.
template <typename Thing, typename ValueOf>
auto known(const Thing* thing, const ValueOf& value_of) -> std::optional<decltype(value_of(*thing))> {
  if (!thing) return std::nullopt;
  return std::optional<decltype(value_of(*thing))>(std::in_place, value_of(*thing));
}

// What `value_of` says of each kernel, as a list; absent = null.
template <typename ValueOf>
void write_column(JsonText& to, std::string_view name, const std::vector<AnalysedKernel>& kernels,
                  const ValueOf& value_of) {
  to.key(name);
  to.begin_array();
  for (const AnalysedKernel& kernel : kernels) to.value(value_of(kernel));
  to.end_array();
}

void write_level(JsonText& to, const std::vector<AnalysedKernel>& kernels, Level level) {
  const auto column = [&](std::string_view name, const auto& value_of) {
    write_column(to, name, kernels, [&](const AnalysedKernel& kernel) {
      const auto point = std::find_if(kernel.points.begin(), kernel.points.end(),
                                      [&](const LevelPoint& p) { return p.level == level; });
      return known(point == kernel.points.end() ? nullptr : &*point, value_of);
    });
  };
  to.begin_object();
  column("analytic", [](const LevelPoint& p) { return p.source == DemandSource::analytic ? 1 : 0; });
  column("bytes", [](const LevelPoint& p) { return format(p.bytes); });
  column("fraction", [](const LevelPoint& p) { return percent(p.fraction_of_ceiling); });
  column("intensity", [](const LevelPoint& p) { return text(p.intensity); });
  to.member("level", static_cast<int>(level));
  column("rate", [](const LevelPoint& p) { return raw(p.bandwidth.value()); });
  column("rateText", [](const LevelPoint& p) { return format(p.bandwidth); });
  to.end_object();
}

// Idle lanes and bank conflicts, where they cost; a column of their own would take the room of the names.
std::optional<std::string> waste_note(const AnalysedKernel& kernel) {
  std::string text;
  const auto lanes = models::metric(kernel, "lane_efficiency");
  if (lanes && *lanes < models::kFewLanes) text = *percent(lanes) + " of lanes";
  const auto& conflicts = kernel.bank_conflict_degree;
  if (conflicts && *conflicts > models::kManyConflicts) {
    text += (text.empty() ? "" : ", ") + format_factor(*conflicts) + " conflicts";
  }
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

// One column per property.
void write_kernels(JsonText& to, const MachineAnalysis& machine, const ProcessLabels& labels, bool application,
                   const json& peers) {
  using K = AnalysedKernel;
  const auto column = [&](std::string_view name, const auto& value_of) {
    write_column(to, name, machine.kernels, value_of);
  };
  const auto of_time = [](const K& k, const auto& value_of) { return known(k.time ? &*k.time : nullptr, value_of); };
  const auto of_roof = [](const K& k, const auto& value_of) {
    return known(k.percent_of_roof ? &*k.percent_of_roof : nullptr, value_of);
  };
  std::vector<std::size_t> rank(machine.kernels.size());  // by the time that their roofs leave
  for (std::size_t i = 0; i < rank.size(); ++i) rank[machine.by_recoverable[i]] = i;
  to.begin_object();
  column("binding", [](const K& k) { return static_cast<int>(k.binding); });
  column("compulsory",
         [&](const K& k) { return of_roof(k, [](const auto& roof) { return roof.compulsory ? 1 : 0; }); });
  if (const json contradiction = contradiction_column(machine); !contradiction.empty()) {
    to.member("contradiction", contradiction);
  }
  if (application) {
    column("counted", [](const K& k) {
      JsonText pair;
      pair.row(k.observation->launches_counted, k.observation->launches_made);
      return std::move(pair).written();
    });
  }
  const auto any = [&](const auto& value_of) {
    return std::any_of(machine.kernels.begin(), machine.kernels.end(),
                       [&](const K& kernel) { return value_of(kernel).has_value(); });
  };
  column("flops", [](const K& k) { return raw(k.flop_rate); });
  column("flopsText", [](const K& k) { return text(k.flop_rate); });
  column("leftText",
         [](const K& k) { return k.recoverable ? std::optional(recoverable_share(*k.recoverable)) : std::nullopt; });
  column("leftTime", [](const K& k) {
    const auto& left = k.recoverable;
    return left ? std::optional(format_times(left->at_least, left->at_most)) : std::nullopt;
  });
  to.key("levels");
  to.begin_array();
  for (const LevelInfo& level : kLevels) write_level(to, machine.kernels, level.level);
  to.end_array();
  column("name", [&](const K& k) { return labels.name(*k.observation); });
  column("occupancy", [](const K& k) { return raw(k.achieved_occupancy); });
  column("occupancyLimit", [](const K& k) { return percent(k.theoretical_occupancy); });
  column("occupancyText", [](const K& k) { return percent(k.achieved_occupancy); });
  if (!peers.empty()) to.member("peer", peers);
  column("pipe", [](const K& k) {
    const auto* pipe = models::binding_pipe(k);
    return pipe ? std::optional(std::string(label_of(*pipe))) : std::nullopt;
  });
  column("precision",
         [](const K& k) { return k.precision ? std::optional(static_cast<int>(*k.precision)) : std::nullopt; });
  column("rank", [&](const K& k) { return rank[static_cast<std::size_t>(&k - machine.kernels.data())]; });
  column("roof", [&](const K& k) { return of_roof(k, [](const auto& roof) { return raw(roof.fraction); }); });
  column("roofName", [&](const K& k) { return of_roof(k, [](const auto& roof) { return roof.roof; }); });
  column("roofText",
         [&](const K& k) { return of_roof(k, [](const auto& roof) { return format_percent(roof.fraction); }); });
  column("share", [](const K& k) { return raw(k.share_of_time); });
  column("shareText", [](const K& k) { return k.has_share() ? percent(k.share_of_time) : std::nullopt; });
  column("shortest", [&](const K& k) { return of_roof(k, [](const auto& roof) { return format(roof.shortest); }); });
  column("spread", [&](const K& k) {
    const auto spread = k.time ? k.time->relative_spread() : std::nullopt;
    return spread ? std::optional(format_spread(*spread)) : std::nullopt;
  });
  column("time", [&](const K& k) { return of_time(k, [](const auto& time) { return raw(time.median.value()); }); });
  column("timeText", [&](const K& k) { return of_time(k, [](const auto& time) { return format(time.median); }); });
  if (const json uncounted = uncounted_column(machine); !uncounted.empty()) to.member("uncounted", uncounted);
  column("verified", [](const K& k) { return static_cast<int>(k.observation->verification.status); });
  if (any(waste_note)) column("waste", waste_note);
  to.end_object();
}

// Rows of finished text: name, time, launches, arithmetic rate, DRAM rate, share of roof, what binds,
// and the word that stands there where counters and time contradict each other.
void write_ranges(JsonText& to, const MachineAnalysis& machine, const ProcessLabels& labels) {
  to.begin_array();
  for (const AnalysedKernel& range : machine.ranges) {
    std::optional<std::string> dram;
    for (const LevelPoint& point : range.points) {
      if (point.level == Level::dram) dram = format(point.bandwidth);
    }
    const auto time = range.time ? std::optional(format(range.time->median)) : std::nullopt;
    const auto roof = range.percent_of_roof ? percent(range.percent_of_roof->fraction) : std::nullopt;
    to.row(labels.name(*range.observation), time, range.observation->launches_made, text(range.flop_rate), dram, roof,
           static_cast<int>(range.binding), is_contradictory(range) ? std::optional(limit_word(range)) : std::nullopt);
  }
  to.end_array();
}

void write_machine(JsonText& to, const Document& document, const MachineAnalysis& machine, const ProcessLabels& labels,
                   bool application) {
  const DeviceProperties& device = machine.machine->device;
  to.begin_object();
  if (!machine.for_callers.empty()) to.member("callers", machine.for_callers);
  to.member("chart", chart_json(machine));
  to.member("count", machine.kernels.size());
  to.member("facts", device_facts(device));
  if (const json families = families_json(machine, labels); !families.empty()) {
    to.member("families", families);
  }
  to.key("findings");
  std::vector<Finding> findings = note_findings(document, machine);
  findings.insert(findings.end(), machine.findings.begin(), machine.findings.end());
  write_findings(to, findings);
  if (const WrittenJson groups = groups_json(machine, labels); groups.text != "[]") to.member("groups", groups);
  to.member("id", machine.machine->id);
  const auto counted = std::count_if(machine.kernels.begin(), machine.kernels.end(), [](const AnalysedKernel& kernel) {
    return kernel.instruction_roofline.has_value() && !kernel.failed();
  });
  if (counted > 0) to.member("instructions", counted);  // kernels that the instruction roofline can show
  to.key("kernels");
  write_kernels(to, machine, labels, application, peers_json(machine, labels));
  to.member("line", device_line(device));
  to.member("name", clean_utf8(device.name));
  if (const json links = links_table(machine.machine->ceilings.links); !links.is_null()) to.member("links", links);
  if (const json probes = probes_json(machine.machine->ceilings); !probes.is_null()) to.member("probes", probes);
  if (!machine.ranges.empty()) {
    to.key("ranges");
    write_ranges(to, machine, labels);
  }
  if (const json missing = roofless(machine); !missing.empty()) to.member("roofless", missing);
  to.member("roofs", roofs(machine.machine->ceilings));
  if (const std::string run = run_time_text(machine); !run.empty()) to.member("runTime", run);
  to.member("verdict", clean_utf8(machine.verdict));
  to.end_object();
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
  json bindings = json::array(), levels = json::array(), precisions = json::array();
  for (const BindingInfo& binding : kBindings) {
    bindings.push_back({{"id", binding.id}, {"label", binding.label}, {"bound", binding.bound}});
  }
  for (const LevelInfo& level : kLevels) levels.push_back({{"id", level.id}, {"label", level.label}});
  for (const PrecisionInfo& precision : kPrecisions) {
    precisions.push_back({{"id", precision.id}, {"label", precision.label}, {"unit", precision.unit}});
  }
  const ProcessLabels labels(document.recording, document.analysis.problems);
  const std::vector<Observation>& all = document.recording.observations;
  const bool application = std::any_of(all.begin(), all.end(), is_of_application);
  JsonText page;
  page.begin_object();
  page.member("altered", models::is_altered(document.recording.provenance));
  page.member("bindings", bindings);
  page.member("detailed", kDetailedKernels);
  page.member("levels", levels);
  page.key("machines");
  page.begin_array();
  for (const MachineAnalysis& machine : document.analysis.machines) {
    write_machine(page, document, machine, labels, application);
  }
  page.end_array();
  page.member("precisions", precisions);
  page.member("provenance", provenance_facts(document));
  page.member("simulated", document.recording.provenance.kind == RecordingKind::simulated);
  page.member("title", clean_utf8(document.title));
  page.end_object();
  return page.take();
}

}  // namespace rooflens::reports
