// Who uses the counters of a context. No lock, because a launch that is counted keeps them across the application's own
// call: whoever wants them meanwhile sees that, and waits no longer than it may.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace rooflens::inject {

class CounterPhase {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Phase {
    idle,
    used,      ///< by a thread of this library, or within a callback
    counting,  ///< by a launch that the application is making
    lost,      ///< by a thread that does not come back from CUPTI: nobody waits for it
  };

  /// By one thread, as long as it lives; false: somebody else uses them, also after `timeout`.
  class Use {
   public:
    explicit Use(CounterPhase& phase, Clock::duration timeout = {}) : phase_(phase), holds_(phase.take(timeout)) {}
    /// Of a launch that is over.
    struct AfterLaunch {};
    Use(CounterPhase& phase, AfterLaunch) : phase_(phase), holds_(true) { phase_.phase_ = Phase::used; }
    ~Use() {
      if (holds_) phase_.phase_ = Phase::idle;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    [[nodiscard]] explicit operator bool() const { return holds_; }
    /// Somebody else gives them back, with release().
    void hand_over() { holds_ = false; }
    /// They stay in use until the launch is over.
    void leave_to_launch() {
      holds_ = false;
      phase_.phase_ = Phase::counting;
    }

   private:
    CounterPhase& phase_;
    bool holds_;
  };
  /// By whoever took them over. False: lose() came first.
  [[nodiscard]] bool release() { return change(Phase::used, Phase::idle); }
  /// Whoever uses them is not waited for any more, by anybody. False: nobody uses them, or a launch does.
  [[nodiscard]] bool lose() { return change(Phase::used, Phase::lost); }
  /// Whoever used them never comes back, or comes back too late.
  void abandon() { phase_ = Phase::idle; }
  [[nodiscard]] bool counting() const { return phase_.load(std::memory_order_relaxed) == Phase::counting; }

 private:
  [[nodiscard]] bool take(Clock::duration timeout) {
    if (take()) return true;
    if (timeout == Clock::duration::zero()) return false;
    for (const auto until = Clock::now() + timeout; phase_ != Phase::lost && Clock::now() < until;) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      if (take()) return true;
    }
    return false;
  }
  [[nodiscard]] bool take() { return change(Phase::idle, Phase::used); }
  [[nodiscard]] bool change(Phase from, Phase to) { return phase_.compare_exchange_strong(from, to); }

  std::atomic<Phase> phase_{Phase::idle};
};

}  // namespace rooflens::inject
