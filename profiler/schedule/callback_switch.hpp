// Whether launches have callbacks at all: being called back for each of them costs a microsecond or two, which in a
// program that waits for its launches is more than a limited budget may hold. Pure decisions, no CUDA.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace rooflens::inject {

class CallbackSwitch {
 public:
  /// `enable` switches callbacks of launches on and off; they are on. The period is long compared to what switching
  /// takes, and short compared to a run.
  explicit CallbackSwitch(std::function<void(bool)> enable) : enable_(std::move(enable)) {}

  /// Called a few times a second, by one thread. `overspent`: looking at launches has cost more than it may; `now_ns`
  /// on a clock that the ranks of a job share: they begin each period together, because the time that one of them loses
  /// is lost for all, and would add up if they lost it in turn.
  void step(bool overspent, std::int64_t now_ns) {
    const std::int64_t period = now_ns / kPeriod_ns;
    if (!resting_) {
      if (!overspent) return;
      resting_ = true;
      rests_in_ = period;
    } else if (period != rests_in_ && !overspent) {
      if (off_) enable_(true);
      off_ = false;
      resting_ = false;
    } else {
      rests_in_ = period;
      if (off_ || counting()) return;
      enable_(false);
      off_ = true;
    }
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

  static constexpr std::int64_t kPeriod_ns = 2'000'000'000;

 private:
  std::function<void(bool)> enable_;
  std::atomic<bool> resting_{false};
  std::atomic<int> counting_{0};
  bool off_ = false;
  std::int64_t rests_in_ = 0;
};

}  // namespace rooflens::inject
