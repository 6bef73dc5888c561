// How much of a run's time collecting may take.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace rooflens::inject {

/// Two kinds of time are spent. Looking at launches and writing records goes on all the time, and in all ranks of a job
/// at once. Pauses, in which something is counted, hit one rank while the others wait for it at their next collective
/// operation, and then it is another rank's turn: to the job, those of all ranks add up.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  /// `share` of the time since `start`, 0.1 = 10 %; 0: no limit. `ranks` of the job that the process belongs to. Aims
  /// lower: not all that collecting costs the application can be seen from within.
  Budget(double share, int ranks, Clock::time_point start) : share_(kAim * share), ranks_(ranks), start_(start) {}

  /// Whether a pause that takes about `estimate_ns` may still be made.
  [[nodiscard]] bool allows(double estimate_ns, Clock::time_point now) const {
    if (share_ <= 0) return true;
    return ranks_ * (static_cast<double>(pauses_) + estimate_ns) <= allowance_ns(now);
  }
  /// What pauses may take until `now`, of all ranks together and including those that were made.
  [[nodiscard]] double allowance_ns(Clock::time_point now) const {
    const double elapsed = std::chrono::duration<double, std::nano>(now - start_).count();
    const auto looks = static_cast<double>(looks_);
    const double spent = looks + ranks_ * static_cast<double>(pauses_);
    // What collecting took is part of the elapsed time, but not of the application's.
    return std::max(0.0, share_ * (elapsed - spent) - looks);
  }
  void pause(Clock::duration time) { pauses_ += nanoseconds(time); }
  void look(Clock::duration time) { looks_ += nanoseconds(time); }
  /// By this process, both kinds.
  [[nodiscard]] std::uint64_t spent_ns() const { return looks_ + pauses_; }
  [[nodiscard]] bool limited() const { return share_ > 0; }

  static constexpr double kAim = 0.8;

 private:
  static std::uint64_t nanoseconds(Clock::duration time) {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }

  double share_;
  double ranks_;
  Clock::time_point start_;
  std::atomic<std::uint64_t> looks_{0};
  std::atomic<std::uint64_t> pauses_{0};
};

}  // namespace rooflens::inject
