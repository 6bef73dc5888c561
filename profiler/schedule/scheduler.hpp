// Which launches of a device are counted, and how: the one owner of what is known of its kernels for that. Pure
// decisions: no CUPTI, no lock, and time is an argument. For one thread at a time; only CountProgress is read by
// others.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/schedule/budget.hpp"
#include "profiler/schedule/format_choice.hpp"
#include "profiler/schedule/kernel_state.hpp"
#include "profiler/schedule/known_formats.hpp"
#include "profiler/schedule/pass_rotation.hpp"

namespace rooflens::inject {

class Scheduler {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Mode { passes, repeats, instructions };
  struct Settings {
    Mode mode = Mode::passes;
    int launches = 3;          ///< of each kernel
    bool instructions = true;  ///< one by one, besides
    /// Anchors of the same work differ by less, in groups of one kind and of two.
    double alike_within = 0, alike_between = 0;
  };
  Scheduler(const Settings& settings, Budget& budget) : settings_(settings), budget_(budget) {}

  enum class Action {
    leave,         ///< run it as it is
    count,         ///< in the current pass
    repeat,        ///< count all its counters, by repeating it
    instructions,  ///< count its instructions one by one
    rotate,        ///< end the current pass's window, and ask again
    close,         ///< end the window; nothing is counted
  };
  [[nodiscard]] Action decide(const LaunchEvent& event, Clock::time_point now);
  /// For the same launch, after the window was ended, which took so long.
  [[nodiscard]] Action decide_again(const LaunchEvent& event, Clock::time_point now, Clock::duration took);
  [[nodiscard]] Mode mode() const { return settings_.mode; }
  /// Of a kernel that was decided about.
  [[nodiscard]] const KernelState& state(int kernel) const { return kernels_.at(leader_of(kernel)); }
  /// It did not end in time: nothing more is counted of it.
  void exclude(int kernel) { of(kernel).enabled = false; }
  void instructions_counted(int kernel);

  /// `seed` makes the choice of launches.
  void begin_passes(std::vector<Slot> slots, std::uint64_t seed);
  [[nodiscard]] const PassRotation& passes() const { return *rotation_; }
  [[nodiscard]] bool patches() const;
  [[nodiscard]] bool counts_instructions() const { return current_kind() == Slot::Kind::lines; }
  void window_opened();
  /// Of the range that counts a kernel's next launch. In all slots of a group those of one kernel have the same names,
  /// so that counters of several passes find each other.
  [[nodiscard]] std::string range_name(int kernel) const;
  void range_begun(int kernel) { names_.insert(range_name(kernel)); }
  /// `counted`: false for one that counts nothing, because the launch failed or did not end in time.
  void range_ended(int kernel, bool counted, Clock::time_point now);
  /// A launch that was counted in the slot, and so in its group, gave no numbers after all.
  void forget(int kernel, std::size_t slot);
  /// Whether ranges of the current group have to be forgotten before another window of it is opened.
  [[nodiscard]] bool lacks_room() const { return ranges() > kMostRanges / 2; }
  /// They were.
  void ranges_forgotten() { used_[current_group()] = 0; }
  /// The current slot is over, whether a window was open in it or not. The next one is what the kernel wants that asked
  /// last, where `asked`.
  void window_ended(bool asked, Clock::time_point now);
  /// What a launch counted in a pass says; nothing where it was not counted.
  struct Facts {
    int kind = 0;              ///< of the group of counters
    bool hardware = false;     ///< it is the one of hardware counters
    bool tensor_pass = false;  ///< it counts formats
    std::optional<double> tensor_activity{};
    std::optional<double> half_on_tensor_pipe{};
    std::optional<double> anchor{};  ///< the same for the same work
  };
  void learn(int kernel, const Facts& facts);

  /// What the next replay of the kernel has to count at least.
  [[nodiscard]] TensorFormats formats_wanted(int kernel) const { return formats_.wanted(state(kernel)); }
  /// What it counts, where that takes so many passes.
  [[nodiscard]] TensorFormats choose_formats(TensorFormats wanted, int passes) {
    return choice_.choose(wanted, passes);
  }
  /// Counters of the formats that were used so far, sorted.
  [[nodiscard]] const std::vector<std::string>& known_formats() const { return formats_.counters(); }
  /// Whether the replay, which counted these formats, told all of the kernel. `tensor`: what its pipe did, where told.
  using Operations = std::vector<std::pair<std::string, double>>;  ///< by the counter
  bool learn_repeated(int kernel, TensorFormats formats, std::optional<bool> tensor, const Operations& operations,
                      double cycles);
  void repeated(int kernel);

  /// About what a limited budget must hold before a context's first window is worth opening.
  [[nodiscard]] static double first_opening_ns();
  static constexpr std::size_t kMostRanges = 128;  ///< in CUPTI's image at a time

 private:
  [[nodiscard]] KernelState& state_of(const LaunchEvent& event);
  [[nodiscard]] int leader_of(int kernel) const {
    const auto found = leaders_.find(kernel);
    return found == leaders_.end() ? kernel : found->second;
  }
  [[nodiscard]] KernelState& of(int kernel) { return kernels_.at(leader_of(kernel)); }
  void settle(int kernel, std::optional<double> anchor);
  [[nodiscard]] Action decide_passes(KernelState& kernel, Clock::time_point now);
  [[nodiscard]] Action decide_repeats(KernelState& kernel, Clock::time_point now);
  [[nodiscard]] Action decide_instructions(KernelState& kernel, Clock::time_point now);
  [[nodiscard]] Action follow(PassRotation::Action action, KernelState& kernel, Clock::time_point now);
  [[nodiscard]] std::optional<Action> too_dear(KernelState& kernel, Clock::time_point now);
  [[nodiscard]] bool saves_for(double cost_ns, Clock::time_point now);
  [[nodiscard]] double opening_ns(std::size_t slot) const;
  [[nodiscard]] Slot::Kind current_kind() const;
  [[nodiscard]] std::size_t current_group() const {
    return static_cast<std::size_t>(rotation_->slots()[rotation_->current()].group);
  }
  [[nodiscard]] std::size_t ranges() const { return used_[current_group()] + names_.size(); }
  [[nodiscard]] PassRotation::Window window() const;
  void leave_group();
  [[nodiscard]] bool repeat_wanted(const KernelState& kernel) const;
  static void publish(const KernelState& kernel);

  Settings settings_;
  Budget& budget_;
  std::unordered_map<int, KernelState> kernels_;  ///< by id
  std::unordered_map<int, int> leaders_;          ///< of kinds of node that do the same work as another kernel
  std::unordered_map<int, std::vector<std::pair<int, double>>> works_;  ///< of a shape: who does it, and its anchor
  std::optional<PassRotation> rotation_;
  bool open_ = false;  ///< a window is
  bool opened_before_ = false;
  bool saved_ = false;                 ///< a limited budget kept it from counting for a while
  const KernelState* asks_ = nullptr;  ///< whose launch was decided about last
  std::size_t turns_ = 0;              ///< windows ended for that launch
  Clock::duration eager_for_{};        ///< spent on ending windows
  std::map<int, int> in_window_;       ///< ranges of a kernel in the open window
  std::set<std::string> names_;        ///< of ranges, since the current group began
  std::uint64_t round_ = 0;            ///< counts groups that began
  std::vector<std::size_t> used_;      ///< ranges in the image of each group from before that
  std::set<KernelState*> in_round_;    ///< kernels counted since then
  KnownFormats formats_;
  FormatChoice choice_;
};

}  // namespace rooflens::inject
