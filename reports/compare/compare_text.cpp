// A comparison for a terminal or a pull request: how it came out in one sentence, what differs between the two, a row a
// kernel, and what to know of single pairs.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/base/thresholds.hpp"
#include "reports/compare/compare.hpp"
#include "reports/compare/compare_words.hpp"
#include "reports/words/blocks.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::KernelPair;

Cell time_of(const models::AnalysedKernel& kernel) {
  if (kernel.failed()) return {"FAILED", Tone::bad};
  return {kernel.time ? format(kernel.time->median) : std::string(kMissing)};
}

Cell roof_of(const models::AnalysedKernel& kernel) {
  if (kernel.failed() || !kernel.percent_of_roof) return {std::string(kMissing), Tone::dim};
  return {format_percent(kernel.percent_of_roof->fraction) + (kernel.percent_of_roof->compulsory ? "" : "*")};
}

Cell speedup_of(const KernelPair& pair) {
  if (!pair.speedup) return {std::string(kMissing), Tone::dim};
  const Tone tone = pair.trend == models::Trend::faster   ? Tone::good
                    : pair.trend == models::Trend::slower ? Tone::bad
                                                          : Tone::plain;
  return {format_factor(pair.speedup->ratio), tone};
}

Cell interval_of(const KernelPair& pair) {
  if (!pair.speedup || !pair.speedup->interval) return {std::string(kMissing), Tone::dim};
  return {interval_text(*pair.speedup->interval), Tone::dim};
}

Cell predicted(const KernelPair& pair) {
  if (!pair.prediction) return {std::string(kMissing), Tone::dim};
  return {prediction_text(*pair.prediction), pair.falls_short ? Tone::bad : Tone::plain};
}

// What goes first where a terminal is narrow.
enum Worth : int { kInterval, kShares, kPrediction };

void add_table(Blocks& blocks, const models::Comparison& comparison, const ComparedNames& names) {
  std::vector<std::vector<Cell>> rows;
  for (const KernelPair& pair : comparison.pairs) {
    rows.push_back({{names.name(first_of(pair))},
                    time_of(*pair.a),
                    time_of(*pair.b),
                    roof_of(*pair.a),
                    roof_of(*pair.b),
                    speedup_of(pair),
                    interval_of(pair),
                    predicted(pair)});
  }
  blocks.table({{"Kernel", false},
                {"A"},
                {"B"},
                {.heading = "roof A", .worth = kShares},
                {.heading = "roof B", .worth = kShares},
                {"B vs A"},
                {.heading = "range", .worth = kInterval},
                {.heading = "roofs", .worth = kPrediction}},
               std::move(rows));
}

void add_statements(Blocks& blocks, const models::Comparison& comparison, const ComparedNames& names) {
  for (const KernelPair& pair : comparison.pairs) {
    if (const std::string text = models::joined(statements(pair), "; "); !text.empty()) {
      const std::string name = shorten_middle(names.name(first_of(pair)), 60);
      blocks.note(fmt::format("{}: {}.", name, text), pair.falls_short ? Tone::advice : Tone::plain);
    }
  }
}

void add_legend(Blocks& blocks, const models::Comparison& comparison) {
  blocks.note(
      fmt::format("B vs A: median time of A / median time of B. range: speed-up from opposite quartiles. "
                  "Faster, slower: the range lies more than {:g} % outside 1.00× (run-to-run noise).",
                  100 * models::kProcessNoise));
  blocks.note(
      fmt::format("roofs: speed-up that A's counters and B's roofs predict, as --project does; {}: no prediction. "
                  "A pair falls short where all of its range lies below it.",
                  kMissing));
  const auto measured = [](const models::AnalysedKernel& kernel) {
    return kernel.percent_of_roof && !kernel.percent_of_roof->compulsory;
  };
  if (std::any_of(comparison.pairs.begin(), comparison.pairs.end(),
                  [&](const KernelPair& pair) { return measured(*pair.a) || measured(*pair.b); })) {
    blocks.note("* measured work, because the compulsory work is unknown.");
  }
}

void add_lonely(Blocks& blocks, const std::vector<models::ComparedKernel>& kernels, std::string_view side,
                const ComparedNames& names) {
  if (kernels.empty()) return;
  blocks.heading(fmt::format("Only in {}: {}", side, count_text(kernels)));
  std::vector<std::vector<Cell>> rows;
  for (const models::ComparedKernel& entry : kernels) {
    rows.push_back({{names.name(entry)}, time_of(*entry.kernel), roof_of(*entry.kernel)});
  }
  blocks.table({{"Kernel", false}, {"Time"}, {"of roof"}}, std::move(rows));
}

// Rows that look alike are left out.
void add_machines(Blocks& blocks, const models::Comparison& comparison) {
  for (const models::MachinePair& pair : comparison.machines) {
    std::vector<std::vector<Cell>> rows;
    for (const models::PropertyRow& row : pair.properties) {
      const std::string a = property_text(row, row.a), b = property_text(row, row.b);
      if (a == b) continue;
      const std::string word = difference_word(row);
      const Tone tone = word.empty() ? Tone::dim : Tone::plain;
      rows.push_back({{row.label, tone}, {a, tone}, {b, tone}, {word, Tone::advice}});
    }
    if (rows.empty()) continue;
    blocks.heading("What differs between the GPUs");
    blocks.table({{"", false}, {.heading = "A", .words = true}, {.heading = "B", .words = true}, {"", false}},
                 std::move(rows));
  }
}

Blocks blocks_of(const ComparisonDocument& document) {
  const models::Comparison& comparison = document.comparison;
  const ComparedNames names = names_of(comparison);
  Blocks blocks;
  blocks.heading("Comparison");
  for (std::string& warning : warnings_above(comparison.simulated, comparison.altered)) {
    blocks.sentence(std::move(warning), Tone::bad);
  }
  const auto side = [&](std::string_view letter, const std::string& name, const models::Machine* machine,
                        const models::Provenance& provenance) {
    std::string text = fmt::format("{}: {}", letter, clean_utf8(name));
    if (machine) text += fmt::format(", {}", clean_utf8(machine->device.name));
    if (models::is_altered(provenance)) text += ", altered since it was recorded";
    blocks.note(std::move(text), Tone::plain);
  };
  const bool known = !comparison.machines.empty();
  side("A", document.a, known ? comparison.machines.front().a : nullptr, *comparison.recorded_a);
  side("B", document.b, known ? comparison.machines.front().b : nullptr, *comparison.recorded_b);
  blocks.sentence(outcome(comparison));
  for (const models::ConditionDifference& difference : comparison.differences) {
    blocks.note(difference_text(difference, "A", "B"), Tone::advice);
  }
  add_table(blocks, comparison, names);
  add_statements(blocks, comparison, names);
  if (!comparison.pairs.empty()) add_legend(blocks, comparison);
  add_lonely(blocks, comparison.only_a, "A", names);
  add_lonely(blocks, comparison.only_b, "B", names);
  add_machines(blocks, comparison);
  return blocks;
}

}  // namespace

std::string render_text(const ComparisonDocument& document, const TextOptions& options) {
  return blocks_of(document).text(options);
}

std::string render_markdown(const ComparisonDocument& document) { return blocks_of(document).markdown(); }

}  // namespace rooflens::reports
