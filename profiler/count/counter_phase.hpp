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
    /// They stay in use until the launch is over.
    void leave_to_launch() {
      holds_ = false;
      phase_.phase_ = Phase::counting;
    }

   private:
    CounterPhase& phase_;
    bool holds_;
  };
  /// Whoever used them never comes back.
  void abandon() { phase_ = Phase::idle; }
  [[nodiscard]] bool counting() const { return phase_.load(std::memory_order_relaxed) == Phase::counting; }

 private:
  [[nodiscard]] bool take(Clock::duration timeout) {
    if (take()) return true;
    if (timeout == Clock::duration::zero()) return false;
    for (const auto until = Clock::now() + timeout; Clock::now() < until;) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      if (take()) return true;
    }
    return false;
  }
  [[nodiscard]] bool take() {
    Phase idle = Phase::idle;
    return phase_.compare_exchange_strong(idle, Phase::used);
  }

  std::atomic<Phase> phase_{Phase::idle};
};

}  // namespace rooflens::inject
