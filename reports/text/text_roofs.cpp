// The roofs of a machine in the report for a terminal.
#include "reports/text/text_parts.hpp"

#include <fmt/core.h>

#include <set>

#include "reports/words/format.hpp"
#include "reports/words/link_words.hpp"
#include "reports/words/probe_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

std::string roof_text(std::string_view name, const std::string& rate, const models::CeilingOrigin& origin) {
  return fmt::format("{} {} ({})", name, rate + spread_text(origin), origin_text(origin));
}

}  // namespace

std::string text_roofs(const TextPage& page) {
  const models::Ceilings& ceilings = page.machine.machine->ceilings;
  std::string text;
  const auto add = [&text](const std::string& roof) { text.append(text.empty() ? "" : ", ").append(roof); };
  for (const models::LevelInfo& level : models::kLevels) {
    if (const auto* roof = ceilings.best(level.level)) add(roof_text(level.label, format(roof->rate), roof->origin));
  }
  std::set<models::Precision> used;
  for (const models::AnalysedKernel& kernel : page.machine.kernels) {
    for (const models::PrecisionWork& work : kernel.operations) used.insert(work.precision);
  }
  for (const models::Precision precision : used) {
    if (const auto* roof = ceilings.best(precision)) {
      add(roof_text(info(precision).label, format(roof->rate, info(precision).unit), roof->origin));
    }
  }
  std::string result;
  if (!text.empty()) result += page.tone(page.wrapped(text, "Roofs: ", "       "), Tone::dim);
  if (const std::string probes = probes_text(ceilings); !probes.empty()) {
    result += page.tone(page.wrapped(probes, "Probes: ", "        "), Tone::dim);
  }
  if (const std::string links = links_text(ceilings.links); !links.empty()) {
    result += page.tone(page.wrapped(links, "Links: ", "       "), Tone::dim);
  }
  return result;
}

}  // namespace rooflens::reports
