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
  /// Around a call that makes or changes a graph. Such calls do not nest, and both ends of each are told of, unless a
  /// handler of a signal leaves it: then the thread's next one, or leave_change(), ends it. Waits while the gate is
  /// closed, whoever passed through, or changes are held, but not within a call, and never longer than kLongestChange;
  /// once somebody waited so long, no change waits until it is closed anew.
  void enter_change() {
    leave_change();
    changing_in_ = this;
    ++changing_;
    if (is_inside()) return;
    const auto until = Clock::now() + kLongestChange;
    while (holds_changes()) {
      --changing_;
      while (holds_changes() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::microseconds(50));
      ++changing_;
      if (Clock::now() >= until) changes_passed_ = true;
    }
  }
  void leave_change() {
    if (changing_in_ != this) return;
    changing_in_ = nullptr;
    --changing_;
  }
  /// Holds them until then, while the gate is open.
  void hold_changes(Clock::time_point until) { changes_held_until_ = until; }
  /// Forgets who is inside, but for changes: for calls whose end nobody was told of.
  void forget() {
    epoch_ = ++epochs_;
    inside_ = 0;
  }

  /// Keeps other threads out from now on. False, and nothing done, if another thread did so already or somebody else
  /// stays inside for a few milliseconds.
  [[nodiscard]] bool close() {
    if (closed_.exchange(true)) return false;
    passed_ = changes_passed_ = false;
    const int own = is_inside() ? 1 : 0;
    const int own_change = changing_in_ == this ? 1 : 0;
    const auto alone = [&] { return inside_ <= own && changing_ <= own_change; };
    const auto until = Clock::now() + kPatience;
    while (!alone() && Clock::now() < until) std::this_thread::yield();
    if (alone()) return true;
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
  static constexpr std::chrono::seconds kLongestChange{35};  ///< longer than any counted launch is waited for

 private:
  [[nodiscard]] bool wait_until_open(Clock::time_point until) const {
    while (closed_ && !passed_) {
      if (Clock::now() >= until) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return true;
  }

  /// This thread.
  [[nodiscard]] bool is_inside() const { return passage_.epoch == epoch_ && passage_.depth > 0; }
  [[nodiscard]] bool holds_changes() const {
    return !changes_passed_ && (closed_ || Clock::now() < changes_held_until_.load());
  }

  inline static thread_local Passage passage_;
  inline static thread_local const CallGate* changing_in_ = nullptr;
  inline static std::atomic<std::uint64_t> epochs_{0};  ///< of all gates: what a thread knows of one is not of another
  std::atomic<std::uint64_t> epoch_{++epochs_};
  std::atomic<int> inside_{0};    ///< threads
  std::atomic<int> changing_{0};  ///< threads within calls that make or change a graph
  std::atomic<Clock::time_point> changes_held_until_{Clock::time_point::min()};
  std::atomic<bool> closed_{false};
  std::atomic<bool> passed_{false};
  std::atomic<bool> changes_passed_{false};
};

using DriverGate = CallGate<struct DriverCalls>;  ///< every call of the driver, while warps are sampled
using LaunchGate = CallGate<struct Launches>;     ///< and what makes a stream wait

}  // namespace rooflens::inject
