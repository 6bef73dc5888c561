// Numbers on an axis of factors, which is logarithmic.
#pragma once

#include <string>
#include <vector>

namespace rooflens::reports::chart {

/// Round factors within the range (1 among them where it holds it), the logarithms at least `share` of the range apart,
/// ascending. A range below 1.6 has even steps: 1, 1.05, 1.1.
[[nodiscard]] std::vector<double> factor_ticks(double from, double to, double share);
/// Their numbers, those of even steps with the same digits: "1.00×", "1.05×", "1.10×".
[[nodiscard]] std::vector<std::string> factor_tick_texts(const std::vector<double>& ticks);

}  // namespace rooflens::reports::chart
