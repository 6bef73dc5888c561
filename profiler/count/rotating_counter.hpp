// Counts launches of one context by pass rotation: each in the pass that is set up, nothing repeated. A window of
// launches is one start/stop of CUPTI's range profiler.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/count/device_memory.hpp"
#include "profiler/count/line_counter.hpp"
#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "profiler/observe/kernel_table.hpp"
#include "profiler/observe/logbook.hpp"
#include "profiler/schedule/budget.hpp"
#include "profiler/schedule/pass_rotation.hpp"

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
                  LineCounter* lines, int launches, std::uint64_t seed, Budget& budget, DeviceMemory& memory,
                  Logbook& logbook, std::function<bool()> still);

  /// Whether a launch that is about to be made is counted; then before() and after() must follow.
  [[nodiscard]] bool choose(SeenKernel& kernel);
  void before();
  /// `succeeded`: false for a launch that the driver refused, of which there is nothing to count.
  void after(const CountedLaunch& launch, bool succeeded);
  /// Instead of after(), once the GPU is done: the launch did not end in time, and others ran meanwhile.
  void give_up(const CountedLaunch& launch);
  /// Whether the open window holds launches, the first of them counted before `deadline`.
  [[nodiscard]] bool is_due(Clock::time_point deadline) const {
    return open_ && !pending_.empty() && first_counted_ < deadline;
  }
  [[nodiscard]] bool is_open() const { return open_; }
  /// Whether the current pass patches code, which makes a launch slower.
  [[nodiscard]] bool patches() const {
    return counts_lines() || rotation_.slots()[rotation_.current()].kind == Slot::Kind::sass;
  }
  /// Writes down what the open window holds and ends it.
  void close_window();
  /// About what a limited budget must hold before a context's first window is worth opening.
  [[nodiscard]] static double first_opening_ns();

 private:
  [[nodiscard]] bool counts_lines() const { return rotation_.slots()[rotation_.current()].kind == Slot::Kind::lines; }
  [[nodiscard]] double price_ns(const SeenKernel& kernel) const;
  [[nodiscard]] bool affordable(SeenKernel& kernel);
  [[nodiscard]] double opening_ns(std::size_t windows) const;
  [[nodiscard]] bool saves_for(double cost_ns);
  [[nodiscard]] bool full() const;
  [[nodiscard]] bool step_until_needed(const SeenKernel& kernel);
  void open_window();
  void end_slot();
  void emit(std::size_t slot);
  void learn_tensor(SeenKernel& kernel, const collect::cupti::RotationGroup& group, const std::vector<double>& values);
  void learn_variation(SeenKernel& kernel, const collect::cupti::RotationGroup& group,
                       const std::vector<double>& values);
  [[nodiscard]] std::string range_name(const SeenKernel& kernel);

  struct Pending {
    std::string name;
    CountedLaunch launch;
  };

  const collect::cupti::HostProfiler& host_;
  const collect::cupti::RotationPlan& plan_;
  LineCounter* lines_;  ///< null: instructions are not counted one by one
  Budget& budget_;
  DeviceMemory& memory_;
  Logbook& logbook_;
  std::function<bool()> still_;
  PassRotation rotation_;
  std::vector<int> group_numbers_;
  collect::cupti::RangeProfiler profiler_;
  bool open_ = false;
  bool opened_before_ = false;
  bool saved_ = false;  ///< a limited budget kept it from counting for a while
  Clock::time_point first_counted_{};
  Clock::duration eager_for_{};            ///< spent on ending windows
  std::vector<Pending> pending_;           ///< of the open window
  collect::spool::WindowRecord cost_;      ///< of the open window
  std::map<int, int> in_window_;           ///< launches of a kernel in the open window
  std::set<std::string> names_;            ///< in CUPTI's image since it was cleared
  std::set<SeenKernel*> in_round_;         ///< kernels counted since the first pass
  std::map<int, double> tensor_activity_;  ///< of a kernel: warp instructions on the tensor pipe
  struct Anchor {
    double value;
    collect::cupti::RotationGroup::Kind kind;
  };
  std::map<int, Anchor> anchors_;  ///< of a kernel: its first
  std::string name_;
};

}  // namespace rooflens::inject
