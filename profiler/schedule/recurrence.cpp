#include "profiler/schedule/recurrence.hpp"

#include <algorithm>
#include <atomic>

namespace rooflens::inject {
namespace {

constexpr double kLongest = 2;  // times its own longest gap: by then a kernel comes no more
constexpr double kReturns = 6;  // of another kernel: by then what was launched once comes no more
constexpr double kRound = 0.7;  // of the longest gap of any kernel: the program went round once
constexpr double kFresh = 0.4;  // the share of first launches below which a program repeats itself
constexpr double kLongestMemory = 1000;
constexpr double kMemory = 8;  // launches at least that this share is of

double mean_gap(const Pace& pace) {
  return static_cast<double>(pace.last - pace.first) /
         static_cast<double>(std::max<std::uint64_t>(1, pace.launches - 1));
}

}  // namespace

Recurrence::Recurrence() {
  static std::atomic<std::uint64_t> rhythms{0};
  id_ = ++rhythms;
}

void Recurrence::launch(Pace& pace) {
  ++launch_;
  if (pace.recurrence != id_) pace = {.recurrence = id_, .first = launch_, .last = launch_, .late = repeats()};
  pace.gap = launch_ - pace.last;
  pace.longest_gap = std::max(pace.longest_gap, pace.gap);
  longest_gap_ = std::max(longest_gap_, pace.longest_gap);
  pace.last = launch_;
  ++pace.launches;
  if (pace.launches == 1) ++kernels_;
  fresh_ += ((pace.launches == 1 ? 1 : 0) - fresh_) / std::clamp(kernels_, kMemory, kLongestMemory);
}

bool Recurrence::repeats() const { return fresh_ < kFresh; }

bool Recurrence::due(const Pace& other, const Pace& current) const {
  if (other.recurrence != id_ || (other.launches == 1 && other.late)) return false;
  const std::uint64_t away = launch_ - other.last;
  if (static_cast<double>(away) <= kLongest * static_cast<double>(other.longest_gap)) return true;
  const bool round = repeats() && static_cast<double>(current.gap) >= kRound * static_cast<double>(longest_gap_);
  const bool left_out = round && away > current.gap;
  return !left_out && static_cast<double>(away) <= kReturns * mean_gap(current);
}

}  // namespace rooflens::inject
