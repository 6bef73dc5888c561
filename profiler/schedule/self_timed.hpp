// Whether the program is timing its own launches: an autotuner that runs a few launches between two timing events and
// picks the fastest variant must not have one of them counted. Pure decisions, no CUDA; called from several threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace rooflens::inject {

class SelfTimed {
 public:
  using Clock = std::chrono::steady_clock;

  /// The program records an event that measures time. True: it may be timing its launches from now on, and did not
  /// before.
  [[nodiscard]] bool event_recorded(Clock::time_point now);
  /// Whether an event that measures time was recorded yet: before that no launch has to be told.
  [[nodiscard]] bool listens() const { return event_at_.load() != Clock::time_point{}; }
  /// `what`: the function and its geometry, or the graph.
  void launched(std::uint64_t what, Clock::time_point now);
  /// Whether launches are to be left alone: a few of them were made between two timing events lately, or may be on
  /// their way to the second one. A program that times whole steps, or the same few launches for a second, is not
  /// meant.
  [[nodiscard]] bool active(Clock::time_point now) const;
  /// Whether that program also compares candidates. CUPTI's records make some kernels up to 10 % longer and others not,
  /// so they must be off.
  [[nodiscard]] bool compares(Clock::time_point now) const { return timings_.added() >= kCandidates && active(now); }

  static constexpr std::uint64_t kFew = 16;
  /// Of one such interval it is not known whether it was timed, or lay between two timings: XLA tunes after hundreds of
  /// launches, and its first candidate must not be counted either.
  static constexpr int kSteps = 2;
  static constexpr std::chrono::milliseconds kCalm{100};
  /// So long Triton and inductor time no candidate: they stop after 0.1 s.
  static constexpr std::chrono::milliseconds kSame{1000};
  /// Different timings, after which they are taken to be candidates: programs that time each kernel once have fewer.
  static constexpr std::uint64_t kCandidates = 8;

 private:
  /// The last values that were added, each once.
  template <std::size_t kMost>
  class Recent {
   public:
    /// False: it is among them already.
    bool add(std::uint64_t value) {
      if (std::find(values_.begin(), values_.end(), value) != values_.end()) return false;
      values_[added_++ % kMost] = value;
      return true;
    }
    [[nodiscard]] std::uint64_t added() const { return added_; }

   private:
    std::array<std::atomic<std::uint64_t>, kMost> values_{};
    std::atomic<std::uint64_t> added_{0};
  };

  void compare(std::uint64_t content, Clock::time_point now);

  std::atomic<std::uint64_t> launches_{0};  ///< since the last timing event
  std::atomic<std::uint64_t> content_{0};   ///< the sum of what was launched
  std::atomic<bool> begun_{false};          ///< the first of them came soon after that event
  std::atomic<int> many_{0};                ///< so often in a row there were many launches between two timing events
  std::atomic<Clock::time_point> few_at_{Clock::time_point{}};
  std::atomic<Clock::time_point> event_at_{Clock::time_point{}};
  std::atomic<Clock::time_point> same_since_{Clock::time_point{}};
  // Contents of the last two intervals between events, those of timings, and what was launched.
  std::atomic<std::uint64_t> previous_{0};
  std::atomic<std::uint64_t> before_previous_{0};
  Recent<2 * kCandidates> timings_;
  Recent<2 * kFew> repeated_;
};

}  // namespace rooflens::inject
