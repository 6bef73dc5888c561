// The counters of one CUDA context: decides between replay and turns, and guards both against everything that may
// happen at the same time in other threads.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <random>

#include "profiler/collect/profile_config.hpp"
#include "profiler/inject/activity_switch.hpp"
#include "profiler/inject/replay_counter.hpp"
#include "profiler/inject/spread_counter.hpp"
#include "profiler/inject/targets.hpp"

namespace rooflens::inject {

class ContextCounters {
 public:
  using Clock = std::chrono::steady_clock;
  struct Surroundings {
    std::shared_ptr<const collect::cupti::Api> api;
    const collect::ProfileConfig& config;
    Budget& budget;
    Logbook& logbook;
    ActivitySwitch& activity;
    Targets& targets;
  };
  ContextCounters(Surroundings surroundings, CUcontext context, int device);

  /// Before a launch on this context. True when it is counted: then after() must follow on the same thread. Never
  /// throws; what goes wrong is noted, and the context is left alone from then on.
  [[nodiscard]] bool before(Kernel& kernel, int range, bool fresh);
  void after() noexcept;
  /// Another thread launched something on this context.
  void note_overlap() {
    if (busy_) overlapped_ = true;
  }
  /// Writes down what is older than `age`. Waits for nobody.
  void commit(Clock::duration age) noexcept;
  /// Ends the open window; waits for a launch that is being counted.
  void close_window() noexcept;
  /// Gives the counters of the device back.
  void release() noexcept;
  /// Nothing of CUPTI may be called any more.
  void abandon() { failed_ = true; }
  [[nodiscard]] bool holds_counters() const { return spread_ || replay_; }
  [[nodiscard]] Clock::time_point last_counted() const { return last_counted_; }
  [[nodiscard]] std::string chip() const { return target_ ? target_->host.chip() : std::string(); }

 private:
  [[nodiscard]] bool begin(Kernel& kernel, bool fresh);
  [[nodiscard]] bool replay_wanted(const Kernel& kernel, bool fresh);
  [[nodiscard]] bool begin_replay(const Kernel& kernel);
  [[nodiscard]] bool begin_spread(Kernel& kernel);
  void pause();
  void resume();
  void fail(const char* doing) noexcept;

  Surroundings s_;
  CUcontext context_;
  int device_;
  std::mutex mutex_;
  std::atomic<bool> busy_{false};
  std::atomic<bool> overlapped_{false};
  std::atomic<bool> failed_{false};
  const Target* target_ = nullptr;  ///< once something was counted
  std::optional<SpreadCounter> spread_;
  std::optional<ReplayCounter> replay_;
  std::uint64_t seed_;
  CountedLaunch current_;
  bool replaying_ = false;
  bool paused_ = false;  ///< activity records are off for the sake of a launch of this context
  bool replay_phase_;
  int quiet_ = 0;  ///< launches since the last new kernel
  Clock::duration replayed_for_{};
  Clock::time_point began_{};
  Clock::duration before_took_{};
  std::atomic<Clock::time_point> last_counted_{Clock::time_point{}};
};

}  // namespace rooflens::inject
