// What the page knows of families: sentences, and a row of finished text for each member.
#include "reports/html/html_parts.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "models/base/thresholds.hpp"
#include "reports/words/family_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::FamilyProgress;
using models::MemberProgress;
using models::MemberState;
using nlohmann::json;

json percent(std::optional<double> value) { return value ? json(format_percent(*value)) : json(nullptr); }
json factor(std::optional<double> value) { return value ? json(format_factor(*value)) : json(nullptr); }

bool changed(std::optional<double> before, std::optional<double> after) {
  if (before.has_value() != after.has_value()) return true;
  return before && std::abs(*after - *before) > models::kStepChanged * std::max(std::abs(*before), std::abs(*after));
}

std::optional<double> of_roof(const AnalysedKernel* kernel) {
  return kernel && kernel->percent_of_roof ? std::optional(kernel->percent_of_roof->fraction) : std::nullopt;
}

std::optional<double> occupancy(const AnalysedKernel* kernel) {
  return kernel ? kernel->achieved_occupancy : std::nullopt;
}

// The point on the roofline: its DRAM intensity, and its height.
std::string point(const AnalysedKernel& kernel) {
  for (const models::LevelPoint& p : kernel.points) {
    if (p.level != models::Level::dram) continue;
    if (kernel.flop_rate && p.intensity) return format(*p.intensity) + " · " + format(*kernel.flop_rate);
    return format(p.bandwidth);
  }
  return "";
}

json published(const models::FamilyMember& member) {
  json list = json::array();
  for (const models::PublishedTime& time : member.published) {
    list.push_back({{"source", clean_utf8(time.source)},
                    {"board", clean_utf8(time.board)},
                    {"problem", clean_utf8(time.problem)},
                    {"printed", format(time.printed)},
                    {"kernel", time.kernel_only ? json(format(*time.kernel_only)) : json(nullptr)},
                    {"remark", clean_utf8(time.remark)}});
  }
  return list;
}

// A column: its text, and whether it changed against the step before.
json cell(json text, bool different) { return {std::move(text), different}; }

json row(const models::MachineAnalysis& machine, const MemberProgress& entry, const MemberProgress* before,
         models::Seconds slowest) {
  const AnalysedKernel* kernel = entry.kernel;
  const AnalysedKernel* earlier = before ? before->kernel : nullptr;
  const auto differs = [&](auto a, auto b) { return before && changed(a, b); };
  const bool good = entry.state == MemberState::measured;
  json to{{"name", clean_utf8(entry.member->kernel)},
          {"change", clean_utf8(entry.member->change)},
          {"state", static_cast<int>(entry.state)},
          {"published", published(*entry.member)}};
  if (!kernel) return to;
  to["kernel"] = kernel - machine.kernels.data();
  if (entry.other_problem) to["problem"] = models::parameters_text(kernel->observation->parameters);
  if (!good) return to;
  to["time"] = format(kernel->time->median);
  to["bar"] = std::round(1e4 * (kernel->time->median / slowest)) / 1e4;
  to["previous"] = factor(entry.over_previous);
  to["first"] = factor(entry.over_first);
  to["binding"] = static_cast<int>(kernel->binding);
  to["point"] = point(*kernel);
  to["roofBar"] = of_roof(kernel) ? json(std::round(1e4 * *of_roof(kernel)) / 1e4) : json(nullptr);
  to["roof"] = cell(percent(of_roof(kernel)), differs(of_roof(earlier), of_roof(kernel)));
  const auto compare = [&](const char* name, std::optional<double> MemberProgress::*value, json text) {
    to[name] = cell(std::move(text), before && changed(before->*value, entry.*value));
  };
  compare("lanes", &MemberProgress::lane_efficiency, percent(entry.lane_efficiency));
  compare("wavefronts", &MemberProgress::wavefronts_over_ideal, factor(entry.wavefronts_over_ideal));
  compare("sectors", &MemberProgress::sectors_over_ideal, factor(entry.sectors_over_ideal));
  to["occupancy"] = cell(percent(occupancy(kernel)), differs(occupancy(earlier), occupancy(kernel)));
  if (kernel && kernel->peer) {
    to["peer"] = peer_relation(*kernel->peer) + " " + clean_utf8(kernel->peer->peer->name);
  }
  return to;
}

json rows(const models::MachineAnalysis& machine, const std::vector<MemberProgress>& list, bool in_order,
          models::Seconds slowest) {
  json all = json::array();
  const MemberProgress* before = nullptr;
  for (const MemberProgress& entry : list) {
    all.push_back(row(machine, entry, in_order ? before : nullptr, slowest));
    if (entry.state == MemberState::measured) before = &entry;
  }
  return all;
}

models::Seconds slowest_of(const FamilyProgress& family) {
  models::Seconds slowest;
  for (const auto* list : {&family.steps, &family.variants}) {
    for (const MemberProgress& entry : *list) {
      if (entry.state == MemberState::measured) slowest = std::max(slowest, entry.kernel->time->median);
    }
  }
  return slowest;
}

}  // namespace

json families_json(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  json all = json::array();
  for (const FamilyProgress& family : machine.families) {
    const models::Seconds slowest = slowest_of(family);
    all.push_back({{"name", clean_utf8(family.family->name)},
                   {"sentences", family_sentences(family, labels)},
                   {"steps", rows(machine, family.steps, true, slowest)},
                   {"variants", rows(machine, family.variants, false, slowest)}});
  }
  return all;
}

json peers_json(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  json all = json::array();
  bool any = false;
  for (const AnalysedKernel& kernel : machine.kernels) {
    const auto& peer = kernel.peer;
    any = any || peer;
    all.push_back(peer ? json{format_factor(peer->ratio), clean_utf8(peer->peer->name), peer_sentence(*peer, labels)}
                       : json(nullptr));
  }
  return any ? all : json::array();
}

}  // namespace rooflens::reports
