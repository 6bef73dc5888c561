#include "reports/scenes/factor_ticks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "models/base/thresholds.hpp"
#include "reports/chart/axis.hpp"

namespace rooflens::reports::chart {

std::vector<double> factor_ticks(double from, double to, double share) {
  const double range = std::log(to / from);
  if (to / from < models::kEvenTicks) {
    // The closest steps that leave their numbers room: the highest two lie nearest to each other.
    for (const double step : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2}) {
      if (std::log(to / (to - step)) < share * range) continue;
      std::vector<double> even;
      for (double k = std::ceil(from / step - 1e-9); k * step <= to * (1 + 1e-9); ++k) even.push_back(k * step);
      if (even.size() > 1) return even;
    }
  }
  struct Digit {
    double value;
    int rank;  // 1 comes first, then powers of ten, then the roundest
    bool fine;
  };
  static constexpr std::array<Digit, 10> kDigits{{{1, 1, false},
                                                  {2, 2, false},
                                                  {5, 2, false},
                                                  {1.5, 3, true},
                                                  {3, 3, true},
                                                  {1.2, 4, true},
                                                  {7, 4, true},
                                                  {1.1, 5, true},
                                                  {1.3, 5, true},
                                                  {2.5, 5, true}}};
  std::vector<std::pair<int, double>> round;
  for (int exponent = -3; exponent < 7; ++exponent) {
    for (const Digit& digit : kDigits) {
      const double value = digit.value * std::pow(10.0, exponent);
      if (value < from * (1 - 1e-9) || value > to * (1 + 1e-9) || (digit.fine && range > 2)) continue;
      round.emplace_back(exponent == 0 && digit.rank == 1 ? 0 : digit.rank, value);
    }
  }
  std::sort(round.begin(), round.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
  std::vector<double> taken;
  for (const auto& [rank, value] : round) {
    if (std::all_of(taken.begin(), taken.end(),
                    [&, v = value](double other) { return std::abs(std::log(other / v)) >= share * range; })) {
      taken.push_back(value);
    }
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

std::vector<std::string> factor_tick_texts(const std::vector<double>& ticks) {
  std::vector<std::string> texts;
  int digits = 0;
  const auto whole = [&](double value) { return std::abs(std::remainder(value * std::pow(10, digits), 1)) < 1e-6; };
  while (digits < 3 && !std::all_of(ticks.begin(), ticks.end(), whole)) ++digits;
  const bool even = !ticks.empty() && ticks.back() / ticks.front() < models::kEvenTicks;
  for (const double value : ticks) {
    texts.push_back(even         ? fmt::format("{:.{}f}×", value, digits)
                    : value < 10 ? fmt::format("{:g}×", value)
                                 : tick_text(value) + "×");
  }
  return texts;
}

}  // namespace rooflens::reports::chart
