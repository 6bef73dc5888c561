#include "reports/chart/missing_roofs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/find/findings.hpp"

namespace rooflens::reports::chart {
namespace {

bool is_level(std::string_view label) {
  return std::any_of(models::kLevels.begin(), models::kLevels.end(),
                     [&](const models::LevelInfo& level) { return level.label == label; });
}

}  // namespace

void note_missing_roofs(Content& content, bool levels_alone) {
  std::vector<std::string>& names = content.without_roof;
  for (const std::vector<Mark>* marks : {&content.roofline, &content.bandwidth}) {
    for (const Mark& mark : *marks) {
      for (const std::string_view name : mark.kernel->without_roof) {
        if (levels_alone && !is_level(name)) continue;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
      }
    }
  }
}

std::string missing_roofs_sentence(const std::vector<std::string>& names, std::string_view where) {
  if (names.empty()) return "";
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return fmt::format("No roof is known for {}{}{}: `rooflens ceilings` measures {}.", text, where.empty() ? "" : " ",
                     where, names.size() == 1 ? "it" : "them");
}

}  // namespace rooflens::reports::chart
