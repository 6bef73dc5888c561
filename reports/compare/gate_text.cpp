// The gate's answer for a terminal or a pull request: passed or not, the reasons, a row for each kernel and metric, and
// what is new.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/base/counted.hpp"
#include "reports/compare/compare.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/words/blocks.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::Gate;
using models::GateKernel;
using models::GateResult;
using models::GateStatus;

const models::ComparedKernel& first_of(const GateKernel& kernel) {
  return kernel.base.empty() ? kernel.fresh.front() : kernel.base.front();
}

ComparedNames names_of(const Gate& gate) {
  ComparedNames names;
  for (const GateKernel& kernel : gate.kernels) names.add(first_of(kernel));
  return names;
}

std::string short_name(const GateKernel& kernel, const ComparedNames& names) {
  return shorten_middle(names.name(first_of(kernel)), 60);
}

// "1.20 ms (1.19 ms to 1.21 ms)" in the metric's unit.
std::string side_text(const models::GateMetric& metric, const std::optional<models::GateSide>& side) {
  if (!side) return std::string(kMissing);
  const std::string value = metric_text(metric, side->value);
  if (side->interval.low == side->interval.high) return value;
  return fmt::format("{} ({} to {})", value, metric_text(metric, side->interval.low),
                     metric_text(metric, side->interval.high));
}

// Worse by more than the limit, but no regression: the intervals of both sides meet.
bool is_noise(const GateResult& result) {
  if (result.status != GateStatus::passed || !result.change) return false;
  const double worse = result.limit.metric->worse == models::Worse::higher ? *result.change : -*result.change;
  return worse > result.limit.amount;
}

std::string reason(const GateResult& result) {
  const models::GateMetric& metric = *result.limit.metric;
  if (result.status == GateStatus::lost) {
    return fmt::format("{} is not measured any more{}{}", metric.id, result.why.empty() ? "" : ": ", result.why);
  }
  const std::string_view verb = is_noise(result) ? "beyond the limit, but within the noise: the ranges meet"
                                : result.status == GateStatus::undecided
                                    ? "would be beyond the limit, but fewer than 3 repetitions do not tell noise"
                                : result.worse
                                    ? "beyond the limit with another precision (--allow precision accepts it)"
                                    : "beyond the limit";
  return fmt::format("{} {}: {} now, {} before ({}, limit {})", metric.id, verb, side_text(metric, result.fresh),
                     side_text(metric, result.base), change_text(result), limit_text(result.limit));
}

void add_reasons(Blocks& blocks, const Gate& gate, const ComparedNames& names) {
  for (const GateKernel& kernel : gate.kernels) {
    const std::string name = short_name(kernel, names);
    const Tone tone = gate.fails(kernel) ? Tone::bad : Tone::dim;
    if (kernel.presence == models::Presence::missing) blocks.note(name + " is missing in the new session.", tone);
    if (kernel.failed_verification) blocks.note(name + " failed its verification in the new session.", Tone::bad);
    for (const GateResult& result : kernel.results) {
      if (gate.fails(result)) blocks.note(fmt::format("{}: {}.", name, reason(result)), Tone::bad);
    }
  }
}

void add_notes(Blocks& blocks, const GateDocument& document, const ComparedNames& names) {
  const Gate& gate = document.gate;
  for (const GateKernel& kernel : gate.kernels) {
    const std::string name = short_name(kernel, names);
    if (kernel.presence == models::Presence::added) blocks.note(name + " is new: there is nothing to hold it against.");
    if (kernel.presence != models::Presence::both) continue;
    if (kernel.precision_changed) {
      blocks.note(fmt::format("{}: its precision changed from {} to {}: another task, which is no regression.", name,
                              info(*kernel.base.front().kernel->precision).label,
                              info(*kernel.fresh.front().kernel->precision).label),
                  Tone::advice);
    }
    if (kernel.rule != models::MatchRule::same) {
      std::string text(info(kernel.rule).text);
      const std::string& now = kernel.fresh.back().kernel->observation->name;
      if (now != kernel.representative().observation->name)
        text += fmt::format(" (now {})", shorten_middle(clean_utf8(now), 60));
      blocks.note(fmt::format("{}: {}.", name, text));
    }
    if (kernel.fresh.size() < gate.new_sessions || kernel.base.size() < gate.base_sessions) {
      blocks.note(fmt::format("{} is in {} of {} new sessions and {} of {} of the baseline.", name, kernel.fresh.size(),
                              gate.new_sessions, kernel.base.size(), gate.base_sessions));
    }
    for (const GateResult& result : kernel.results) {
      if (result.status == GateStatus::undecided || is_noise(result))
        blocks.note(fmt::format("{}: {}.", name, reason(result)), Tone::advice);
    }
  }
  for (const models::ConditionDifference& difference : document.differences) {
    blocks.note(difference_text(difference, "the baseline", "the new session") + ".", Tone::advice);
  }
}

