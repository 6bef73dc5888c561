// How much of the time with launches collecting may take.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rooflens::inject {

/// Two kinds of time are spent. Callbacks of launches and writing records go on most of the time, and in all ranks of a
/// job at once. Pauses, in which something is counted, hit one rank while the others wait for it at their next
/// collective operation: to the job, those of all ranks add up. So time is cut into pieces of kRankTime, and in each
/// one rank may spend what the whole job may. And a pause costs more than it lasts, because afterwards the GPU has
/// nothing queued. A credit pays for the start of a program, in which all that it does is new; later the share alone
/// holds, as if nothing had been spent before.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  /// `share` of the time since `start` in which work is launched, 0.1 = 10 %; 0: no limit. Aims lower: see kAim and
  /// kAimAfterStart. The process is one of the `ranks` of a job, from 0, that start at the same time. What the start of
  /// a job costs is not limited until `credit` is used up.
  Budget(double share, int rank, int ranks, Clock::time_point start, std::chrono::duration<double> credit = {})
      : share_((credit.count() > 0 ? kAimAfterStart : kAim) * share),
        rank_(ranks > 1 ? rank % ranks : 0),
        ranks_(ranks),
        start_(start),
        credit_ns_(1e9 * credit.count()),
        starting_(credit_ns_ > 0) {}

  /// Whether a pause that takes about `estimate_ns` may still be made.
  [[nodiscard]] bool allows(double estimate_ns, Clock::time_point now) const {
    if (share_ <= 0 || (starting_ && costs_ns(estimate_ns) <= credit_ns_)) return true;
    return job_pauses_ns(pauses_since_ns() + estimate_ns, now) <= allowance_ns(now);
  }
  /// Whether the credit pays.
  [[nodiscard]] bool starting() const { return starting_; }
  void end_start(Clock::time_point now) {
    if (!starting_) return;
    base_elapsed_ns_ = total_elapsed_ns(now);
    base_time_ = now - start_;
    base_pauses_ = pauses_.load();
    base_callbacks_ = callbacks_.load();
    starting_ = false;
    forfeited_ns_ = 0;
  }
  /// The program does something new; what is left of the credit pays for it, and for what is being saved for, too.
  void start_again() {
    if (costs_ns(saving_for_ns_) >= credit_ns_) return;
    starting_ = true;
    saving_for_ns_ = 0;
  }
  /// Pauses that a program which ran undisturbed for however long may be made to wait for at once.
  static constexpr double kMostSaved_ns = 10e9;
  /// Nothing is counted until a pause of `estimate_ns` may be made, which allow_again() finds out.
  void save_for(double estimate_ns) { saving_for_ns_ = estimate_ns; }
  /// Asked at every launch: it costs no clock.
  [[nodiscard]] bool saving() const { return saving_for_ns_.load(std::memory_order_relaxed) > 0; }
  void allow_again(Clock::time_point now) {
    const double saved_ns = allowance_ns(now) - job_pauses_ns(pauses_since_ns(), now);
    const double most_ns = job_pauses_ns(kMostSaved_ns, now);
    if (share_ > 0 && !starting_ && saved_ns > most_ns) forfeited_ns_ = forfeited_ns_ + saved_ns - most_ns;
    if (saving() && allows(saving_for_ns_, now)) saving_for_ns_ = 0;
  }
  /// What pauses may cost until `now`, of all ranks together and including those that were made.
  [[nodiscard]] double allowance_ns(Clock::time_point now) const {
    const double spent = callbacks_ns() + job_pauses_ns(pauses_since_ns(), now);
    // What collecting took is part of the elapsed time, but not of the application's.
    return std::max(0.0, share_ * (elapsed_ns(now) - spent) - callbacks_ns() - forfeited_ns_);
  }
  /// Time without launches, in which nothing is slowed down: what is saved in it would be spent on those that follow.
  void idle(Clock::duration time) { idle_ += nanoseconds(time); }
  /// Until `now`, with launches.
  [[nodiscard]] double total_elapsed_ns(Clock::time_point now) const {
    return std::chrono::duration<double, std::nano>(now - start_).count() - static_cast<double>(idle_);
  }
  /// The same, since the start of the program was over.
  [[nodiscard]] double elapsed_ns(Clock::time_point now) const { return total_elapsed_ns(now) - base_elapsed_ns_; }
  void pause(Clock::duration time) { pauses_ += nanoseconds(time); }
  /// What a context's counters take before any launch is counted. The credit pays for it as it is: no aftermath
  /// follows.
  void set_up(Clock::duration time) { (starting_ ? set_up_ : pauses_) += nanoseconds(time); }
  void callback(Clock::duration time) { callbacks_ += nanoseconds(time); }
  /// Since the start of the program was over.
  [[nodiscard]] double callbacks_ns() const { return static_cast<double>(callbacks_ - base_callbacks_); }
  /// By this process, all kinds, from the beginning.
  [[nodiscard]] std::uint64_t spent_ns() const { return callbacks_ + pauses_ + set_up_; }
  [[nodiscard]] bool limited() const { return share_ > 0; }
  /// Of the time with launches, both kinds together.
  [[nodiscard]] double share() const { return share_; }
  /// From the first launch on, without a credit.
  [[nodiscard]] bool strict() const { return limited() && credit_ns_ <= 0; }

  /// The rest is for what nothing here sees: merely being attached made a training loop that waits for its launches 1
  /// to 6 % slower (H200), with callbacks and records switched off.
  static constexpr double kAim = 0.30;
  /// Where the start is over, looks and pauses meet a few steps alone, and the others go on as fast as ever.
  static constexpr double kAimAfterStart = 0.60;
  /// Long enough to save for a first window, with everything once after it, of a limit of 10 %.
  static constexpr std::chrono::seconds kRankTime{60};
  /// A pause's cost over its time: 1.5 to 1.8 in training steps (H200), with the slower patched kernels after it.
  static constexpr double kAftermath = 1.6;

 private:
  // Of all ranks, if this one paused for so much longer and the others do as it does.
  [[nodiscard]] double costs_ns(double estimate_ns) const {
    const double pauses_ns = kAftermath * (static_cast<double>(pauses_) + estimate_ns);
    return ranks_ * (pauses_ns + static_cast<double>(set_up_)) + static_cast<double>(callbacks_);
  }
  [[nodiscard]] double pauses_since_ns() const { return static_cast<double>(pauses_ - base_pauses_); }
  static std::uint64_t nanoseconds(Clock::duration time) {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }

  // What pauses of all ranks cost, if this one paused for so long and the others used their time like it.
  [[nodiscard]] double job_pauses_ns(double own_ns, Clock::time_point now) const {
    const double cost = kAftermath * own_ns;
    if (ranks_ <= 1 || own_ns <= 0) return cost;
    const Clock::duration base = base_time_;
    const double time = std::chrono::duration<double>(now - start_ - base).count();
    const double own = own_seconds(now - start_) - own_seconds(base);
    return own > 0 ? cost * time / own : std::numeric_limits<double>::infinity();
  }

  // Of the time after the start of the job, what is this rank's to count in.
  [[nodiscard]] double own_seconds(Clock::duration after) const {
    const double piece = std::chrono::duration<double>(kRankTime).count();
    const double time = std::chrono::duration<double>(after).count();
    const double rounds = std::floor(time / (ranks_ * piece));
    return rounds * piece + std::clamp(time - (rounds * ranks_ + rank_) * piece, 0.0, piece);
  }

  double share_;
  int rank_;
  int ranks_;
  Clock::time_point start_;
  double credit_ns_;
  std::atomic<std::uint64_t> callbacks_{0};
  std::atomic<std::uint64_t> pauses_{0};
  std::atomic<std::uint64_t> set_up_{0};
  std::atomic<std::uint64_t> idle_{0};
  std::atomic<double> saving_for_ns_{0};
  std::atomic<double> forfeited_ns_{0};  ///< what was saved beyond kMostSaved_ns; one thread writes it
  std::atomic<bool> starting_;
  // What had been when the start was over.
  std::atomic<double> base_elapsed_ns_{0};
  std::atomic<Clock::duration> base_time_{Clock::duration::zero()};
  std::atomic<std::uint64_t> base_callbacks_{0};
  std::atomic<std::uint64_t> base_pauses_{0};
};

}  // namespace rooflens::inject
