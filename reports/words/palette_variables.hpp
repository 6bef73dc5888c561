// Names of the palette's colours as variables of a style sheet, for pages and for pictures inside of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/words/palette.hpp"

namespace rooflens::reports {

/// {"--surface", #ffffff}, ..., {"--dram-ink", #0068a3}
[[nodiscard]] inline std::vector<std::pair<std::string, Rgb>> palette_variables(const Palette& p) {
  std::vector<std::pair<std::string, Rgb>> result{{"--surface", p.surface},
                                                  {"--raised", p.raised},
                                                  {"--text", p.text},
                                                  {"--muted", p.muted},
                                                  {"--axis", p.axis},
                                                  {"--grid", p.grid},
                                                  {"--grid-minor", p.grid_minor},
                                                  {"--warning-fill", p.warning.fill},
                                                  {"--warning-ink", p.warning.ink}};
  for (const models::BindingInfo& binding : models::kBindings) {
    const std::string id(binding.id);
    result.emplace_back("--" + id + "-fill", p.of(binding.binding).fill);
    result.emplace_back("--" + id + "-ink", p.of(binding.binding).ink);
  }
  return result;
}

}  // namespace rooflens::reports
