// Activity records of kernels, switched off while a launch is counted: with them on, CUPTI adds instructions to every
// kernel and patched code counts nothing (seen with CUPTI 13.0). Switching takes microseconds.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

class ActivitySwitch {
 public:
  explicit ActivitySwitch(std::shared_ptr<const collect::cupti::Api> api) : api_(std::move(api)) {}

  /// Begins to record. False when CUPTI refuses.
  bool begin();
  /// Records no more.
  void end();
  /// Nothing of CUPTI is called any more.
  void abandon() { begun_ = recording_ = false; }
  /// False: it is still switched on, because somebody does not come back from switching it (lost()).
  [[nodiscard]] bool pause();
  void resume();
  /// Within the driver, where CUPTI may wait for a thread that waits for the driver: settle() does it later.
  void resume_later() { ++owed_; }
  void settle();
  /// Gives back records of what has ended; called by one thread at a time. Nothing while code is patched to count
  /// instructions: CUPTI's thread then waits for the driver, within which the launch of such code waits for that thread
  /// (CUPTI 13.0 and driver 580: five of six applications hung).
  void flush();
  /// Around such a launch. False: records are being given back.
  [[nodiscard]] bool begin_patched();
  void end_patched() { --patched_; }
  /// A thread has not come back from CUPTI for seconds, or never will since the handler of a signal took it elsewhere:
  /// nothing is switched any more.
  [[nodiscard]] bool lost() const { return lost_; }
  /// Switches recording off for longer, besides the pauses, or on again.
  void rest(bool resting);
  [[nodiscard]] bool resting() const { return resting_; }
  [[nodiscard]] bool recording() const { return recording_; }
  /// Whether recording was switched off or on at a moment of that time (CLOCK_REALTIME, as in CUPTI's records). A graph
  /// that was launched before the switch and ended after it has records with the ends of a later launch (CUPTI 13.0:
  /// 62 ms instead of 2 us for every kernel of it, also for those that started after the switch).
  [[nodiscard]] bool paused_between(std::int64_t begin_ns, std::int64_t end_ns) const;

 private:
  [[nodiscard]] std::unique_lock<std::mutex> hold();
  void note_switch();

  std::shared_ptr<const collect::cupti::Api> api_;
  std::mutex mutex_;
  std::atomic<bool> lost_{false};  ///< whoever holds the lock
  std::atomic<int> owed_{0};       ///< times to resume
  std::atomic<bool> flushing_{false};
  std::atomic<int> patched_{0};  ///< launches
  std::atomic<bool> begun_{false};
  int pauses_ = 0;  ///< threads that count at the moment, and one for resting
  std::atomic<bool> resting_{false};
  std::atomic<bool> recording_{false};
  // The last times that it was switched off or on, in order. Read without the lock: CUPTI gives records back, whose
  // taker asks for them, while it switches recording off.
  static constexpr std::size_t kKept = 1 << 14;
  std::array<std::atomic<std::int64_t>, kKept> switched_at_ns_{};
  std::atomic<std::uint64_t> switches_{0};  ///< so often
};

}  // namespace rooflens::inject
