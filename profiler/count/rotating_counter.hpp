// Counts launches of one context by pass rotation: each in the pass that is set up, nothing repeated. A window of
// launches is one start/stop of CUPTI's range profiler.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "profiler/count/device_memory.hpp"
#include "profiler/count/line_counter.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/schedule/scheduler.hpp"

namespace rooflens::inject {

/// A launch in flight that is being counted.
struct CountedLaunch {
  SeenKernel* kernel = nullptr;
  int range = 0;
  std::uint64_t launch = 0;  ///< which of this kernel's launches
  bool overlapped = false;
};

/// CUPTI waits for the GPU in each of its calls: whoever calls before(), after(), give_up() or close_window() sees to
/// it that there is nothing to wait for.
class RotatingCounter {
 public:
  using Clock = std::chrono::steady_clock;
  /// `still` says whether CUPTI may be called now, and may wait a moment until it may.
  RotatingCounter(std::shared_ptr<const collect::cupti::Api> api, CUcontext context,
                  const collect::cupti::HostProfiler& host, const collect::cupti::RotationPlan& plan,
                  LineCounter* lines, std::uint64_t seed, Scheduler& scheduler, DeviceMemory& memory, Logbook& logbook,
                  std::function<bool()> still);

  /// Whether a launch that is about to be made is counted; then before() and after() must follow.
  [[nodiscard]] bool choose(SeenKernel& kernel);
  void before(const SeenKernel& kernel);
  /// `succeeded`: false for a launch that the driver refused, of which there is nothing to count.
  void after(const CountedLaunch& launch, bool succeeded);
  /// Instead of after(), once the GPU is done: the launch did not end in time, and others ran meanwhile.
  void give_up(const CountedLaunch& launch);
  /// Whether the open window holds launches, the first of them counted before `deadline`.
  [[nodiscard]] bool is_due(Clock::time_point deadline) const {
    return open_ && !pending_.empty() && first_counted_ < deadline;
  }
  [[nodiscard]] bool is_open() const { return open_; }
  /// Writes down what the open window holds and ends it.
  void close_window();

 private:
  void rotate();
  void open_window();
  /// `asked`: for a launch that wants another slot.
  void end_slot(bool asked);
  void emit(std::size_t slot);
  [[nodiscard]] std::size_t group_of(std::size_t slot) const;
  void learn(const SeenKernel& kernel, const collect::cupti::RotationGroup& group, const std::vector<double>& values);

  struct Pending {
    std::string name;
    CountedLaunch launch;
  };

  const collect::cupti::HostProfiler& host_;
  const collect::cupti::RotationPlan& plan_;
  LineCounter* lines_;  ///< null: instructions are not counted one by one
  Scheduler& scheduler_;
  DeviceMemory& memory_;
  Logbook& logbook_;
  std::function<bool()> still_;
  std::vector<int> group_numbers_;
  collect::cupti::RangeProfiler profiler_;
  bool open_ = false;
  std::set<std::size_t> gave_numbers_;  ///< groups that did
  Clock::time_point first_counted_{};
  std::vector<Pending> pending_;       ///< of the open window
  collect::spool::WindowRecord cost_;  ///< of the open window
  std::string name_;
};

}  // namespace rooflens::inject
