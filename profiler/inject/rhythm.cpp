#include "profiler/inject/rhythm.hpp"

#include <algorithm>
#include <atomic>

namespace rooflens::inject {
namespace {

constexpr double kLongest = 2;   // times its own longest gap: by then a kernel comes no more
constexpr double kReturns = 6;   // of another kernel: by then what was launched once comes no more
constexpr double kRound = 1.25;  // times the longest gap of any kernel, in a program that repeats itself: a whole round
constexpr double kMemory = 0.125;  // the weight of the last launch in what is said of the last ones

double mean_gap(const Pace& pace) {
  return static_cast<double>(pace.last - pace.first) /
         static_cast<double>(std::max<std::uint64_t>(1, pace.launches - 1));
}

}  // namespace

Rhythm::Rhythm() {
  static std::atomic<std::uint64_t> rhythms{0};
  id_ = ++rhythms;
}

void Rhythm::launch(Pace& pace) {
  ++launch_;
  if (pace.rhythm != id_) pace = {id_, launch_, launch_, 0, 0, repeats()};
  pace.longest_gap = std::max(pace.longest_gap, launch_ - pace.last);
  longest_gap_ = std::max(longest_gap_, pace.longest_gap);
  pace.last = launch_;
  ++pace.launches;
  fresh_ += kMemory * ((pace.launches == 1 ? 1 : 0) - fresh_);
}

bool Rhythm::due(const Pace& other, const Pace& current) const {
  if (other.launches == 1 && other.late) return false;
  const auto away = static_cast<double>(launch_ - other.last);
  if (away <= kLongest * static_cast<double>(other.longest_gap)) return true;
  const bool round_over = repeats() && away > kRound * static_cast<double>(longest_gap_);
  return !round_over && away <= kReturns * mean_gap(current);
}

}  // namespace rooflens::inject
