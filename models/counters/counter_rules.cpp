#include "models/counters/counter_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "models/base/thresholds.hpp"
#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {
namespace {

enum class Relation { at_most, equal };

// part <= whole, or part = whole. An empty whole is 100 %.
struct CounterRule {
  Relation relation;
  Terms part;
  Terms whole;
  std::string_view why;
  bool polls = false;  ///< kernels that poll do more of it: up to kPolling that is a note, not a contradiction
};

// clang-format off
constexpr Terms kKinds{{1, counter::kSmspSassThreadInstExecutedOpFaddPredOnSum}, {1, counter::kSmspSassThreadInstExecutedOpFmulPredOnSum},
                       {1, counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum}, {1, counter::kSmspSassThreadInstExecutedOpDaddPredOnSum},
                       {1, counter::kSmspSassThreadInstExecutedOpDmulPredOnSum}, {1, counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum},
                       {1, counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum}};
constexpr Terms kAccesses{{1, counter::kSmspSassInstExecutedOpGlobalLdSum}, {1, counter::kSmspSassInstExecutedOpGlobalStSum},
                          {1, counter::kSmspSassInstExecutedOpSharedLdSum}, {1, counter::kSmspSassInstExecutedOpSharedStSum}};
constexpr Terms kLocal{{1, counter::kSmspSassInstExecutedOpLocalLdSum}, {1, counter::kSmspSassInstExecutedOpLocalStSum}};
constexpr Terms kSharedAccesses{{1, counter::kSmspSassInstExecutedOpSharedLdSum}, {1, counter::kSmspSassInstExecutedOpSharedStSum}};
constexpr Terms kSectors{{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum}, {32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}};
constexpr Terms kDramBothWays{{1, counter::kDramBytesReadSum}, {1, counter::kDramBytesWriteSum}};
constexpr Terms kFbpaBothWays{{1, counter::kFbpaDramReadBytesSum}, {1, counter::kFbpaDramWriteBytesSum}};
constexpr Terms kL2BothWays{{32, counter::kLtsTSectorsOpReadSum}, {32, counter::kLtsTSectorsOpWriteSum}};

// Bytes of loads may exceed their sectors: asynchronous copies count in bytes only (CUPTI 13.0), so there is no rule.
constexpr std::array kRules{
    CounterRule{Relation::at_most, {{1, counter::kSmspSassThreadInstExecutedSum}}, {{32, counter::kSmspSassInstExecutedSum}}, "a warp has 32 lanes"},
    CounterRule{Relation::at_most, {{1, counter::kSmspSassThreadInstExecutedPredOnSum}}, {{1, counter::kSmspSassThreadInstExecutedSum}}, "a predicate switches lanes off, not on"},
    CounterRule{Relation::at_most, {{1, counter::kSmspThreadInstExecutedSum}}, {{32, counter::kSmspInstExecutedSum}}, "a warp has 32 lanes"},
    CounterRule{Relation::at_most, {{1, counter::kSmspThreadInstExecutedPredOnSum}}, {{1, counter::kSmspThreadInstExecutedSum}}, "a predicate switches lanes off, not on"},
    CounterRule{Relation::at_most, kKinds, {{1, counter::kSmspSassThreadInstExecutedPredOnSum}}, "these are kinds of thread instructions"},
    CounterRule{Relation::at_most, kAccesses, {{1, counter::kSmspSassInstExecutedSum}}, "accesses are warp instructions"},
    CounterRule{Relation::at_most, kLocal, {{1, counter::kSmspSassInstExecutedSum}}, "accesses are warp instructions"},
    CounterRule{Relation::at_most, kSharedAccesses, {{1, counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum}}, "an access takes at least one wavefront"},
    CounterRule{Relation::at_most, {{1, counter::kSmspSassDataBytesMemGlobalOpStSum}}, {{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}}, "a sector carries 32 bytes"},
    CounterRule{Relation::at_most, {{32, counter::kLtsTSectorsSrcunitTexSum}}, {{1, counter::kLtsTBytesSum}}, "what SMs ask for is a part of the L2's traffic, in sectors of 32 bytes"},
    CounterRule{Relation::at_most, kL2BothWays, {{1, counter::kLtsTBytesSum}}, "reads and writes are parts of the L2's traffic, in sectors of 32 bytes"},
    CounterRule{Relation::at_most, kSectors, {{1, counter::kL1texTBytesSum}}, "all sectors of loads and stores pass the L1, 32 bytes each; kernels that poll load more when instrumented code slows them down", true},
    CounterRule{Relation::at_most, {{1, counter::kSmspSassBranchTargetsThreadsUniformSum}}, {{1, counter::kSmspSassBranchTargetsSum}}, "uniform ones are a kind of branch targets"},
    CounterRule{Relation::at_most, {{1, counter::kSmCyclesActiveAvg}}, {{1, counter::kSmCyclesActiveMax}}, "a mean is not above its maximum"},
    CounterRule{Relation::at_most, {{1, counter::kSmCyclesActiveMax}}, {{1, counter::kSmCyclesElapsedMax}}, "an SM is active within the cycles that elapse"},
    CounterRule{Relation::at_most, {{1, counter::kSmWarpsActiveAvgPctOfPeakSustainedActive}}, {}, "more than all is not possible"},
    CounterRule{Relation::at_most, {{1, counter::kSmPipeTensorCyclesActiveAvgPctOfPeakSustainedActive}}, {}, "more than all is not possible"},
    CounterRule{Relation::at_most, {{1, counter::kSmInstExecutedPipeTensorOpHmmaTypeHfma2Sum}}, {{1, counter::kSmInstExecutedPipeTensorSum}}, "packed half instructions are some of those on the pipe"},
    CounterRule{Relation::equal, {{1, counter::kSmspInstExecutedSum}}, {{1, counter::kSmspSassInstExecutedSum}}, "both count warp instructions, of which kernels that poll execute more when instrumented code slows them down", true},
    CounterRule{Relation::equal, kDramBothWays, {{1, counter::kDramBytesSum}}, "reads and writes are all there is"},
    CounterRule{Relation::equal, kFbpaBothWays, {{1, counter::kDramBytesSum}}, "reads and writes are all there is"},
};
// clang-format on

constexpr std::size_t kTermsInWords = 3;

std::string text_of(const Terms& terms, const CounterSet& counters) {
  std::string text;
  const std::size_t shown = terms.size() > kTermsInWords ? kTermsInWords - 1 : terms.size();
  for (const Term& term : std::span(terms.begin(), shown)) {
    if (!text.empty()) text += " + ";
    if (term.weight != 1) text += fmt::format("{:g} x ", term.weight);
    text += with_pass(term.counter, counters);
  }
  if (shown < terms.size()) text += fmt::format(" + {} more of their kind", terms.size() - shown);
  return text;
}

// "lane efficiency, predication efficiency", of those that these counters would have given.
std::string metrics_of(const std::vector<std::string>& names, const CounterSet& counters) {
  constexpr std::size_t kShown = 3;
  const auto reads = [&](const Terms& terms) {
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
      return std::find(names.begin(), names.end(), term.counter) != names.end();
    });
  };
  std::vector<std::string_view> labels;
  for (const DerivedMetric& metric : evaluate_all(counters)) {
    if (reads(metric.row->numerator) || reads(metric.row->denominator)) labels.push_back(metric.row->label);
  }
  if (labels.size() <= kShown + 1) return fmt::format("{}", fmt::join(labels, ", "));
  return fmt::format("{} and {} more", fmt::join(labels.begin(), labels.begin() + kShown, ", "),
                     labels.size() - kShown);
}

