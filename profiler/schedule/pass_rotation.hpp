// Which launches are counted, and in which pass: passes rotate over the launches of an application. Pure decisions,
// no CUDA; the collector carries them out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "profiler/schedule/kernel_state.hpp"
#include "profiler/schedule/recurrence.hpp"

namespace rooflens::inject {

/// One pass of a group of counters.
struct Slot {
  enum class Kind { hardware, sass, pipes, tensor_first, tensor, waits, extra, lines };
  Kind kind = Kind::hardware;
  int group = 0;  ///< of counters: they are complete when each of its slots, one after the other, had its launch
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
    advance,  ///< end the current slot's window, if it is open, go to the slot that the launch wants, and ask again
  };
  /// What the collector knows.
  struct Window {
    bool open = false;   ///< ending it costs time
    bool full = false;   ///< there is no room for another launch in it
    bool eager = false;  ///< does not wait to see whether more launches come that it wants, when the one that asks was
                         ///< never counted in others, and no kernel is due that was never counted in this one
    bool hurried = false;  ///< nor where no other kernel asks between several launches of that one
  };
  /// For a launch that is about to be made. A window stays open as long as launches come that are counted in it:
  /// launches that are not counted run at native speed, ending a window is what costs. Where none is open, a launch is
  /// counted in any slot that wants it; in one for details (number formats, waits) not before the kernels that are due
  /// were counted in all that every kernel is counted in.
  [[nodiscard]] Action decide(KernelState& kernel, Clock::time_point now, Window window);
  /// For the same launch, after the slot was changed as decide() had said.
  [[nodiscard]] Action decide_again(KernelState& kernel, Clock::time_point now, Window window);
  /// The launch was counted in the current slot.
  void counted(KernelState& kernel, Clock::time_point now);
  /// Whether nothing more is wanted of this kernel.
  [[nodiscard]] bool done(const KernelState& kernel) const;

  [[nodiscard]] std::size_t current() const { return current_; }
  /// How many of the kernels that were launched lately would be counted in a slot.
  [[nodiscard]] std::size_t wanting(std::size_t slot) const;
  /// Where to go on: of the slots that `kernel` wants, or of all where it is none, the one in which most of the kernels
  /// that were launched lately would be counted. A group that was begun goes on.
  [[nodiscard]] std::size_t next_slot(const KernelState* kernel) const;
  /// Counting goes on after it had to wait: launches that the current slot wants have not had their chance yet.
  void resume(Clock::time_point now) { useful_ = now; }
  /// The window of the current slot was ended; goes to next_slot(). Whether the group is left: what was counted of it
  /// is complete, or has to be forgotten.
  bool next(Clock::time_point now, const KernelState* kernel = nullptr);
  /// A group of several slots is complete only if all of its slots had a launch, one after the other. Takes back what
  /// was counted for groups that were left before.
  void forget_incomplete(KernelState& kernel) const;
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  /// Whether the slot is another pass of the group of the one before. False beyond the last.
  [[nodiscard]] bool continues(std::size_t slot) const {
    return slot > 0 && slot < slots_.size() && slots_[slot].group == slots_[slot - 1].group;
  }

 private:
  /// Whether the slot counts something of the kernel and no launch was counted in it yet.
  [[nodiscard]] bool lacks(const KernelState& kernel, std::size_t slot) const;
  [[nodiscard]] bool lacks_what_binds(const KernelState& kernel) const;
  [[nodiscard]] bool lacks_urgently(const KernelState& kernel) const;
  [[nodiscard]] bool lacks_any(const KernelState& kernel) const;
  [[nodiscard]] bool needs(const KernelState& kernel, bool full) const;
  /// Whether the window was of no use for so long that no more is to be expected of it.
  [[nodiscard]] bool idle(Clock::time_point now) const;
  [[nodiscard]] bool awaits_answer(const KernelState& kernel) const;
  [[nodiscard]] bool may_go_to(std::size_t slot, const KernelState& kernel) const;
  [[nodiscard]] bool wants_any(const KernelState& kernel) const;
  [[nodiscard]] bool is_detail(std::size_t slot) const;
  [[nodiscard]] bool lacks_basics(const KernelState& kernel) const;
  [[nodiscard]] bool wants_details_alone(const KernelState& kernel) const;
  [[nodiscard]] bool basics_are_due(Clock::time_point now) const;
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
  Recurrence recurrence_;
  bool counts_ = false;  ///< a launch was counted in the current slot
  std::uint64_t window_ = 1;
  std::vector<const KernelState*> seen_;   ///< kernels launched in it
  const KernelState* latest_ = nullptr;    ///< the last of them
  int in_a_row_ = 0;                       ///< launches of it that asked, since another kernel did or one was counted
  std::vector<const KernelState*> known_;  ///< kernels launched before it that may come again
  std::vector<const KernelState*> expected_;  ///< those of them that may have their first launch of its slot in it
  Clock::time_point began_{};                 ///< when the first launch came
  Clock::time_point useful_{};                ///< when the window last had a launch to count, or began
  Clock::time_point spared_{};                ///< when it was last found out whether firsts alone are counted
};

/// Patched code runs up to this many times slower (seen: 60 for chains of FMAs, 130 for matrix products).
inline constexpr double kPatchedSlowdown = 65;

}  // namespace rooflens::inject
