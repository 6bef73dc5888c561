// An application without a GPU: time is an argument, the counting is made up.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "profiler/schedule/pass_rotation.hpp"

namespace rooflens::inject {

using std::chrono::milliseconds;

inline const PassRotation::Clock::time_point kStart{};
// hardware, sass, the pass that tells matrix work, bf16, fp16 (two passes of one group)
inline const std::vector<Slot> kSlots{{Slot::Kind::hardware, 0}, {Slot::Kind::sass, 1},   {Slot::Kind::tensor_first, 2},
                                      {Slot::Kind::tensor, 3},   {Slot::Kind::tensor, 4}, {Slot::Kind::tensor, 4}};

// Does what the collector does.
struct Application {
  PassRotation rotation;
  PassRotation::Clock::time_point now = kStart;
  int windows = 0;                                                 ///< that were ended
  std::map<const KernelState*, std::vector<std::size_t>> counted;  ///< slots of each kernel's launches, in order
  bool eager = true;
  bool open = false;
  std::size_t room = 1000;         ///< for kernels in a window
  std::set<KernelState*> round{};  ///< kernels counted in the current group

  explicit Application(int launches, bool sparing = false, std::vector<Slot> slots = kSlots)
      : rotation(std::move(slots), launches, 1, sparing) {}

  [[nodiscard]] PassRotation::Window window() const {
    return {.open = open, .full = round.size() >= room, .eager = eager, .hurried = eager};
  }

  void end_window(const KernelState* kernel) {
    windows += open ? 1 : 0;
    open = false;
    if (!rotation.next(now, kernel)) return;
    for (KernelState* other : round) rotation.forget_incomplete(*other);
    round.clear();
  }

  void launch(KernelState& kernel, milliseconds after = milliseconds(0)) {
    now += after;
    PassRotation::Action action = rotation.decide(kernel, now, window());
    for (std::size_t turns = 0; action == PassRotation::Action::advance && turns < rotation.slots().size(); ++turns) {
      end_window(&kernel);
      action = rotation.decide_again(kernel, now, window());
    }
    if (action != PassRotation::Action::count) return;
    open = true;
    round.insert(&kernel);
    counted[&kernel].push_back(rotation.current());
    rotation.counted(kernel, now);
  }

  /// How many were counted in the first two slots.
  [[nodiscard]] int known(std::vector<KernelState>& kernels) {
    return static_cast<int>(std::count_if(kernels.begin(), kernels.end(), [&](KernelState& kernel) {
      const std::vector<std::size_t>& slots = counted[&kernel];
      return std::count(slots.begin(), slots.end(), 0U) > 0 && std::count(slots.begin(), slots.end(), 1U) > 0;
    }));
  }
};

}  // namespace rooflens::inject
