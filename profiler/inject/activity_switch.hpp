// Activity records of kernels, switched off while a launch is counted: with them on, CUPTI adds instructions to every
// kernel and patched code counts nothing (seen with CUPTI 13.0). Switching takes microseconds.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

class ActivitySwitch {
 public:
  explicit ActivitySwitch(std::shared_ptr<const collect::cupti::Api> api) : api_(std::move(api)) {}

  /// Begins to record. False when CUPTI refuses.
  bool begin();
  void pause();
  void resume();
  /// Switches recording off for longer, besides the pauses, or on again.
  void rest(bool resting);
  [[nodiscard]] bool resting() const { return resting_; }
  [[nodiscard]] bool recording() const { return recording_; }

 private:
  std::shared_ptr<const collect::cupti::Api> api_;
  std::mutex mutex_;
  bool begun_ = false;
  int pauses_ = 0;  ///< threads that count at the moment, and one for resting
  std::atomic<bool> resting_{false};
  std::atomic<bool> recording_{false};
};

}  // namespace rooflens::inject
