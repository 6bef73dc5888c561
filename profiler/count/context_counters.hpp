// The counters of one CUDA context: decides between replay and pass rotation, and guards both against everything that
// may happen at the same time in other threads.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "profiler/config/profile_config.hpp"
#include "profiler/count/activity_switch.hpp"
#include "profiler/count/call_gate.hpp"
#include "profiler/count/counter_phase.hpp"
#include "profiler/count/counter_queue.hpp"
#include "profiler/count/counting_thread.hpp"
#include "profiler/count/device_memory.hpp"
#include "profiler/count/line_counter.hpp"
#include "profiler/count/replay_counter.hpp"
#include "profiler/count/rotating_counter.hpp"
#include "profiler/count/stall_sampler.hpp"
#include "profiler/count/stillness.hpp"
#include "profiler/count/targets.hpp"

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
    DeviceMemory& memory;
    Targets& targets;
    SourceLines& sources;
    DriverGate& gate;
    LaunchGate& launches;
    const std::atomic<int>& captures;   ///< streams that are being captured, or are about to be
    const std::atomic<int>& beginning;  ///< of these, those whose capture waits for windows to close
    /// Whether no other context of the device has anything to do, which CUPTI may wait for.
    std::function<bool(CUcontext)> others_idle = [](CUcontext) { return true; };
    /// With CUPTI, besides waits for the GPU of its own deadlines and those named here: its slowest call that was seen
    /// takes half a second, and a few follow each other.
    Clock::duration longest_wait = std::chrono::seconds(10);
  };
  ContextCounters(Surroundings surroundings, CUcontext context, int device);

  /// Before a launch on this context. True when it is counted: then after() must follow. Never throws; what goes wrong
  /// is noted, and the context is left alone from then on.
  [[nodiscard]] bool before(SeenKernel& kernel, int range, const void* function = nullptr);
  void after(bool succeeded) noexcept;
  /// What a thread waits for in before() and after().
  struct Asked {
    ContextCounters* counters = nullptr;
    std::uint32_t number = 0;
  };
  /// Of a thread that went elsewhere meanwhile, because the handler of a signal did, and that comes again: once. They
  /// are to be told by left().
  [[nodiscard]] static Asked left_by_this_thread();
  void left(std::uint32_t number) noexcept;
  /// Whether it is time to sample what warps wait for.
  [[nodiscard]] bool wants_samples() const;
  /// Samples from now on; nothing is counted until there are enough.
  void begin_samples() noexcept;
  /// Another thread launched something on this context.
  void note_overlap() {
    if (phase_.counting()) overlapped_ = true;
  }
  /// Writes down what is older than `age`, if the GPU is done soon; `at_once`: without waiting for it. Never while a
  /// stream is captured, as all that waits for the GPU.
  void commit(Clock::duration age, bool at_once) noexcept;
  /// Whether a launch could be counted now: the GPU is done with everything before it, as before() wants it.
  [[nodiscard]] bool can_count() noexcept;
  /// Whether the GPU has nothing to do in this context, asked while launches are held; false where nobody knows.
  [[nodiscard]] bool is_idle() noexcept;
  /// Whether launches were counted whose counters are not written down yet.
  [[nodiscard]] bool has_open_window() noexcept;
  /// Asks ahead, on the library's own thread, what launches would wait for.
  void prepare() noexcept;
  /// Ends the open window; waits for a launch that is being counted.
  void close_window() noexcept;
  /// The same, and nothing of CUPTI's profiler stays in the context until something is counted again; while a stream is
  /// captured, after that.
  void step_back() noexcept;
  /// Gives the counters of the device back.
  void release() noexcept;
  /// The same unless a stream is captured; false: it was not done.
  [[nodiscard]] bool release_unless_captured() noexcept;
  /// The same where the GPU is done within `drain` and no stream is captured; else nothing happens.
  void release_when_done(Clock::duration drain) noexcept;
  /// The same where nothing was counted for a while, longer each time, and the GPU is done within a moment; to be asked
  /// again and again.
  void release_unused() noexcept;
  /// The same where another process waits for them and nothing was counted for a moment. `look_ends`: launches are not
  /// watched from now on, so after a while that is no reason to keep them.
  void give_way(bool look_ends) noexcept;
  /// Where another process had them: counts from now on, if it has given them back. False: it has not.
  [[nodiscard]] bool try_again() noexcept;
  /// Says who had them, where nothing was counted.
  void note_held() noexcept;
  /// Whether nothing is held any more, or nothing that can be given back.
  [[nodiscard]] bool is_released() noexcept;
  /// Instructions are never counted one by one again, and CUPTI keeps nothing for them.
  void end_lines() noexcept;
  /// Gives the counters to another context, which `take` makes the owner after that, if it was done; nobody waits for a
  /// launch.
  void yield(const std::function<void()>& take) noexcept;
  /// Waits for the end of a launch that is being counted; false: it goes on for longer than this.
  [[nodiscard]] bool quiet_within(std::chrono::steady_clock::duration timeout) noexcept;
  /// The same for a context that is about to be destroyed; false: they are still in use.
  [[nodiscard]] bool context_ends() noexcept;
  /// Of the launch in flight: whether CUPTI repeats it.
  [[nodiscard]] bool repeats() const { return by_ == By::replay; }
  [[nodiscard]] bool sampling() const { return sampling_ == Sampling::on; }
  /// Nothing of CUPTI may be called any more.
  void abandon() { failed_ = true; }
  static constexpr auto kCountedLately = std::chrono::milliseconds(600);  ///< more may come
  [[nodiscard]] Clock::time_point last_counted() const { return last_counted_; }
  [[nodiscard]] std::string chip() const { return target_ ? target_->host.chip() : std::string(); }

 private:
  // How long launches may wait for the GPU before CUPTI is called, and CUPTI's calls for a launch that is counted. What
  // a queue holds is over within a step; what is not over then may wait for the host, or for a launch that waits here.
  static constexpr auto kDrain = std::chrono::seconds(1);
  static constexpr auto kDrainAgain = std::chrono::milliseconds(300);
  static constexpr auto kOneByOne = "profile once with --stalls and once without";

  template <class Work>
  bool ask(CounterPhase::Use& use, Work work) noexcept;
  [[nodiscard]] bool has_thread() noexcept;
  void let_go() noexcept;
  void leave_all() noexcept;
  void leave_launch(std::uint32_t number) noexcept;
  void lose() noexcept;
  [[nodiscard]] bool holds_something() const;
  [[nodiscard]] bool waits_for_others() noexcept;
  [[nodiscard]] bool is_turn_of_others(Clock::time_point now) const {
    return !queue_.may_take(now) && !holds_something();
  }
  void release_aside(CounterPhase::Use& use, bool for_others) noexcept;
  void release_later(Clock::duration drain, bool for_others) noexcept;
  [[nodiscard]] bool is_own_turn(Clock::time_point now, bool look_ends) const;
  [[nodiscard]] bool others_wait() const noexcept;
  [[nodiscard]] bool has_window() const { return left_running_ || (rotating_ && rotating_->is_open()); }
  [[nodiscard]] bool begin_or_fail(SeenKernel& kernel) noexcept;
  [[nodiscard]] bool begin(SeenKernel& kernel);
  void end(bool succeeded) noexcept;
  [[nodiscard]] bool begin_replay(const SeenKernel& kernel);
  [[nodiscard]] bool sees_code(SeenKernel& kernel);
  [[nodiscard]] static bool stays_unseen(const SeenKernel& kernel);
  void leave_unseen(SeenKernel& kernel);
  [[nodiscard]] bool asks_target();
  [[nodiscard]] bool open_passes();
  [[nodiscard]] bool begin_lines();
  [[nodiscard]] Scheduler& scheduler() { return s_.targets.scheduler(device_); }
  void read(bool succeeded);
  [[nodiscard]] bool still();
  [[nodiscard]] bool was_stale();
  [[nodiscard]] Clock::duration deadline() const;
  [[nodiscard]] bool runs_patched_code() const;
  [[nodiscard]] bool ends_in_time();
  [[nodiscard]] bool was_late(const std::string& function) const;
  [[nodiscard]] bool is_put_off(const SeenKernel& kernel) const;
  void leave_running();
  [[nodiscard]] bool end_left_running(Clock::duration timeout);
  [[nodiscard]] bool counts_too() const;  ///< once there are enough samples
  [[nodiscard]] bool samples_go_on() const;
  [[nodiscard]] bool end_samples();
  void write_down(Clock::time_point begin, Clock::duration age, bool at_once) noexcept;
  void take_samples() noexcept;
  void note_no_samples();
  [[nodiscard]] bool alone_in_driver(const std::function<void()>& work);
  void step_out(bool again) noexcept;
  [[nodiscard]] bool counts_lines() const;
  void prepare_lines();
  void leave_lines(bool tells_cupti) noexcept;
  /// False: CUPTI is giving them back.
  [[nodiscard]] bool hold_back_records();
  void pause();
  void resume();
  void fail(const char* doing) noexcept;
  void end_window() noexcept;
  void give_back() noexcept;
  void give_back_rest() noexcept;
  void drop_counters() noexcept;
  void leave_behind() noexcept;

  Surroundings s_;
  CUcontext context_;
  int device_;
  Device& its_device_;
  CounterPhase phase_;  ///< all that follows is for whoever uses it, but what is atomic
  std::atomic<bool> overlapped_{false};
  std::atomic<bool> failed_{false};
  std::atomic<bool> ended_{false};  ///< the context, or it is about to
  const Target* target_ = nullptr;  ///< once something was counted
  std::optional<StallSampler> sampler_;
  CountingThread thread_;
  bool no_thread_ = false;  ///< there was none to be had
  Stillness still_;
  CounterQueue queue_;
  std::uint32_t number_ = 0;                                  ///< of what the thread is asked for
  std::atomic<std::uint32_t> begun_{0};                       ///< what was asked for with this number is counted
  std::atomic<std::uint32_t> unwanted_{0};                    ///< nobody waits any more for what has this number
  std::atomic<std::uint32_t> could_count_{0};                 ///< the answer to this question was yes
  std::unique_ptr<collect::cupti::EnabledProfiler> enabled_;  ///< for lines_ where nobody else enables it
  std::unique_ptr<LineCounter> lines_;
  std::unique_ptr<RotatingCounter> rotating_;
  std::unique_ptr<ReplayCounter> replay_;
  std::uint64_t seed_;
  CountedLaunch current_;
  const void* function_ = nullptr;  ///< of the launch that is about to be made: a CUfunction or CUkernel
  enum class By { rotation, replay, lines } by_ = By::rotation;  ///< how the launch in flight is counted
  bool left_running_ = false;  ///< current_ did not end in time: its range is closed when the GPU is done
  struct Late {
    std::string function;  ///< mangled
    int times = 0;
    Clock::time_point until{};  ///< it is left alone
  };
  std::map<int, Late> late_;             ///< kernels that did not end in time
  bool stale_ = false;                   ///< step_back() has to come before anything is counted
  bool kept_ = false;                    ///< they could not be given back: the device's are for no other context
  bool waited_ = false;                  ///< in vain: the GPU was busy for long, or a launch did not end in time
  std::atomic<bool> holds_back_{false};  ///< records are not given back, for a launch of patched code
  std::atomic<bool> paused_{false};      ///< activity records are off for the sake of a launch of this context
  Clock::time_point began_{};
  Clock::duration before_took_{};
  std::atomic<Clock::duration> set_up_{};  ///< by the launch in before()
  std::atomic<Clock::time_point> last_counted_{Clock::time_point{}};
  static constexpr Clock::duration kMoment = std::chrono::milliseconds(1);
  Clock::duration unused_for_ = std::chrono::milliseconds(1500);  ///< then release_unused() gives them back
  Clock::duration release_drain_ = kMoment;                       ///< so long it waits for the GPU
  static constexpr Clock::duration kFirstReleasePause = std::chrono::seconds(2);
  Clock::duration release_pause_ = kFirstReleasePause;  ///< where that was never enough
  Clock::time_point next_release_{};
  Clock::time_point opened_{};
  enum class Sampling { due, on, over };
  std::atomic<Sampling> sampling_{Sampling::due};
  Clock::time_point sampling_since_{};
  Clock::time_point next_try_{};  ///< to begin or end sampling
  int tries_ = 0;
};

// On the thread for CUPTI, which gives the counters back. False: that has not happened in time.
template <class Work>
bool ContextCounters::ask(CounterPhase::Use& use, Work work) noexcept {
  if (!has_thread()) return false;
  try {
    std::function<void()> job = [this, work] {
      work();
      let_go();
    };
    use.hand_over();
    number_ = thread_.next();
    if (thread_.run(std::move(job), s_.longest_wait)) return true;
    lose();
  } catch (const std::exception&) {  // no memory
  }
  return false;
}

}  // namespace rooflens::inject