Contradiction doubt(std::string cause, std::string_view why_not, std::vector<std::string> names,
                    const CounterSet& counters) {
  std::string consequence =
      fmt::format("{}, so nothing is calculated from {}", why_not, names.size() == 1 ? "it" : "them");
  if (const std::string metrics = metrics_of(names, counters); !metrics.empty()) {
    consequence += fmt::format(": no value for {}", metrics);
  }
  return {{Severity::warning, std::string(kContradictoryCounters), std::move(cause), consequence + ".",
           "Collect them again, and see that the kernel does the same work in every pass."},
          std::move(names)};
}

// Counters that contradict what a counter is.
std::vector<Contradiction> impossible(const CounterSet& counters) {
  std::vector<Contradiction> found;
  for (const auto& [name, value] : counters) {
    if (std::isfinite(value.value) && value.value >= 0) continue;
    found.push_back(doubt(fmt::format("{} is {:g}, but a count is a number that is not negative.",
                                      with_pass(name, counters), value.value),
                          "It counted nothing", {name}, counters));
  }
  return found;
}

Contradiction contradiction(const CounterRule& rule, double part, double whole, const CounterSet& counters) {
  std::string cause = text_of(rule.part, counters);
  if (rule.whole.empty()) {
    cause += fmt::format(" says {:.1f} %", part);
  } else if (whole > 0) {
    cause += fmt::format(" is {:.1f} % of {}", 100 * part / whole, text_of(rule.whole, counters));
  } else {
    cause += fmt::format(" is {:g}, and {} is {:g}", part, text_of(rule.whole, counters), whole);
  }
  cause += fmt::format(", but {}.", rule.why);
  const double usual = rule.polls ? kPolling : 0;
  if (part <= (1 + usual) * whole && part >= (1 - usual) * whole) {
    return {{Severity::note, std::string(kContradictoryCounters), std::move(cause),
             "What follows from numbers of instructions is uncertain by as much.", ""},
            {}};
  }
  std::vector<std::string> names;
  for (const auto& terms : {rule.part, rule.whole}) {
    for (const Term& term : terms) names.emplace_back(term.counter);
  }
  return doubt(std::move(cause), rule.whole.empty() ? "It cannot be true" : "They do not belong to the same work",
               std::move(names), counters);
}

}  // namespace

