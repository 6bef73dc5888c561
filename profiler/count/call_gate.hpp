// Counts the threads that are within the CUDA driver, and can keep others out for a moment: some of CUPTI's calls wait
// for the GPU or hang when another thread launches meanwhile. Nobody is kept out for longer than a deadline.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

namespace rooflens::inject {

/// `Calls` names what passes through; each gate has a type of its own.
template <class Calls>
class CallGate {
 public:
  using Clock = std::chrono::steady_clock;
  /// What a thread has gone into and not left.
  struct Passage {
    std::uint64_t epoch = 0;
    int depth = 0;
  };
  /// For a thread that works while another one waits for it, as if it were that one. Returns what was this one's.
  static Passage exchange(Passage passage) { return std::exchange(passage_, passage); }
  [[nodiscard]] static Passage passage() { return passage_; }

  /// Around every call, nested ones too. enter() waits while the gate is closed, but never longer than kLongestHold;
  /// once somebody waited so long, nobody waits until it is closed anew.
  void enter() {
    Passage& own = passage_;
    if (own.epoch == epoch_ && own.depth > 0) {
      ++own.depth;
      return;
    }
    own = {epoch_, 1};
    ++inside_;
    for (const auto until = Clock::now() + kLongestHold; closed_ && !passed_;) {
      --inside_;
      const bool opened = wait_until_open(until);
      ++inside_;
      if (opened) continue;
      passed_ = true;
      return;
    }
  }
  void leave() {
    Passage& own = passage_;
    if (own.epoch == epoch_ && own.depth > 0 && --own.depth == 0) --inside_;
  }
  /// Forgets who is inside: for calls whose end nobody was told of.
  void forget() {
    epoch_ = ++epochs_;
    inside_ = 0;
  }

  /// Keeps other threads out from now on. False, and nothing done, if another thread did so already or somebody else
  /// stays inside for a few milliseconds.
  [[nodiscard]] bool close() {
    if (closed_.exchange(true)) return false;
    passed_ = false;
    const int own = passage_.epoch == epoch_ && passage_.depth > 0 ? 1 : 0;
    const auto until = Clock::now() + kPatience;
    while (inside_ > own && Clock::now() < until) std::this_thread::yield();
    if (inside_ <= own) return true;
    closed_ = false;
    return false;
  }
  void open() { closed_ = false; }
  /// Whether somebody went through since it was closed, having waited for kLongestHold.
  [[nodiscard]] bool passed() const { return passed_; }

  /// Closed while it lives, if it could be.
  class Closed {
   public:
    explicit Closed(CallGate& gate) : gate_(gate), holds_(gate.close()) {}
    ~Closed() {
      if (holds_) gate_.open();
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;
    [[nodiscard]] explicit operator bool() const { return holds_; }

   private:
    CallGate& gate_;
    bool holds_;
  };

  static constexpr std::chrono::milliseconds kPatience{3};
  static constexpr std::chrono::seconds kLongestHold{2};

 private:
  [[nodiscard]] bool wait_until_open(Clock::time_point until) const {
    while (closed_ && !passed_) {
      if (Clock::now() >= until) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return true;
  }

  inline static thread_local Passage passage_;
  inline static std::atomic<std::uint64_t> epochs_{0};  ///< of all gates: what a thread knows of one is not of another
  std::atomic<std::uint64_t> epoch_{++epochs_};
  std::atomic<int> inside_{0};  ///< threads
  std::atomic<bool> closed_{false};
  std::atomic<bool> passed_{false};
};

using DriverGate = CallGate<struct DriverCalls>;  ///< every call of the driver, while warps are sampled
using LaunchGate = CallGate<struct Launches>;     ///< and what makes a stream wait

}  // namespace rooflens::inject
