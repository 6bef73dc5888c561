// What warps wait for, and where in the source: the tables of `profile --stalls --lines` for a terminal.
#include "reports/text/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "models/base/thresholds.hpp"
#include "models/find/source_findings.hpp"
#include "reports/words/format.hpp"
#include "reports/words/source_words.hpp"

namespace rooflens::reports {
namespace {

using models::SourceLineProfile;
using models::SourceProfile;

constexpr std::size_t kFunctions = 12;
constexpr std::size_t kReasons = 3;
constexpr std::size_t kLines = 12;
constexpr std::size_t kLinesOfAKernel = 5;

std::string stalls(const TextPage& page) {
  std::vector<std::vector<Cell>> rows;
  std::size_t left = 0;
  for (const SourceProfile& source : page.machine.sources) {
    if (source.samples <= 0) continue;
    if (rows.size() == kFunctions && ++left) continue;
    std::string reasons;
    for (std::size_t i = 0; i < std::min(kReasons, source.stalls.size()); ++i) {
      const models::StallShare& stall = source.stalls[i];
      if (stall.share < models::kWorthAWord) break;
      reasons.append(reasons.empty() ? "" : ", ").append(short_stall_text(stall));
    }
    rows.push_back({{clean_utf8(source.label)}, {fmt::format("{:.0f}", source.samples)}, {std::move(reasons)}});
  }
  if (rows.empty()) return {};
  std::string text = "\n" + table({{"Samples of warps", false}, {"Samples", true}, {"Top stall reasons", false}}, rows,
                                  page.width, 20, page.options.colour);
  if (left > 0)
    text += page.tone(fmt::format("  and {} in HTML and JSON\n", models::counted(left, "more function")), Tone::dim);
  return text;
}

// Those of the kernels first that could save most: a kernel at its roof has lines with samples too.
std::vector<const SourceProfile*> in_order_of_kernels(const TextPage& page) {
  std::vector<const SourceProfile*> order;
  const auto add = [&](const SourceProfile& source) {
    if (std::find(order.begin(), order.end(), &source) == order.end()) order.push_back(&source);
  };
  for (const std::size_t i : page.machine.by_recoverable) {
    if (const auto& source = page.machine.kernels[i].source) add(page.machine.sources[*source]);
  }
  for (const SourceProfile& source : page.machine.sources) add(source);
  return order;
}

bool is_worth_a_row(const SourceLineProfile& line) { return line.share >= models::kWorthAWord || excess(line) > 0; }

std::string lines(const TextPage& page) {
  std::vector<std::vector<Cell>> rows;
  std::size_t listed_lines = 0, left = 0;
  for (const SourceProfile* source : in_order_of_kernels(page)) {
    std::size_t shown = 0;
    for (const SourceLineProfile& line : source->lines) {
      if (line.file.empty()) continue;
      if (shown == kLinesOfAKernel || listed_lines == kLines || (shown > 0 && !is_worth_a_row(line))) {
        ++left;
        continue;
      }
      if (shown++ == 0) rows.push_back({{clean_utf8(source->label), Tone::bold}, {}, {}, {}, {}});
      rows.push_back(
          {{"  " + models::short_place(clean_utf8(line.file), line.line)},
           {source->samples > 0 ? format_percent(line.share) : std::string(kMissing)},
           {line.worst ? stall_text(*line.worst) : std::string(kMissing)},
           {ratio_text(line.access, &models::AccessCounts::sectors, &models::AccessCounts::ideal_sectors)},
           {ratio_text(line.access, &models::AccessCounts::wavefronts, &models::AccessCounts::ideal_wavefronts)}});
      ++listed_lines;
    }
  }
  if (rows.empty()) return {};
  std::string text = "\n" + table({{"Source line", false},
                                   {"Its samples", true},
                                   {"Waits most for", false},
                                   {"Sectors/ideal", true},
                                   {"Wavefronts/ideal", true}},
                                  rows, page.width, 16, page.options.colour);
  if (left > 0)
    text += page.tone(fmt::format("  and {} in HTML and JSON\n", models::counted(left, "more line")), Tone::dim);
  return text;
}

}  // namespace

std::string source_tables(const TextPage& page) { return stalls(page) + lines(page); }

}  // namespace rooflens::reports