std::string with_pass(std::string_view counter, const CounterSet& counters) {
  const CounterValue* entry = counters.find(counter);
  std::string text(counter);
  if (entry) text.append(" (pass ").append(std::to_string(entry->pass)).append(")");
  return text;
}

std::vector<Contradiction> contradictions(const CounterSet& counters) {
  std::vector<Contradiction> found = impossible(counters);
  std::set<std::string, std::less<>> no_counts;
  for (const Contradiction& c : found) no_counts.insert(c.counters.front());
  const auto is_told = [&](const Term& term) { return no_counts.contains(term.counter); };
  for (const CounterRule& rule : kRules) {
    const auto part = weighted_sum(rule.part, counters);
    const auto whole = rule.whole.empty() ? std::optional(100.0) : weighted_sum(rule.whole, counters);
    if (!part || !whole) continue;
    if (!no_counts.empty() && (std::any_of(rule.part.begin(), rule.part.end(), is_told) ||
                               std::any_of(rule.whole.begin(), rule.whole.end(), is_told))) {
      continue;
    }
    const bool too_large = *part > (1 + kPassTolerance) * *whole;
    const bool too_small = rule.relation == Relation::equal && *part < (1 - kPassTolerance) * *whole;
    if (!too_large && !too_small) continue;
    found.push_back(contradiction(rule, *part, *whole, counters));
  }
  return found;
}

std::optional<Contradiction> clock_contradiction(const CounterSet& counters, const DeviceProperties& device) {
  const auto clock = counters.value(kCountedSmClock);
  const double most = device.sm_clock_maximum.value();
  if (!clock || !(most > 0)) return std::nullopt;
  if (*clock < kLeastOfMaximum * most) {
    std::vector<std::string> names;
    for (const auto name : {kCountedSmClock, counter::kLtsCyclesElapsedAvgPerSecond, counter::kSmCyclesElapsedMax})
      names.emplace_back(name);
    Contradiction shared = doubt(
        fmt::format("{} is {:.3f} GHz, and the SM clock of this GPU {:.2f} GHz at most: other processes used the GPU "
                    "for most of the time in which cycles were counted.",
                    with_pass(kCountedSmClock, counters), *clock * 1e-9, most * 1e-9),
        "That is not a clock rate", std::move(names), counters);
    shared.finding.severity = Severity::note;
    shared.finding.remedy = "Profile while nothing else uses the GPU.";
    return shared;
  }
  if (*clock <= (1 + kAboveMaximum) * most) return std::nullopt;
  return doubt(fmt::format("{} is {:.2f} GHz, but the SM clock of this GPU is {:.2f} GHz at most.",
                           with_pass(kCountedSmClock, counters), *clock * 1e-9, most * 1e-9),
               "It cannot be true", {std::string(kCountedSmClock)}, counters);
}

namespace {

void raise(const Terms& terms, double from, double to, CounterSet& counters) {
  for (const Term& term : terms) {
    CounterValue value = *counters.find(term.counter);
    value.value = value.min = value.max = from > 0 ? value.value * (to / from) : to / term.weight;
    counters.set(term.counter, value);
  }
}

}  // namespace

CounterSet largest(const CounterSet& counters) {
  CounterSet result = counters;
  for (const auto& [name, value] : counters) {
    CounterValue most = value;
    if (!name.ends_with(".per_second")) most.value = std::max(value.value, value.max);
    most.min = most.max = most.value;
    most.samples = 1;
    result.set(name, most);
  }
  for (const CounterRule& rule : kRules) {
    const auto part = weighted_sum(rule.part, result), whole = weighted_sum(rule.whole, result);
    if (!part || !whole || rule.whole.empty()) continue;
    if (*part > *whole) raise(rule.whole, *whole, *part, result);
    if (rule.relation == Relation::equal && *part < *whole) raise(rule.part, *part, *whole, result);
  }
  return result;
}

CounterSet without(const CounterSet& counters, const std::vector<Contradiction>& contradictions) {
  std::set<std::string_view> doubtful;
  for (const Contradiction& c : contradictions) doubtful.insert(c.counters.begin(), c.counters.end());
  CounterSet rest;
  for (const auto& [name, value] : counters) {
    if (!doubtful.contains(name)) rest.set(name, value);
  }
  return rest;
}

}  // namespace rooflens::models
