// What a timeline of blocks says, in sentences: under the picture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/record/block_timeline.hpp"
#include "models/record/provenance.hpp"

namespace rooflens::reports {

/// Waves, tail and balance; then what was left out, where something was.
[[nodiscard]] std::vector<std::string> block_sentences(const models::BlockTrace& trace,
                                                       const models::BlockTimeline& timeline);

/// Where the events come from, without a full stop.
[[nodiscard]] std::string_view block_origin(models::RecordingKind kind);

/// 4096 -> "4,096".
[[nodiscard]] std::string grouped(std::uint64_t count);

}  // namespace rooflens::reports
