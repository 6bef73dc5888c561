// What looking at launches takes on this thread, on the way in and on the way out: one of several is timed, because the
// clock itself takes its time. What took long was spent elsewhere already.
#pragma once

#include <algorithm>
#include <chrono>

namespace rooflens::inject {

enum class Way { in, out };
template <Way>
class LookTimer {
 public:
  using Clock = std::chrono::steady_clock;
  explicit LookTimer(bool wanted) : times_(wanted && ++launches_ % kTimeEvery == 0) {
    if (times_) begin_ = Clock::now();
  }
  ~LookTimer() {
    if (times_) mean_ += (std::min<Clock::duration>(Clock::now() - begin_, kLongLook) - mean_) / 8;
  }
  LookTimer(const LookTimer&) = delete;
  LookTimer& operator=(const LookTimer&) = delete;
  /// Whether this launch is timed, and stands for kTimeEvery of its thread.
  [[nodiscard]] bool times() const { return times_; }
  [[nodiscard]] static Clock::duration mean() { return mean_; }
  static constexpr unsigned kTimeEvery = 16;

 private:
  inline static thread_local Clock::duration mean_{};
  inline static thread_local unsigned launches_ = 0;
  static constexpr auto kLongLook = std::chrono::microseconds(20);
  bool times_;
  Clock::time_point begin_{};
};

}  // namespace rooflens::inject
