// What warps wait for, and where in the source: the tables of `profile --stalls --lines` for a terminal.
#include "reports/text/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
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
constexpr double kLeastShare = 0.02;  // of a reason that is worth a word

std::string stalls(const TextPage& page) {
  std::vector<std::vector<Cell>> rows;
  std::size_t left = 0;
  for (const SourceProfile& source : page.machine.sources) {
    if (source.samples <= 0) continue;
    if (rows.size() == kFunctions && ++left) continue;
    std::string reasons;
    for (std::size_t i = 0; i < std::min(kReasons, source.stalls.size()); ++i) {
      const models::StallShare& stall = source.stalls[i];
      if (stall.share < kLeastShare) break;
      reasons.append(reasons.empty() ? "" : ", ").append(stall_text(stall));
    }
    rows.push_back({{clean_utf8(source.label)}, {fmt::format("{:.0f}", source.samples)}, {std::move(reasons)}});
  }
  if (rows.empty()) return {};
  std::string text = "\n" + table({{"Samples of warps", false}, {"Samples", true}, {"Where they were", false}}, rows,
                                  page.width, 20, page.options.colour);
  if (left > 0)
    text += page.tone(fmt::format("  and {} in HTML and JSON\n", models::counted(left, "more function")), Tone::dim);
  return text;
}

std::string lines(const TextPage& page) {
  struct ListedLine {
    const SourceProfile* source;
    const SourceLineProfile* line;
  };
  double samples = 0;
  std::vector<ListedLine> entries;
  for (const SourceProfile& source : page.machine.sources) {
    samples += source.samples;
    for (const SourceLineProfile& line : source.lines) {
      if (!line.file.empty()) entries.push_back({&source, &line});
    }
  }
  if (entries.empty()) return {};
  std::stable_sort(entries.begin(), entries.end(), [](const ListedLine& a, const ListedLine& b) {
    return std::pair(a.line->samples, excess(*a.line)) > std::pair(b.line->samples, excess(*b.line));
  });
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < std::min(kLines, entries.size()); ++i) {
    const SourceLineProfile& line = *entries[i].line;
    rows.push_back(
        {{models::short_place(clean_utf8(line.file), line.line)},
         {samples > 0 ? format_percent(line.samples / samples) : "–"},
         {line.worst ? stall_text(*line.worst) : "–"},
         {ratio_text(line.access, &models::AccessCounts::sectors, &models::AccessCounts::ideal_sectors)},
         {ratio_text(line.access, &models::AccessCounts::wavefronts, &models::AccessCounts::ideal_wavefronts)}});
  }
  std::string text = "\n" + table({{"Source line", false},
                                   {"Of samples", true},
                                   {"Waits most for", false},
                                   {"Sectors/ideal", true},
                                   {"Wavefronts/ideal", true}},
                                  rows, page.width, 16, page.options.colour);
  if (entries.size() > kLines) {
    text += page.tone(fmt::format("  and {} in HTML and JSON\n", models::counted(entries.size() - kLines, "more line")),
                      Tone::dim);
  }
  return text;
}

}  // namespace

std::string source_tables(const TextPage& page) { return stalls(page) + lines(page); }

}  // namespace rooflens::reports
