// Processes of rooflens that share a GPU have its counters one after the other: who wants them and does not get them
// touches a file, and who has them looks at its time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "profiler/config/counter_holders.hpp"
#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::inject {

/// Of one context; guarded by whoever owns it, but for waits() and wanted().
class CounterQueue {
 public:
  using Clock = std::chrono::steady_clock;
  /// Before CUPTI is asked for anything: of two processes that ask at the same moment it may refuse both. `gpu`: as for
  /// counter_lock_holder. Throws CountersHeld where another process of rooflens has them.
  void take(const std::string& gpu) {
    gpu_ = gpu;
    const auto until = Clock::now() + kToWriteAName;
    for (bool asks = !gpu.empty(); asks && !(lock_ && lock_->holds());) {
      lock_.emplace(gpu);
      if (const auto holder = collect::counter_lock_holder(gpu)) {
        lock_.reset();
        throw collect::CountersHeld("another process had the counters of this GPU, so nothing was counted",
                                    collect::busy_remedy(holder, {}), *holder);
      }
      asks = !lock_->holds() && Clock::now() < until;  // another context of this process has them, or nobody can
      if (asks) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    taken_ = std::chrono::system_clock::now();
    error_.reset();
  }
  void give() { lock_.reset(); }

  /// take() threw this.
  void wait(const collect::CountersHeld& error) {
    error_ = error;
    waits_ = true;
  }
  [[nodiscard]] bool waits() const { return waits_.load(std::memory_order_relaxed); }
  /// A launch would have been counted.
  void wanted() { wanted_ = true; }
  /// Ends waiting where nobody has them any more, else asks for them if they were wanted since the last time.
  void ask_again() {
    waits_ = collect::counter_lock_holder(gpu_).has_value();
    if (waits_ && wanted_.exchange(false)) collect::ask_for_counters(gpu_);
  }
  /// The last one, until they were there.
  [[nodiscard]] const std::optional<collect::CountersHeld>& error() const { return error_; }

  /// Whether another process waits for what this one has.
  [[nodiscard]] bool others_wait() const {
    return collect::counters_asked_for_since(gpu_, std::max(taken_, std::chrono::system_clock::now() - kAsksAgain));
  }
  /// They were given back for its sake.
  void gave_way(Clock::time_point now) { not_before_ = now + kOthersTurn; }
  [[nodiscard]] bool may_take(Clock::time_point now) const { return now >= not_before_; }

  static constexpr std::chrono::seconds kOthersTurn{4};          ///< two periods in which launches are watched
  static constexpr std::chrono::seconds kAsksAgain{3};           ///< who waits has asked within
  static constexpr std::chrono::milliseconds kToWriteAName{10};  ///< by a process that has just locked the file

 private:
  std::atomic<bool> waits_{false};
  std::atomic<bool> wanted_{false};
  std::optional<collect::CountersHeld> error_;
  std::optional<collect::CounterLock> lock_;
  std::string gpu_;
  std::chrono::system_clock::time_point taken_{};
  Clock::time_point not_before_{};
};

}  // namespace rooflens::inject
