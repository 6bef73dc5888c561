#include "reports/compare/compare_html_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

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

// What is known of one side's kernel; what is not has no key.
json side_of(const AnalysedKernel& kernel) {
  json to{{"binding", static_cast<int>(kernel.binding)}};
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

json row_of(const KernelPair& pair, const std::string& name) {
  json to{{"name", name}, {"trend", id(pair.trend)}, {"a", side_of(*pair.a)}, {"b", side_of(*pair.b)}};
  if (pair.speedup) {
    to["ratio"] = raw(pair.speedup->ratio);
    to["ratioText"] = format_factor(pair.speedup->ratio);
    if (pair.speedup->interval) to["interval"] = interval_text(*pair.speedup->interval);
  }
  if (pair.prediction) {
    to["roofs"] = raw(pair.prediction->speedup);
    to["roofsText"] = format_factor(pair.prediction->speedup);
    to["roofsOf"] = pair.prediction->roof;
  }
  if (pair.falls_short) to["short"] = true;
  if (const auto words = statements(pair); !words.empty()) to["notes"] = words;
  return to;
}

json lonely(const std::vector<models::ComparedKernel>& kernels, const ComparedNames& names) {
  json to = json::array();
  for (const models::ComparedKernel& entry : kernels) {
    to.push_back({{"name", names.name(entry)}, {"side", side_of(*entry.kernel)}});
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
      if (row.differs() || a != b) rows.push_back({row.label, a, b, difference_word(row)});
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
  json& bindings = page["bindings"] = json::array();
  for (const models::BindingInfo& binding : models::kBindings) {
    bindings.push_back({{"id", binding.id}, {"label", binding.label}});
  }
  json& pairs = page["pairs"] = json::array();
  for (const KernelPair& pair : comparison.pairs) pairs.push_back(row_of(pair, names.name(first_of(pair))));
  page["onlyA"] = lonely(comparison.only_a, names);
  page["onlyB"] = lonely(comparison.only_b, names);
  page["pictures"] = pictures(document);
  return page.dump();
}

}  // namespace rooflens::reports