void add_method(Blocks& blocks, const Gate& gate) {
  if (gate.base_sessions > 1 || gate.new_sessions > 1) {
    blocks.note("Of several sessions: their median, and between their minimum and maximum.");
  }
  if (gate.base_sessions == 1 || gate.new_sessions == 1) {
    blocks.note(
        "One process is little: of one session the interval is that of its repetitions, which agree with each other "
        "better than two processes of one build do. Give three or more sessions a side.");
  }
}

void add_table(Blocks& blocks, const Gate& gate, const ComparedNames& names) {
  std::vector<std::vector<Cell>> rows;
  for (const GateKernel& kernel : gate.kernels) {
    for (const GateResult& result : kernel.results) {
      const models::GateMetric& metric = *result.limit.metric;
      const auto value = [&](const std::optional<models::GateSide>& side) {
        return Cell{side ? metric_text(metric, side->value) : std::string(kMissing)};
      };
      const Tone tone = gate.fails(result)                       ? Tone::bad
                        : result.status == GateStatus::improved  ? Tone::good
                        : result.status == GateStatus::undecided ? Tone::advice
                                                                 : Tone::dim;
      rows.push_back({{names.name(first_of(kernel))},
                      {std::string(metric.id)},
                      value(result.base),
                      value(result.fresh),
                      {change_text(result)},
                      {is_noise(result) ? "ok: noise" : std::string(info(result.status).text), tone}});
    }
  }
  constexpr int kValues = 0;  // go first where a terminal is narrow: what fails is told with both
  blocks.table({{"Kernel", false},
                {.heading = "Metric", .right = false, .words = true},
                {.heading = "Baseline", .worth = kValues},
                {.heading = "New", .worth = kValues},
                {"Change"},
                {"", false}},
               std::move(rows));
}

std::string outcome(const Gate& gate) {
  const auto count = [&](auto which) { return std::count_if(gate.kernels.begin(), gate.kernels.end(), which); };
  const auto compared = static_cast<std::size_t>(
      count([](const GateKernel& kernel) { return kernel.presence == models::Presence::both; }));
  const auto failed = static_cast<std::size_t>(count([&](const GateKernel& kernel) { return gate.fails(kernel); }));
  std::string limits;
  for (const models::Limit& limit : gate.limits) limits += (limits.empty() ? "" : ", ") + limit_text(limit);
  const std::string sessions =
      fmt::format("{} against {} of the baseline", models::counted(gate.new_sessions, "session"), gate.base_sessions);
  return fmt::format("{}: {} compared, {}, limits {}.",
                     failed == 0 ? "Passed" : fmt::format("Failed because of {}", models::counted(failed, "kernel")),
                     models::counted(compared, "kernel"), sessions, limits);
}

Blocks blocks_of(const GateDocument& document) {
  const Gate& gate = document.gate;
  const ComparedNames names = names_of(gate);
  Blocks blocks;
  blocks.heading("Check against the baseline");
  for (std::string& warning : warnings_above(gate.simulated, gate.altered)) {
    blocks.sentence(std::move(warning), Tone::bad);
  }
  blocks.sentence(outcome(gate), gate.passed() ? Tone::good : Tone::bad);
  add_reasons(blocks, gate, names);
  add_table(blocks, gate, names);
  add_notes(blocks, document, names);
  add_method(blocks, gate);
  return blocks;
}

}  // namespace

std::string render_text(const GateDocument& document, const TextOptions& options) {
  return blocks_of(document).text(options);
}

std::string render_markdown(const GateDocument& document) { return blocks_of(document).markdown(); }

}  // namespace rooflens::reports
