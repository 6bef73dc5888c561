// How long the graphs of a program may be read, and changes be followed that are made while launches are not watched.
// A program that does that in every step would pay in each.
#pragma once

#include <algorithm>
#include <chrono>

namespace rooflens::graph {

/// Guarded by its owner. `credit` at first, then 1 % of the time; the credit again whenever something was learned.
class ReadAllowance {
 public:
  using Clock = std::chrono::steady_clock;
  explicit ReadAllowance(Clock::duration credit = std::chrono::seconds(1)) : credit_(credit), left_(credit) {}

  [[nodiscard]] bool allows(Clock::time_point now) {
    if (last_ != Clock::time_point{}) left_ = std::min(credit_, left_ + (now - last_) / kOneIn);
    last_ = now;
    return left_ > Clock::duration::zero();
  }
  void spend(Clock::duration time) { left_ -= time; }
  void renew() { left_ = credit_; }

 private:
  static constexpr int kOneIn = 100;
  Clock::duration credit_;
  Clock::duration left_;  ///< less than nothing after a read that took longer
  Clock::time_point last_{};
};

}  // namespace rooflens::graph
