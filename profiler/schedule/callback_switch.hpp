// Whether launches have callbacks at all: being called back for each of them costs a microsecond or two, which in a
// program that waits for its launches is more than a limited budget may hold. Pure decisions, no CUDA.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

namespace rooflens::inject {

class CallbackSwitch {
 public:
  /// `enable` switches callbacks of launches on and off; they are on.
  explicit CallbackSwitch(std::function<void(bool)> enable) : enable_(std::move(enable)) {}

  struct Wish {
    bool overspent = false;  ///< looking at launches has cost more than it may
    bool sampling = false;   ///< to look at some of them, for kLook of each period, is enough
  };
  /// Whether the next step would begin a rest.
  [[nodiscard]] bool ends_look(Wish wish, std::int64_t now_ns, std::int64_t period_ns) const {
    const auto look_ns = static_cast<std::int64_t>(kLook * static_cast<double>(period_ns));
    const std::int64_t looked_ns = now_ns - looks_since_ns_;  // below 0: somebody set the clock back
    return !resting_ && (wish.overspent || (wish.sampling && (looked_ns >= look_ns || looked_ns < 0)));
  }
  /// Called many times a second, by one thread. `now_ns`: on a clock that the ranks of a job share. They begin each
  /// period together, because the time that one of them loses is lost for all, and would add up if they lost it one
  /// after the other. `period_ns`: as period_of() gives it.
  void step(Wish wish, std::int64_t now_ns, std::int64_t period_ns = kPeriod_ns) {
    const std::unique_lock lock(switching_, std::try_to_lock);
    if (!lock) return;
    const std::int64_t next_ns = (now_ns / period_ns + 1) * period_ns;
    if (!resting_) {
      if (!ends_look(wish, now_ns, period_ns)) return;
      resting_ = true;
      rests_until_ns_ = next_ns;
    } else if ((now_ns >= rests_until_ns_ || now_ns < rests_until_ns_ - period_ns) && !wish.overspent) {
      asks_ = false;
      if (off_) enable_(true);
      off_ = false;
      resting_ = false;
      looks_since_ns_ = now_ns;
    } else {
      if (now_ns >= rests_until_ns_) rests_until_ns_ = next_ns;
      if (!off_ && asks_.exchange(true)) switch_off();
    }
  }
  /// This thread's launch ends: if a rest has begun a step ago, they are switched off here, else by the next step.
  /// Where that is done within a launch, CUPTI (13.0) never hears of its end, and gives every later one of that thread
  /// the same correlation. And where it is done before activity records are off, those of graphs stay on.
  void launch_ended() {
    if (!asks_.load(std::memory_order_relaxed)) return;
    const std::unique_lock lock(switching_, std::try_to_lock);
    if (lock && asks_) switch_off();
  }
  /// Ends a rest at once. False: there was none.
  bool wake(std::int64_t now_ns) {
    const std::unique_lock lock(switching_, std::try_to_lock);
    if (!lock || !resting_) return false;
    asks_ = false;
    if (off_.exchange(false)) enable_(true);
    looks_since_ns_ = now_ns;
    resting_ = false;
    return true;
  }
  /// Of a program of that age: one that is young may soon do something new.
  [[nodiscard]] static std::int64_t period_of(std::int64_t age_ns) {
    std::int64_t period = kPeriod_ns;
    while (period > kPeriod_ns / 8 && 4 * period > age_ns) period /= 2;
    return period;
  }
  /// Launches are left alone; asked at each callback that comes nevertheless.
  [[nodiscard]] bool resting() const { return resting_.load(std::memory_order_relaxed); }
  /// A launch begins whose end must have its callback. False: it is too late for that.
  [[nodiscard]] bool begin_count() {
    ++counting_;
    if (!resting_) return true;
    --counting_;
    return false;
  }
  void end_count() { --counting_; }
  [[nodiscard]] bool counting() const { return counting_ > 0; }

  static constexpr std::int64_t kPeriod_ns = 2'000'000'000;  ///< long for switching, short for a run
  static constexpr double kLook = 0.1;                       ///< share of a period

 private:
  void switch_off() {
    if (off_ || counting()) return;
    enable_(false);
    off_ = true;
    asks_ = false;
  }

  std::function<void(bool)> enable_;
  std::mutex switching_;  ///< never waited for: a handler of a signal may leave a launch in the middle
  std::atomic<bool> resting_{false};
  std::atomic<int> counting_{0};
  std::atomic<bool> off_{false};
  std::atomic<bool> asks_{false};  ///< for a thread to switch them off where its launch ends
  std::int64_t rests_until_ns_ = 0;
  std::int64_t looks_since_ns_ = 0;
};

}  // namespace rooflens::inject
