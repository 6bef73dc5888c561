// Counts the threads that are within the CUDA driver, and can keep others out for a moment: some of CUPTI's calls hang
// when another thread launches or waits for the device meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace rooflens::inject {

class DriverGate {
 public:
  /// Around every call of the driver, nested ones too. enter() waits while the gate is closed.
  void enter() {
    if (depth_++ > 0) return;
    for (;;) {
      ++inside_;
      if (!closed_) return;
      --inside_;
      while (closed_) std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
  void leave() {
    if (depth_ > 0 && --depth_ == 0) --inside_;
  }

  /// Closed while it lives, if nobody but the calling thread is inside within a few milliseconds.
  class Closed {
   public:
    explicit Closed(DriverGate& gate) : gate_(gate) {
      if (gate_.closed_.exchange(true)) return;
      const int own = depth_ > 0 ? 1 : 0;
      const auto patience = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
      while (gate_.inside_ > own && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
      holds_ = gate_.inside_ <= own;
      if (!holds_) gate_.closed_ = false;
    }
    ~Closed() {
      if (holds_) gate_.closed_ = false;
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;
    [[nodiscard]] explicit operator bool() const { return holds_; }

   private:
    DriverGate& gate_;
    bool holds_ = false;
  };

 private:
  inline static thread_local int depth_ = 0;
  std::atomic<int> inside_{0};  ///< threads
  std::atomic<bool> closed_{false};
};

}  // namespace rooflens::inject
