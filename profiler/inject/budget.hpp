// How much of a run's time collecting may take.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace rooflens::inject {

class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  /// `share` of the time since `start`, 0.1 = 10 %; 0: no limit. Aims lower: not all that collecting costs the
  /// application can be seen from within.
  Budget(double share, Clock::time_point start) : share_(kAim * share), start_(start) {}

  /// Whether something that takes about `estimate_ns` may still be done.
  [[nodiscard]] bool allows(double estimate_ns, Clock::time_point now) const {
    if (share_ <= 0) return true;
    const double elapsed = std::chrono::duration<double, std::nano>(now - start_).count();
    // What collecting took is part of the elapsed time, but not of the application's.
    return static_cast<double>(spent_) + estimate_ns <= share_ * (elapsed - static_cast<double>(spent_));
  }
  void spend(Clock::duration time) {
    spent_ += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }
  [[nodiscard]] std::uint64_t spent_ns() const { return spent_; }
  [[nodiscard]] bool limited() const { return share_ > 0; }

  static constexpr double kAim = 0.6;

 private:
  double share_;
  Clock::time_point start_;
  std::atomic<std::uint64_t> spent_{0};
};

}  // namespace rooflens::inject
