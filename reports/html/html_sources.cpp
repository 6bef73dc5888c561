// What warps wait for and where in the source, as rows of finished text for the page's details.
#include "reports/html/html_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/base/counted.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/stall_table.hpp"
#include "models/find/source_findings.hpp"
#include "reports/words/source_words.hpp"

namespace rooflens::reports {
namespace {

using models::AccessCounts;
using nlohmann::json;

constexpr std::size_t kLines = 40;  // of a function, worst first

double bar(double share) { return std::round(share * 1e4) / 1e4; }

std::string note(const models::SourceProfile& source) {
  std::string text;
  if (source.samples > 0) {
    text = fmt::format("{} of its warps, at regular intervals, over its launches of every geometry. ",
                       source.samples < 1e6 ? fmt::format("{:.0f} samples", source.samples)
                                            : fmt::format("{:.1f} million samples", 1e-6 * source.samples));
  }
  if (const auto launches = source.function->counted_launches; launches > 0) {
    text += fmt::format("Sectors and wavefronts counted exactly in {}. ", models::counted(launches, "launch"));
  }
  if (!source.has_lines() && !source.lines.empty()) {
    text += "Its binary does not tell source lines: nvcc -lineinfo puts them there. ";
  }
  if (!text.empty()) text.pop_back();
  return text;
}

json stalls(const models::SourceProfile& source) {
  json rows = json::array();
  for (const models::StallShare& stall : source.stalls) {
    if (stall.share < models::kLeastReason) break;
    const models::StallReason* known = models::find_stall(stall.reason);
    rows.push_back({stall_label(stall.reason), known ? known->meaning : std::string_view(), format_percent(stall.share),
                    bar(stall.share), models::is_wait(stall.reason)});
  }
  return rows;
}

// null where nothing was moved or counted.
json ratio_json(const std::optional<AccessCounts>& access, double AccessCounts::*moved, double AccessCounts::*ideal) {
  if (!access || (*access).*ideal <= 0) return nullptr;
  return ratio_text(access, moved, ideal);
}

json lines(const models::SourceProfile& source) {
  json rows = json::array();
  for (const models::SourceLineProfile& line : source.lines) {
    if (line.file.empty() || rows.size() == kLines) break;
    rows.push_back({models::short_place(clean_utf8(line.file), line.line), clean_utf8(line.file),
                    source.samples > 0 ? json(format_percent(line.share)) : json(nullptr), bar(line.share),
                    line.worst ? json(stall_text(*line.worst)) : json(nullptr),
                    ratio_json(line.access, &AccessCounts::sectors, &AccessCounts::ideal_sectors),
                    ratio_json(line.access, &AccessCounts::wavefronts, &AccessCounts::ideal_wavefronts)});
  }
  return rows;
}

}  // namespace

json sources_json(const models::MachineAnalysis& machine) {
  json all = json::array();
  for (const models::SourceProfile& source : machine.sources) {
    const auto with_file = static_cast<std::size_t>(
        std::count_if(source.lines.begin(), source.lines.end(), [](const auto& line) { return !line.file.empty(); }));
    all.push_back({{"note", note(source)},
                   {"stalls", stalls(source)},
                   {"lines", lines(source)},
                   {"more", with_file > kLines ? with_file - kLines : 0}});
  }
  return all;
}

}  // namespace rooflens::reports
