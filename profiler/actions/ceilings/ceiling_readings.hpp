// What the measuring processes of `rooflens ceilings` tell the one that started them, and what follows from several.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/ceiling/survey.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::actions {

/// One line of JSON, and back. Decoding throws CommandError for anything else.
[[nodiscard]] std::string encode_survey(const kernels::ceiling::Survey& survey);
[[nodiscard]] kernels::ceiling::Survey decode_survey(const std::string& text);

/// "dram-read=3,l2=7", and back. Parsing throws CommandError (kUsage).
[[nodiscard]] std::string choices_text(std::span<const kernels::ceiling::Reading> best);
[[nodiscard]] std::vector<kernels::ceiling::Choice> parse_choices(const std::string& text);

/// Readings of the same points in several processes, in the same order, as one roof each.
[[nodiscard]] std::vector<models::MeasuredRoof> combine(
    std::span<const std::vector<kernels::ceiling::Reading>> processes);

/// The points of the sweep over loads in flight, each the median of its samples.
[[nodiscard]] std::vector<models::LatencySweepPoint> latency_points(std::span<const kernels::ceiling::Reading> sweep);

}  // namespace rooflens::actions
