// An application without a GPU: time is an argument, the counting is made up.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "profiler/inject/turns.hpp"

namespace rooflens::inject {

using std::chrono::milliseconds;

inline const Turns::Clock::time_point kStart{};
// hardware, sass, the pass that tells matrix work, bf16, fp16 (two passes of one group)
inline const std::vector<Slot> kSlots{{Slot::Kind::hardware, 0}, {Slot::Kind::sass, 1},   {Slot::Kind::tensor_first, 2},
                                      {Slot::Kind::tensor, 3},   {Slot::Kind::tensor, 4}, {Slot::Kind::tensor, 4}};

// Does what the collector does.
struct Application {
  Turns turns;
  Turns::Clock::time_point now = kStart;
  int windows = 0;
  std::map<const KernelTurns*, std::vector<std::size_t>> counted;  ///< slots of each kernel's launches, in order
  bool eager = true;
  std::size_t room = 1000;         ///< for kernels in a round
  std::set<KernelTurns*> round{};  ///< kernels counted in it

  explicit Application(int launches, bool sparing = false) : turns(kSlots, launches, 1, sparing) {}

  [[nodiscard]] bool full() const { return round.size() >= room; }

  bool step(KernelTurns& kernel) {
    const auto end_window = [&] {
      turns.next(now);
      ++windows;
      if (turns.current() != 0) return;
      for (KernelTurns* other : round) turns.forget_incomplete(*other);
      round.clear();
    };
    const auto others_wanted = [&] {
      return std::any_of(round.begin(), round.end(), [&](auto* other) { return turns.needs(*other); });
    };
    return turns.advance(
        kernel, end_window, [&] { return full(); }, others_wanted);
  }

  void launch(KernelTurns& kernel, milliseconds after = milliseconds(0)) {
    now += after;
    Turns::Action action = turns.decide(kernel, now, eager, full());
    if (action == Turns::Action::advance && step(kernel)) action = turns.decide_again(kernel, now, eager, full());
    if (action != Turns::Action::count) return;
    round.insert(&kernel);
    counted[&kernel].push_back(turns.current());
    turns.counted(kernel, now);
  }

  /// How many were counted in the first two slots.
  [[nodiscard]] int known(std::vector<KernelTurns>& kernels) {
    return static_cast<int>(std::count_if(kernels.begin(), kernels.end(), [&](KernelTurns& kernel) {
      const std::vector<std::size_t>& slots = counted[&kernel];
      return std::count(slots.begin(), slots.end(), 0U) > 0 && std::count(slots.begin(), slots.end(), 1U) > 0;
    }));
  }
};

}  // namespace rooflens::inject
