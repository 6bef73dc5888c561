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
  /// Whether such an event was recorded yet: before that no launch has to be told.
  [[nodiscard]] bool listens() const { return event_at_.load() != Clock::time_point{}; }
  /// `function`, or the graph; `what`: that and how it is launched.
  void launched(std::uint64_t function, std::uint64_t what, Clock::time_point now);
  /// What was seen of launches is over: handles may come again for other functions.
  void forget();
  /// The same because a module is unloaded: an autotuner drops the variants that it has timed.
  void module_unloads(Clock::time_point now);
  /// Whether launches are to be left alone: a few of them were made between two timing events lately, or may be on
  /// their way to the second one. A program that times whole steps, or the same few launches for a second, is not
  /// meant.
  [[nodiscard]] bool active(Clock::time_point now) const;
  /// Whether that program compares many functions at the moment, or timed some and dropped them. CUPTI's records
  /// make some kernels up to 10 % longer and others not, so they should be off. Programs that time each of their
  /// kernels, in many sizes too, have fewer, and keep them.
  [[nodiscard]] bool compares(Clock::time_point now) const;

  static constexpr std::uint64_t kFew = 16;
  /// Of one such interval it is not known whether it was timed, or lay between two timings: XLA tunes after hundreds of
  /// launches, and its first candidate must not be counted either.
  static constexpr int kSteps = 2;
  static constexpr std::chrono::milliseconds kCalm{100};
  /// So long Triton and inductor time no candidate: they stop after 0.1 s.
  static constexpr std::chrono::milliseconds kSame{1000};
  static constexpr std::size_t kCandidates = 16;
  static constexpr std::chrono::seconds kTuning{10};    ///< for so many new ones, or after some were dropped
  static constexpr std::chrono::seconds kCompiling{3};  ///< at most, between two candidates
  static constexpr std::uint64_t kAfterTuning = 256;    ///< launches that were not timed: steps have begun

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
    void clear() {
      for (auto& value : values_) value = 0;
    }

   private:
    std::array<std::atomic<std::uint64_t>, kMost> values_{};
    std::atomic<std::uint64_t> added_{0};
  };

  /// When something happened, the last times.
  template <std::size_t kMost>
  class Lately {
   public:
    void add(Clock::time_point now) { at_[added_++ % kMost] = now; }
    /// Whether it did as often within so long.
    [[nodiscard]] bool is_often(Clock::time_point now, Clock::duration within) const {
      const std::size_t added = added_;
      return added >= kMost && now - at_[added % kMost].load() < within;
    }

   private:
    std::array<std::atomic<Clock::time_point>, kMost> at_{};
    std::atomic<std::size_t> added_{0};
  };

  void compare(std::uint64_t content, Clock::duration took);
  void note_candidate(std::uint64_t function, Clock::time_point now);

  std::atomic<std::uint64_t> launches_{0};  ///< since the last timing event
  std::atomic<std::uint64_t> content_{0};   ///< the sum of what was launched
  std::atomic<std::uint64_t> function_{0};  ///< the last of them
  std::atomic<bool> begun_{false};          ///< the first of them came soon after that event
  std::atomic<int> many_{0};                ///< so often in a row there were many launches between two timing events
  std::atomic<Clock::time_point> few_at_{Clock::time_point{}};
  std::atomic<Clock::time_point> event_at_{Clock::time_point{}};
  // Contents of the last two intervals between events, for how long they alternated, and what was launched meanwhile.
  std::atomic<std::uint64_t> previous_{0};
  std::atomic<std::uint64_t> before_previous_{0};
  std::atomic<Clock::duration> same_for_{Clock::duration::zero()};
  Recent<2 * kFew> repeated_;
  Recent<4 * kCandidates> functions_;
  Lately<kCandidates> candidates_;
  Lately<1> dropped_;
  std::atomic<bool> timed_{false};  ///< something, since modules were unloaded
};

}  // namespace rooflens::inject
