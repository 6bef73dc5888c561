#include "reports/compare/compare_html_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "models/base/json_text.hpp"
#include "models/base/thresholds.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/compare/comparison_scene.hpp"
#include "reports/html/html_scenes.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::KernelPair;
using nlohmann::json;

// Pictures of these widths: a page shows the nearest, scaled a little. The heights give the plots a pleasant shape.
constexpr std::array<std::pair<int, int>, 3> kSizes{{{992, 620}, {660, 560}, {358, 860}}};

json raw(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

// What the kernels of both sides are bound by: levels, pipes, and those that nothing known binds. Sorted, so that the
// page can sort by the places.
class Bounds {
 public:
  explicit Bounds(const models::Comparison& comparison) {
    for (const KernelPair& pair : comparison.pairs) {
      add(*pair.a);
      add(*pair.b);
    }
    for (const auto* side : {&comparison.only_a, &comparison.only_b}) {
      for (const models::ComparedKernel& entry : *side) add(*entry.kernel);
    }
  }
  [[nodiscard]] auto place(const AnalysedKernel& kernel) const {
    return std::distance(all_.begin(), all_.find({kernel.binding, limit_word(kernel)}));
  }
  [[nodiscard]] json rows() const {
    json to = json::array();
    for (const auto& [binding, label] : all_) to.push_back({{"id", info(binding).id}, {"label", label}});
    return to;
  }

 private:
  void add(const AnalysedKernel& kernel) { all_.emplace(kernel.binding, limit_word(kernel)); }
  std::set<std::pair<models::Binding, std::string>> all_;
};

// What is known of one side's kernel; what is not has no key.
json side_of(const AnalysedKernel& kernel, const Bounds& bounds) {
  json to{{"binding", bounds.place(kernel)}};
  if (kernel.failed()) to["failed"] = true;
  if (kernel.time) {
    to["time"] = raw(kernel.time->median.value());
    to["timeText"] = format(kernel.time->median);
  }
  if (kernel.percent_of_roof && !kernel.failed()) {
    to["roof"] = raw(kernel.percent_of_roof->fraction);
    to["roofText"] = format_percent(kernel.percent_of_roof->fraction);
    to["roofName"] = kernel.percent_of_roof->roof;
    to["measured"] = !kernel.percent_of_roof->compulsory;
  }
  if (kernel.flop_rate) to["flops"] = format(*kernel.flop_rate);
  for (const models::LevelPoint& point : kernel.points) {
    if (point.level != models::Level::dram) continue;
    to["dram"] = format(point.bandwidth);
    if (point.intensity) to["intensity"] = format(*point.intensity);
  }
  if (kernel.achieved_occupancy) to["occupancy"] = format_percent(*kernel.achieved_occupancy);
  return to;
}

json row_of(const KernelPair& pair, const std::string& name, const Bounds& bounds) {
  json to{{"name", name}, {"trend", id(pair.trend)}, {"a", side_of(*pair.a, bounds)}, {"b", side_of(*pair.b, bounds)}};
  if (pair.speedup) {
    to["ratio"] = raw(pair.speedup->ratio);
    to["ratioText"] = format_factor(pair.speedup->ratio);
    if (pair.speedup->interval) to["interval"] = interval_text(*pair.speedup->interval);
  }
  if (pair.prediction) {
    to["roofs"] = raw(pair.prediction->speedup);
    to["roofsText"] = prediction_text(*pair.prediction);
    to["roofsOf"] = pair.prediction->roof;
  }
  if (pair.falls_short) to["short"] = true;
  if (const auto words = statements(pair); !words.empty()) to["notes"] = words;
  return to;
}

json lonely(const std::vector<models::ComparedKernel>& kernels, const ComparedNames& names, const Bounds& bounds) {
  json to = json::array();
  for (const models::ComparedKernel& entry : kernels) {
    to.push_back({{"name", names.name(entry)}, {"side", side_of(*entry.kernel, bounds)}});
  }
  return to;
}

json described(const std::string& name, const models::Provenance& provenance) {
  json to{{"name", clean_utf8(name)}, {"kind", kind_of_data(provenance)}};
  json& facts = to["facts"] = json::array();
  const auto add = [&](const char* label, const std::string& value) {
    if (!value.empty()) facts.push_back({label, clean_utf8(value)});
  };
  add("Recorded", provenance.started_utc);
  add("Host", provenance.hostname);
  add("Command", provenance.command);
  add("Tool", provenance.tool_version.empty() ? "" : "rooflens " + provenance.tool_version);
  return to;
}

json devices(const models::Comparison& comparison) {
  json to = json::array();
  for (const models::MachinePair& pair : comparison.machines) {
    json entry{{"a", clean_utf8(pair.a->device.name)}, {"b", clean_utf8(pair.b->device.name)}};
    json& rows = entry["rows"] = json::array();
    for (const models::PropertyRow& row : pair.properties) {
      const std::string a = property_text(row, row.a), b = property_text(row, row.b);
      if (a != b) rows.push_back({row.label, a, b, difference_word(row)});
    }
    to.push_back(std::move(entry));
  }
  return to;
}

json pictures(const ComparisonDocument& document) {
  json to = json::array();
  const std::size_t machines = std::max<std::size_t>(1, document.comparison.machines.size());
  for (std::size_t machine = 0; machine < machines; ++machine) {
    for (const auto& [width, height] : kSizes) {
      to.push_back(scene_json(chart::build_comparison_scene(
          document, {.width = width, .height = height, .labels = 14, .machine = machine, .bare = true})));
      to.back()["machine"] = machine;
    }
  }
  return to;
}

}  // namespace

std::string page_comparison(const ComparisonDocument& document) {
  const models::Comparison& comparison = document.comparison;
  const ComparedNames names = names_of(comparison);
  json page{{"simulated", comparison.simulated},
            {"altered", comparison.altered},
            {"outcome", outcome(comparison)},
            {"noise", format_percent(models::kProcessNoise)},
            {"a", described(document.a, *comparison.recorded_a)},
            {"b", described(document.b, *comparison.recorded_b)},
            {"devices", devices(comparison)}};
  json& differences = page["differences"] = json::array();
  for (const models::ConditionDifference& difference : comparison.differences) {
    differences.push_back({info(difference.condition).label, clean_utf8(difference.a), clean_utf8(difference.b)});
  }
  const Bounds bounds(comparison);
  page["bindings"] = bounds.rows();
  json& pairs = page["pairs"] = json::array();
  for (const KernelPair& pair : comparison.pairs) pairs.push_back(row_of(pair, names.name(first_of(pair)), bounds));
  page["onlyA"] = lonely(comparison.only_a, names, bounds);
  page["onlyB"] = lonely(comparison.only_b, names, bounds);
  page["pictures"] = pictures(document);
  return models::json_line(page);
}

}  // namespace rooflens::reports
