// Pictures on a page: scenes laid out for a few widths, of which the page shows the one that fits best.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"
#include "reports/draw/scene.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// {"width", "height", "title", "plots": [[x, y, width, height]], "svg"}.
[[nodiscard]] nlohmann::json scene_json(const chart::Scene& scene);

/// Blocks of one timeline in a page, at most, where `timelines` of them share it.
[[nodiscard]] std::size_t blocks_in_page(std::size_t timelines);

/// Of a kernel that has a timeline: {"words", "note", "pictures"} of at most `most` blocks, those of whole SMs.
[[nodiscard]] nlohmann::json blocks_json(const Document& document, const models::MachineAnalysis& machine,
                                         const models::AnalysedKernel& kernel, std::size_t most);

}  // namespace rooflens::reports
