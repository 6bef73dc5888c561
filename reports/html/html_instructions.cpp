#include "reports/html/html_instructions.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "reports/html/html_data.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::InstructionRoofline;
using nlohmann::json;

// Four digits place a point.
json brief(double value) {
  if (!std::isfinite(value)) return nullptr;
  const std::string text = fmt::format("{:.4g}", value);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  if (rounded == std::floor(rounded) && std::abs(rounded) < 1e15) return static_cast<std::int64_t>(rounded);
  return rounded;
}
json brief(const std::optional<models::InstructionRate>& rate) { return rate ? brief(rate->value()) : json(nullptr); }

json walls() {
  json global = json::array();
  for (const models::AccessWall& wall : models::global_walls()) {
    global.push_back({wall.label, wall.instructions_per_transaction});
  }
  json shared = json::array();
  for (const int ways : {1, 2, 4, 8, 16, 32}) {
    const std::string label = ways == 1 ? "no bank conflict" : fmt::format("{}-way bank conflict", ways);
    shared.push_back({label, *models::conflict_wall(ways)});
  }
  return {{"global", std::move(global)}, {"shared", std::move(shared)}};
}

// An empty list where no kernel has the value.
class Column {
 public:
  void add(json value) {
    any_ = any_ || !value.is_null();
    values_.push_back(std::move(value));
  }
  [[nodiscard]] json take() { return any_ ? std::move(values_) : json::array(); }

 private:
  bool any_ = false;
  json values_ = json::array();
};

void add_access(Column& intensity, Column& rate, const std::optional<models::AccessPoint>& point) {
  intensity.add(point ? brief(point->instructions_per_transaction) : json(nullptr));
  rate.add(point ? brief(point->rate.value()) : json(nullptr));
}

// The roof of issue where it is more than a calculation: [warp instructions per second, its text, where it comes from,
// how it was made, spread or null, whether it was measured].
json issue_json(const models::Ceilings& ceilings) {
  const models::InstructionCeiling* issue = ceilings.best(models::Pipe::issue);
  if (!issue || issue->origin.source == models::CeilingSource::theoretical) return nullptr;
  return {brief(issue->rate.value()),
          significant(issue->rate.value() / 1e9) + " warp GIPS",
          origin_text(issue->origin),
          clean_utf8(issue->origin.detail),
          issue->origin.spread ? json(*issue->origin.spread) : json(nullptr),
          is_as_measured(issue->origin)};
}

json machine_json(const models::MachineAnalysis& machine, std::size_t limit) {
  Column kernel, peak, issued, active, on, global, global_rate, shared, shared_rate;
  std::array<Column, models::kLevels.size()> levels;
  json bulk = json::array();  // levels that bulk copies pass uncounted
  for (std::size_t i = 0; i < models::kLevels.size(); ++i) bulk.push_back(false);
  for (const std::size_t i : kernels_by_time(machine, limit)) {
    const std::optional<InstructionRoofline>& roofline = machine.kernels[i].instruction_roofline;
    if (!roofline || machine.kernels[i].failed()) continue;
    kernel.add(i);
    peak.add(brief(roofline->peak));
    issued.add(brief(roofline->heights.issued.value()));
    active.add(brief(roofline->heights.active));
    on.add(brief(roofline->heights.predicated_on));
    for (const models::LevelInfo& level : models::kLevels) {
      json intensity = nullptr;
      for (const models::InstructionPoint& point : roofline->points) {
        if (point.level != level.level) continue;
        intensity = brief(point.instructions_per_transaction);
        if (point.lsu_only) bulk[static_cast<std::size_t>(level.level)] = true;
      }
      levels[static_cast<std::size_t>(level.level)].add(std::move(intensity));
    }
    add_access(global, global_rate, roofline->global);
    add_access(shared, shared_rate, roofline->shared);
  }
  json to{{"issue", issue_json(machine.machine->ceilings)},
          {"kernel", kernel.take()},
          {"peak", peak.take()},
          {"issued", issued.take()},
          {"active", active.take()},
          {"on", on.take()},
          {"bulk", std::move(bulk)}};
  to["global"] = {{"x", global.take()}, {"rate", global_rate.take()}};
  to["shared"] = {{"x", shared.take()}, {"rate", shared_rate.take()}};
  to["levels"] = json::array();
  for (Column& level : levels) to["levels"].push_back(level.take());
  return to;
}

}  // namespace

std::string page_instructions(const Document& document, std::size_t limit) {
  json machines = json::array();
  for (const models::MachineAnalysis& machine : document.analysis.machines) {
    machines.push_back(machine_json(machine, limit));
  }
  json bytes = json::array();
  for (const models::LevelInfo& level : models::kLevels) {
    bytes.push_back(models::transaction_bytes(level.level).value());
  }
  const json page{{"walls", walls()}, {"transactionBytes", std::move(bytes)}, {"machines", std::move(machines)}};
  return page.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace rooflens::reports
