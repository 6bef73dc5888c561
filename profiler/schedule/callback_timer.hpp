// What looking at launches takes on this thread, on the way in and on the way out: one of several is timed, because the
// clock itself takes its time. What took long was spent elsewhere already.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace rooflens::inject {

enum class Way { in, out };
template <Way>
class CallbackTimer {
 public:
  using Clock = std::chrono::steady_clock;
  explicit CallbackTimer(bool wanted) : times_(wanted && ++launches_ % kTimeEvery == 0) {
    if (!times_) return;
    begin_ = Clock::now();
    since_last_ = begin_ - std::exchange(last_, begin_);
  }
  ~CallbackTimer() {
    if (times_) mean_ += (std::min<Clock::duration>(Clock::now() - begin_, kLongLook) - mean_) / 8;
  }
  CallbackTimer(const CallbackTimer&) = delete;
  CallbackTimer& operator=(const CallbackTimer&) = delete;
  /// Whether this launch is timed, and stands for kTimeEvery of its thread.
  [[nodiscard]] bool times() const { return times_; }
  /// Of a timed launch: a cost, but no more than a part of the time in which the launches it stands for were made.
  [[nodiscard]] Clock::duration at_most(Clock::duration cost) const { return std::min(cost, since_last_ / 4); }
  [[nodiscard]] static Clock::duration mean() { return mean_; }
  static constexpr unsigned kTimeEvery = 16;

 private:
  inline static thread_local Clock::duration mean_{};
  inline static thread_local unsigned launches_ = 0;
  inline static thread_local Clock::time_point last_{};
  static constexpr auto kLongLook = std::chrono::microseconds(20);
  bool times_;
  Clock::time_point begin_{};
  Clock::duration since_last_{};
};

}  // namespace rooflens::inject
