// The small print below a chart: what it leaves out and what on it needs explaining. Nothing is left out silently.
#pragma once

#include <string>
#include <vector>

#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// "a, b, c and 7 more"
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::size_t most);

/// "Roofs: theoretical at 1.91 GHz: FP32 64.4 TFLOP/s, L1 32.2 TB/s; measured at 1.98 GHz: DRAM 4.51 TB/s."
[[nodiscard]] std::string roofs_by_origin(const std::vector<const Roof*>& roofs);

/// What is not drawn, above its roof, not counted, or where roofs come from; with `levels` that crowds show one alone.
[[nodiscard]] std::vector<std::string> note_sentences(const Frame& frame, bool levels = true);

/// Writes each sentence in at most `lines` lines at the bottom of the scene. Returns the last free y above.
double draw_notes(const Frame& frame, const std::vector<std::string>& sentences, std::size_t lines = 2);

}  // namespace rooflens::reports::chart
