// The gate's answer for a terminal or a pull request: passed or not, the reasons, a row for each kernel and metric, and
// what is new.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
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
  return kernel.base.empty() ? kernel.candidate.front() : kernel.base.front();
}

ComparedNames names_of(const Gate& gate) {
  ComparedNames names;
  for (const GateKernel& kernel : gate.kernels) names.add(first_of(kernel));
  return names;
}

std::string short_name(const GateKernel& kernel, const ComparedNames& names) {
  const bool range = first_of(kernel).kernel->observation->scope == models::Scope::nvtx;
  return shorten_middle(names.name(first_of(kernel)), 60) + (range ? " (per launch)" : "");
}

// The change between the ends of both intervals that are nearest to each other, and between those that are farthest:
// "+17.2..+23.1 %". Where it spans 0, the intervals meet.
std::string range_text(const GateResult& result) {
  if (!result.change || !result.base || !result.candidate) return std::string(kMissing);
  const auto change = [&](double candidate, double base) {
    return 100 * (result.limit.points ? candidate - base : base == 0 ? 0 : candidate / base - 1);
  };
  return fmt::format("{:+.1f}..{:+.1f}\u00A0{}", change(result.candidate->interval.low, result.base->interval.high),
                     change(result.candidate->interval.high, result.base->interval.low),
                     result.limit.points ? "pt" : "%");
}

// Worse by more than the limit, but no regression: the intervals of both sides meet.
bool is_noise(const GateResult& result) {
  if (result.status != GateStatus::passed || !result.change) return false;
  const double worse = result.limit.metric->worse == models::Worse::higher ? *result.change : -*result.change;
  return worse > result.limit.amount;
}

// What no row of the table says.
void add_reasons(Blocks& blocks, const Gate& gate, const ComparedNames& names) {
  for (const GateKernel& kernel : gate.kernels) {
    const std::string name = short_name(kernel, names);
    const Tone tone = gate.fails(kernel) ? Tone::bad : Tone::dim;
    if (kernel.presence == models::Presence::missing) blocks.note(name + " is missing in the new session.", tone);
    if (kernel.failed_verification) blocks.note(name + " failed its verification in the new session.", Tone::bad);
    for (const GateResult& result : kernel.results) {
      if (result.status != GateStatus::lost) continue;
      blocks.note(fmt::format("{}: {} is not measured any more{}{}.", name, result.limit.metric->id,
                              result.why.empty() ? "" : ": ", result.why),
                  gate.fails(result) ? Tone::bad : Tone::dim);
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
                              info(*kernel.candidate.front().kernel->precision).label),
                  Tone::advice);
    }
    if (kernel.rule != models::MatchRule::same) {
      std::string text(info(kernel.rule).text);
      const std::string& now = kernel.candidate.back().kernel->observation->name;
      if (now != kernel.representative().observation->name)
        text += fmt::format(" (now {})", shorten_middle(clean_utf8(now), 60));
      blocks.note(fmt::format("{}: {}.", name, text));
    }
    if (kernel.candidate.size() < gate.new_sessions || kernel.base.size() < gate.base_sessions) {
      blocks.note(fmt::format("{} is in {} of {} new sessions and {} of {} of the baseline.", name,
                              kernel.candidate.size(), gate.new_sessions, kernel.base.size(), gate.base_sessions));
    }
  }
  for (const models::ConditionDifference& difference : document.differences) {
    blocks.note(difference_text(difference, "the baseline", "the new session") + ".", Tone::advice);
  }
}

// The words of the table's last columns, as far as they stand in it.
void add_legend(Blocks& blocks, const Gate& gate) {
  bool noise = false, undecided = false, precision = false;
  for (const GateKernel& kernel : gate.kernels) {
    for (const GateResult& result : kernel.results) {
      noise |= is_noise(result);
      undecided |= result.status == GateStatus::undecided;
      precision |= result.status == GateStatus::precision_changed && result.worse;
    }
  }
  if (noise) blocks.note("noise: over the limit, but the ranges of both sides overlap.");
  if (undecided) blocks.note("undecided: over the limit, but fewer than 3 repetitions cannot tell it from noise.");
  if (precision) blocks.note("precision: over the limit with another precision; --allow precision accepts it.");
  if (gate.base_sessions > 1 || gate.new_sessions > 1) {
    blocks.note("Of several sessions, the median counts; Range: from minimum to maximum.");
  }
  if (gate.base_sessions == 1 || gate.new_sessions == 1) {
    blocks.note(
        "Only one session per side: repetitions in one process understate run-to-run noise. Record at least 3 "
        "sessions per side.");
  }
}

struct Row {
  const GateKernel* kernel;
  const GateResult* result;
};

// What fails comes first.
std::vector<Row> rows_of(const Gate& gate) {
  std::vector<Row> rows;
  for (const GateKernel& kernel : gate.kernels) {
    for (const GateResult& result : kernel.results) rows.push_back({&kernel, &result});
  }
  std::stable_partition(rows.begin(), rows.end(), [&](const Row& row) { return gate.fails(*row.result); });
  return rows;
}

void add_table(Blocks& blocks, const Gate& gate, const ComparedNames& names) {
  std::vector<std::vector<Cell>> cells;
  for (const Row& row : rows_of(gate)) {
    const GateResult& result = *row.result;
    const models::GateMetric& metric = *result.limit.metric;
    const auto value = [&](const std::optional<models::GateSide>& side) {
      return Cell{side ? metric_text(metric, side->value) : std::string(kMissing)};
    };
    const Tone tone = gate.fails(result)                       ? Tone::bad
                      : result.status == GateStatus::improved  ? Tone::good
                      : result.status == GateStatus::undecided ? Tone::advice
                                                               : Tone::dim;
    cells.push_back({{names.name(first_of(*row.kernel))},
                     {std::string(metric.id)},
                     value(result.base),
                     value(result.candidate),
                     {change_text(result)},
                     {range_text(result)},
                     {is_noise(result) ? "ok: noise" : std::string(info(result.status).text), tone}});
  }
  constexpr int kRange = 0;  // goes first where a terminal is narrow, then the values
  constexpr int kValues = 1;
  blocks.table({{"Kernel", false},
                {.heading = "Metric", .right = false, .words = true},
                {.heading = "Baseline", .worth = kValues},
                {.heading = "New", .worth = kValues},
                {"Change"},
                {.heading = "Range", .worth = kRange},
                {"", false}},
               std::move(cells));
}

std::string outcome(const Gate& gate) {
  std::vector<models::ComparedKernel> compared, failed;
  for (const GateKernel& kernel : gate.kernels) {
    if (kernel.presence == models::Presence::both) compared.push_back(first_of(kernel));
    if (gate.fails(kernel)) failed.push_back(first_of(kernel));
  }
  const std::string limits = models::joined(gate.limits, ", ", limit_text);
  const std::string sessions =
      fmt::format("{} against {} of the baseline", models::counted(gate.new_sessions, "session"), gate.base_sessions);
  return fmt::format("{}: {} compared, {}, limits {}.",
                     failed.empty() ? "Passed" : fmt::format("Failed because of {}", count_text(failed)),
                     count_text(compared), sessions, limits);
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
  add_legend(blocks, gate);
  return blocks;
}

}  // namespace

std::string render_text(const GateDocument& document, const TextOptions& options) {
  return blocks_of(document).text(options);
}

std::string render_markdown(const GateDocument& document) { return blocks_of(document).markdown(); }

}  // namespace rooflens::reports
