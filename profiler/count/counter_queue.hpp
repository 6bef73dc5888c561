// Processes of rooflens that share a GPU have its counters one after the other: who waits for them locks a file that
// says so, and who holds them looks there.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "profiler/config/counter_holders.hpp"
#include "profiler/config/counter_lock.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::inject {

/// Of one context; guarded by whoever owns it, but for waits().
class CounterQueue {
 public:
  using Clock = std::chrono::steady_clock;
  /// CUPTI said that another process has them.
  void wait(const collect::CountersHeld& error) {
    error_ = error;
    if (!place_) place_.emplace(place_of(error.gpu()));
    waits_ = true;
  }
  [[nodiscard]] bool waits() const { return waits_.load(std::memory_order_relaxed); }
  /// Whether nobody has them any more; then it waits no longer, and keeps its place until they are there: CUPTI may
  /// turn this process away again.
  [[nodiscard]] bool ends() {
    if (!error_ || collect::counter_lock_holder(error_->gpu())) return false;
    error_.reset();
    waits_ = false;
    return true;
  }
  /// What was said last, where it still waits.
  [[nodiscard]] const std::optional<collect::CountersHeld>& error() const { return error_; }
  /// Before CUPTI is asked for anything that may find the counters of `gpu` (counter_lock_holder) in use: it says that
  /// to whoever came first, too. Throws CountersHeld where another process of rooflens has them.
  void take(const std::string& gpu) {
    gpu_ = gpu;
    const auto until = Clock::now() + kToWriteAName;
    for (bool asks = !gpu.empty(); asks && !(lock_ && lock_->holds());) {
      lock_.emplace(gpu);
      if (const auto holder = collect::counter_lock_holder(gpu)) {
        lock_.reset();
        throw collect::CountersHeld("this GPU's counters are in use", collect::busy_remedy(holder, {}), *holder, gpu);
      }
      asks = !lock_->holds() && Clock::now() < until;  // another context of this process has them, or nobody can
      if (asks) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    place_.reset();
  }
  void give() { lock_.reset(); }
  /// Whether another process waits for what this one has.
  [[nodiscard]] bool others_wait() const { return collect::counter_lock_holder(place_of(gpu_)).has_value(); }
  /// They were given back for its sake.
  void gave_way(Clock::time_point now) { not_before_ = now + kOthersTurn; }
  [[nodiscard]] bool may_take(Clock::time_point now) const { return now >= not_before_; }

  static constexpr std::chrono::seconds kOthersTurn{4};          ///< two periods in which launches are watched
  static constexpr std::chrono::milliseconds kToWriteAName{10};  ///< by a process that has just locked the file

 private:
  static std::string place_of(const std::string& gpu) { return gpu.empty() ? gpu : gpu + "-next"; }

  std::atomic<bool> waits_{false};
  std::optional<collect::CountersHeld> error_;
  std::optional<collect::CounterLock> place_;
  std::optional<collect::CounterLock> lock_;
  std::string gpu_;
  Clock::time_point not_before_{};
};

}  // namespace rooflens::inject
