#include "reports/compare/comparison_content.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/chart/missing_roofs.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/words/shorten_apart.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::KernelPair;

struct Candidate {
  const KernelPair* pair = nullptr;
  Mark a, b;
};

// Both marks keep the one point whose level both have.
bool keep_common_level(Mark& a, Mark& b) {
  for (const models::LevelPoint* mine : a.points) {
    for (const models::LevelPoint* theirs : b.points) {
      if (mine->level != theirs->level) continue;
      a.points = {mine};
      b.points = {theirs};
      return true;
    }
  }
  return false;
}

std::optional<std::string> reason_not_drawn(Candidate& candidate) {
  if (const auto reason = reason_not_drawn(candidate.a)) return *reason + " in A";
  if (const auto reason = reason_not_drawn(candidate.b)) return *reason + " in B";
  if (candidate.a.kernel->flop_rate.has_value() != candidate.b.kernel->flop_rate.has_value()) {
    return "FLOPs are known of one side only";
  }
  if (!keep_common_level(candidate.a, candidate.b)) return "no memory level is known of both";
  return std::nullopt;
}

// How far the speed-up is from 1; what is not known to have changed counts as 0.
double change(const KernelPair& pair) {
  const bool changed = pair.trend == models::Trend::faster || pair.trend == models::Trend::slower;
  return changed && pair.speedup ? std::abs(std::log(pair.speedup->ratio)) : 0;
}

bool changed_more(const Candidate& x, const Candidate& y) {
  const double mine = change(*x.pair);
  const double theirs = change(*y.pair);
  if (mine != theirs) return mine > theirs;
  return x.b.kernel->share_of_time > y.b.kernel->share_of_time;
}

std::string label_of(const KernelPair& pair, const std::string& name) {
  return pair.speedup ? name + " " + format_factor(pair.speedup->ratio) : name;
}

double rate_of(const Roof& roof) { return roof.memory ? roof.memory->rate.value() : roof.compute->rate.value(); }

bool same_resource(const Roof& a, const Roof& b) {
  if (a.memory && b.memory) return a.memory->level == b.memory->level;
  return a.compute && b.compute && a.compute->precision == b.compute->precision;
}

void say_side(Roof& roof, const std::string& side) {
  for (std::string& words : roof.wordings) words = side + ": " + words;
}

// One line with the words of both where a roof of A is B's; each with its side's letter where not.
void name_sides(std::vector<Roof>& a, std::vector<Roof>& b) {
  for (Roof& theirs : b) {
    const auto equal = std::find_if(a.begin(), a.end(), [&](const Roof& mine) {
      return !mine.wordings.empty() && same_resource(mine, theirs) && mine.wordings == theirs.wordings &&
             std::abs(rate_of(mine) - rate_of(theirs)) <= 0.005 * rate_of(theirs);
    });
    if (equal != a.end()) equal->wordings.clear();
    say_side(theirs, equal == a.end() ? "B" : "A, B");
  }
  for (Roof& mine : a) {
    say_side(mine, "A");
    mine.judged_by = false;
  }
}

void take_roofs(const models::Machine* machine, Content& content) {
  models::MachineAnalysis analysis;
  analysis.machine = machine;
  select_roofs(analysis, content);
  const auto at_maximum = [](const Roof& roof) { return !roof.judged_by; };
  std::erase_if(content.memory_roofs, at_maximum);
  std::erase_if(content.compute_roofs, at_maximum);
  for (std::vector<Roof>* roofs : {&content.memory_roofs, &content.compute_roofs}) {
    for (Roof& roof : *roofs) roof.calculated = false;  // dashes tell A from B there
  }
}

}  // namespace

std::size_t machines_of_pair(const models::Comparison& comparison, const KernelPair& pair) {
  const auto find = [&](auto fits) {
    const auto it = std::find_if(comparison.machines.begin(), comparison.machines.end(), fits);
    return static_cast<std::size_t>(it - comparison.machines.begin());
  };
  std::size_t at = find([&](const models::MachinePair& m) { return m.a == pair.a->machine && m.b == pair.b->machine; });
  if (at < comparison.machines.size()) return at;
  // Machines that read like an earlier pair have no entry of their own.
  at = find([&](const models::MachinePair& m) {
    return m.a->device.name == pair.a->machine->device.name && m.b->device.name == pair.b->machine->device.name;
  });
  return at < comparison.machines.size() ? at : 0;
}

ComparisonContent select(const models::Comparison& comparison, std::size_t machine) {
  ComparisonContent content;
  const ComparedNames names = names_of(comparison);
  std::vector<Candidate> candidates;
  std::vector<std::string> shortened;
  for (const KernelPair& pair : comparison.pairs) shortened.push_back(names.name(first_of(pair)));
  shortened = shorten_apart(shortened, kNameLength);
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
    const KernelPair& pair = comparison.pairs[i];
    if (machines_of_pair(comparison, pair) != machine) continue;
    const std::string& name = shortened[i];
    const std::string label = label_of(pair, name);
    Candidate candidate{&pair, mark_of(*pair.a, i, label), mark_of(*pair.b, i, label)};
    if (const auto reason = reason_not_drawn(candidate)) {
      add_undrawn(content.undrawn, *reason, name);
    } else {
      candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), changed_more);
  if (candidates.size() > kMostDrawnPairs) {
    content.left_out = candidates.size() - kMostDrawnPairs;
    candidates.resize(kMostDrawnPairs);
  }
  for (Candidate& candidate : candidates) {
    const bool flops = candidate.b.kernel->flop_rate.has_value();
    (flops ? content.a.roofline : content.a.bandwidth).push_back(std::move(candidate.a));
    (flops ? content.b.roofline : content.b.bandwidth).push_back(std::move(candidate.b));
  }
  note_missing_roofs(content.a);
  note_missing_roofs(content.b);
  if (machine < comparison.machines.size()) {
    take_roofs(comparison.machines[machine].a, content.a);
    take_roofs(comparison.machines[machine].b, content.b);
    name_sides(content.a.memory_roofs, content.b.memory_roofs);
    name_sides(content.a.compute_roofs, content.b.compute_roofs);
  }
  return content;
}

}  // namespace rooflens::reports::chart
