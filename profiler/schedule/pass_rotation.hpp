// Which launches are counted, and in which pass: passes rotate over the launches of an application. Pure decisions,
// no CUDA; the collector carries them out.
#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <vector>

#include "profiler/schedule/kernel_state.hpp"
#include "profiler/schedule/recurrence.hpp"

namespace rooflens::inject {

/// One pass of the configuration.
struct Slot {
  enum class Kind { hardware, sass, pipes, tensor_first, tensor, extra, lines };
  Kind kind = Kind::hardware;
  int group = 0;  ///< slots of one group follow each other; its counters are complete when each had its launch
};

class PassRotation {
 public:
  using Clock = std::chrono::steady_clock;
  /// At most `launches` launches of each kernel are counted in each slot. `seed` makes the choice of launches, which is
  /// random so that it does not keep step with the application's own period. `sparing`: no kernel is counted again in a
  /// slot while another one that may come lacks its first launch in any.
  PassRotation(std::vector<Slot> slots, int launches, std::uint64_t seed, bool sparing = false);

  enum class Action {
    leave,    ///< run it as it is
    count,    ///< in the current slot
    advance,  ///< end the current slot's window, go to the next slot, and ask again
  };
  /// For a launch that is about to be made. A window stays open as long as launches come that are counted in it:
  /// launches that are not counted run at native speed, ending a window is what costs. `eager`: do not wait to see
  /// whether more come when a kernel has slots in which it was never counted, and no other is due that was never
  /// counted in this one.
  /// `full`: nothing can be counted any more in this round but kernels that were counted in it.
  [[nodiscard]] Action decide(KernelState& kernel, Clock::time_point now, bool eager, bool full = false);
  /// For the same launch, after the slot was changed as decide() had said.
  [[nodiscard]] Action decide_again(KernelState& kernel, Clock::time_point now, bool eager, bool full = false);
  /// Whether the launch would be counted in the current slot.
  [[nodiscard]] bool needs(const KernelState& kernel, bool full = false) const {
    return wanted(kernel, current_) && (!full || kernel.round == round_);
  }
  /// For the same launch, after a window was ended as Action::advance asks: count where it is wanted now, advance where
  /// the next window is to be ended too. Leaves it also where one that was counted in this round is wanted
  /// (`others_wanted`), which then has some time to be launched: what this one wants comes later, and to come back to a
  /// slot takes a whole round.
  [[nodiscard]] Action after_window(const KernelState& kernel, bool full, bool others_wanted);
  /// The launch was counted in the current slot.
  void counted(KernelState& kernel, Clock::time_point now);
  /// Whether nothing more is wanted of this kernel.
  [[nodiscard]] bool done(const KernelState& kernel) const;

  [[nodiscard]] std::size_t current() const { return current_; }
  /// How many of the kernels that were launched lately would be counted in a slot.
  [[nodiscard]] std::size_t wanting(std::size_t slot) const;
  /// How many windows away the next slot is in which the kernel would be counted; 0: there is none.
  [[nodiscard]] std::size_t windows_until(const KernelState& kernel) const;
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  /// Whether the window, or what went before it, was of no use for as long as ending so many windows takes: then no
  /// more is to be expected of it.
  [[nodiscard]] bool idle(Clock::time_point now, std::size_t windows = 1) const;
  /// Counting goes on after it had to wait: launches that the current slot wants have not had their chance yet.
  void resume(Clock::time_point now) { useful_ = now; }
  /// The window of the current slot was ended.
  void next(Clock::time_point now);
  /// A group of several slots is complete only if all of its slots had a launch in the same round. Takes back what was
  /// counted for groups that a round left incomplete.
  void forget_incomplete(KernelState& kernel) const;

 private:
  [[nodiscard]] bool is_basic(std::size_t slot) const;
  /// Whether the slot counts something of the kernel and no launch was counted in it yet.
  [[nodiscard]] bool lacks(const KernelState& kernel, std::size_t slot) const;
  [[nodiscard]] bool lacks_basics(const KernelState& kernel) const;
  [[nodiscard]] bool lacks_any(const KernelState& kernel) const;
  /// Whether the kernel lacks what every kernel is counted in while the round goes on with what a few want to know
  /// besides.
  [[nodiscard]] bool is_urgent(const KernelState& kernel, bool full) const;
  [[nodiscard]] bool awaits_answer(const KernelState& kernel) const;
  [[nodiscard]] bool must_hurry() const;
  [[nodiscard]] int most(const KernelState& kernel, std::size_t slot) const;
  [[nodiscard]] bool wanted(const KernelState& kernel, std::size_t slot) const;
  void remember();
  void spare(Clock::time_point now);
  [[nodiscard]] bool expects_others(const KernelState& current, bool full);

  std::vector<Slot> slots_;
  int launches_;
  bool has_hardware_;
  bool firsts_only_;  ///< of each kernel in each slot
  bool sparing_;
  std::minstd_rand random_;
  std::size_t current_ = 0;
  std::size_t ended_ = 0;  ///< windows, for the launch that asks
  Recurrence recurrence_;
  std::uint64_t round_ = 1;
  std::uint64_t cut_short_ = 0;  ///< the last round whose other slots were passed over; 0: none
  std::uint64_t window_ = 1;
  bool hurries_ = false;                      ///< it ends early for kernels that lack basic counters
  std::vector<const KernelState*> seen_;      ///< kernels launched in it
  const KernelState* latest_ = nullptr;       ///< the last of them
  std::vector<const KernelState*> known_;     ///< kernels launched before it that may come again
  std::vector<const KernelState*> expected_;  ///< those of them that may have their first launch of its slot in it
  Clock::time_point began_{};                 ///< when the first launch came
  Clock::time_point useful_{};                ///< when the window last had a launch to count, or began
  Clock::time_point spared_{};                ///< when it was last found out whether firsts alone are counted
};

/// Patched code runs up to this many times slower (seen: 60 for chains of FMAs, 130 for matrix products).
inline constexpr double kPatchedSlowdown = 65;

}  // namespace rooflens::inject
