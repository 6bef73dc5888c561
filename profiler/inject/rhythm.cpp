#include "profiler/inject/rhythm.hpp"

#include <algorithm>

namespace rooflens::inject {
namespace {

constexpr double kLongest = 2;   // times its own longest gap: by then a kernel comes no more
constexpr double kReturns = 6;   // of another kernel: by then what was launched once comes no more
constexpr double kRound = 1.25;  // times the longest gap of any kernel, when most have come back: a whole round

double mean_gap(const Pace& pace) {
  return static_cast<double>(pace.last - pace.first) /
         static_cast<double>(std::max<std::uint64_t>(1, pace.launches - 1));
}

}  // namespace

void Rhythm::launch(Pace& pace) {
  ++launch_;
  if (pace.launches == 0 || pace.last >= launch_) pace = {launch_, launch_, 0, 0};
  pace.longest_gap = std::max(pace.longest_gap, launch_ - pace.last);
  longest_gap_ = std::max(longest_gap_, pace.longest_gap);
  pace.last = launch_;
  ++pace.launches;
  if (pace.launches == 1) ++known_;
  if (pace.launches == 2) ++returned_;
}

bool Rhythm::due(const Pace& other, const Pace& current) const {
  const auto away = static_cast<double>(launch_ - other.last);
  if (away <= kLongest * static_cast<double>(other.longest_gap)) return true;
  const bool round_over = 2 * returned_ > known_ && away > kRound * static_cast<double>(longest_gap_);
  return !round_over && away <= kReturns * mean_gap(current);
}

}  // namespace rooflens::inject
