// What the page knows of a timeline of blocks: sentences, and the bars of as many SMs as a page can carry.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"

namespace rooflens::reports {

/// Blocks of one timeline in a page, at most, where `timelines` of them share it.
[[nodiscard]] std::size_t blocks_in_page(std::size_t timelines);

/// Of a kernel that has a timeline; at most `most` blocks, those of whole SMs.
[[nodiscard]] nlohmann::json blocks_json(const models::AnalysedKernel& kernel, models::RecordingKind kind,
                                         std::size_t most);

}  // namespace rooflens::reports
