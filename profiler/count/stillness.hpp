// The state in which CUPTI's range profiler may be called: no other thread launches, and the GPU has nothing left to do
// in the context. Every call of the range profiler waits for the GPU inside the driver, where no deadline can be put on
// it (seen: a kernel that spins until the host sets a flag, PopRange, driver 580); so it is made only when there is
// nothing to wait for.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <tuple>
#include <utility>

#include "profiler/count/call_gate.hpp"
#include "profiler/count/idle_wait.hpp"

namespace rooflens::inject {

/// Of one context; guarded by whoever owns it.
class Stillness {
 public:
  using Clock = std::chrono::steady_clock;
  /// `others`: whether nothing else is unfinished that CUPTI might wait for; asked while launches are held.
  Stillness(
      LaunchGate& gate, Synchronize synchronize, std::function<bool()> others = [] { return true; })
      : gate_(gate), idle_(std::move(synchronize)), others_(std::move(others)) {}
  ~Stillness() { end(); }
  Stillness(const Stillness&) = delete;
  Stillness& operator=(const Stillness&) = delete;

  /// Holds other threads' launches and waits for the GPU, at most `timeout`. False: nothing is held. What failed once
  /// is tried again later and later, unless it is `urgent`.
  [[nodiscard]] bool begin(Clock::duration timeout, bool urgent = false) {
    if (lasting()) return true;
    const auto now = Clock::now();
    if (!urgent && now < next_try_) return false;
    held_ = gate_.close();
    if (!held_) {  // at once, where somebody else closed it
      if (Clock::now() - now >= LaunchGate::kPatience) put_off(gate_pause_, kLongestGatePause);
      return false;
    }
    const bool done = idle_.within(timeout);
    if (done) pause_ = kFirstPause;
    if (done && others_() && !gate_.passed()) {
      gate_pause_ = kFirstGatePause;
      return true;
    }
    end();
    if (done) {
      put_off(gate_pause_, kLongestGatePause);
    } else {
      put_off(pause_, kLongestPause);
    }
    return false;
  }
  /// The same at once, for what may as well be left: where it fails, nothing else is tried later for that.
  [[nodiscard]] bool begin_aside(Clock::duration timeout) {
    const auto before = std::tuple(next_try_, pause_, gate_pause_);
    if (begin(timeout, true)) return true;
    std::tie(next_try_, pause_, gate_pause_) = before;
    return false;
  }
  /// Whether begin() would not even try.
  [[nodiscard]] bool is_put_off() const { return !held_ && Clock::now() < next_try_; }
  /// The same while launches are held already: whether the GPU is done within `timeout`.
  [[nodiscard]] bool lasts(Clock::duration timeout) {
    return idle_.within(timeout) && (lasting() || begin(timeout, true));
  }
  /// Whether the GPU is done within `timeout`, whoever holds launches.
  [[nodiscard]] bool is_idle(Clock::duration timeout) { return idle_.within(timeout); }
  /// Nothing of this library is within the driver any more (IdleWait::leaves_driver).
  void leave_driver() { static_cast<void>(idle_.leaves_driver(kLongestLeave)); }
  /// Also for a thread that does not wait for the owner any more.
  void end() {
    if (held_.exchange(false)) gate_.open();
  }

 private:
  // What was held for too long is begun anew.
  [[nodiscard]] bool lasting() {
    if (held_ && gate_.passed()) end();
    return held_;
  }
  void put_off(Clock::duration& pause, Clock::duration longest) {
    next_try_ = Clock::now() + pause;
    pause = std::min(pause * 4, longest);
  }

  static constexpr Clock::duration kFirstGatePause = 10 * LaunchGate::kPatience;  // a thread may have lost its core
  static constexpr Clock::duration kLongestGatePause = std::chrono::seconds(1);
  static constexpr Clock::duration kFirstPause = std::chrono::seconds(1);
  static constexpr Clock::duration kLongestPause = std::chrono::seconds(64);
  static constexpr Clock::duration kLongestLeave = std::chrono::seconds(1);

  LaunchGate& gate_;
  IdleWait idle_;
  std::function<bool()> others_;
  std::atomic<bool> held_{false};
  Clock::time_point next_try_{};
  Clock::duration pause_ = kFirstPause;
  Clock::duration gate_pause_ = kFirstGatePause;
};

}  // namespace rooflens::inject
