// Whether the program is timing its own launches: an autotuner that runs a few launches between two timing events and
// picks the fastest variant must not have one of them counted. Pure decisions, no CUDA.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace rooflens::inject {

class SelfTimed {
 public:
  using Clock = std::chrono::steady_clock;

  /// The program records an event that measures time. True: it may be timing its launches from now on, and did not
  /// before.
  [[nodiscard]] bool event_recorded(Clock::time_point now) {
    const bool before = active(now);
    const std::uint64_t launches = launches_.exchange(0);
    if (launches > 0) many_ = launches > kFew ? many_ + 1 : 0;
    if (launches > 0 && launches <= kFew) few_at_ = now;
    event_at_ = now;
    return !before && active(now);
  }
  void launched() { launches_.fetch_add(1, std::memory_order_relaxed); }
  /// Whether launches are to be left alone: a few of them were made between two timing events lately, or may be on
  /// their way to the second one. A program that times whole steps is not meant.
  [[nodiscard]] bool active(Clock::time_point now) const {
    if (now - few_at_.load() < kCalm) return true;
    return many_ < kSteps && now - event_at_.load() < kCalm && launches_ <= kFew;
  }

  static constexpr std::uint64_t kFew = 16;
  /// Of one such interval it is not known whether it was timed, or lay between two timings: XLA tunes after hundreds of
  /// launches, and its first candidate must not be counted either.
  static constexpr int kSteps = 2;
  static constexpr std::chrono::milliseconds kCalm{100};

 private:
  std::atomic<std::uint64_t> launches_{0};  ///< since the last timing event
  std::atomic<int> many_{0};                ///< so often in a row there were many launches between two timing events
  std::atomic<Clock::time_point> few_at_{Clock::time_point{}};
  std::atomic<Clock::time_point> event_at_{Clock::time_point{}};
};

}  // namespace rooflens::inject
