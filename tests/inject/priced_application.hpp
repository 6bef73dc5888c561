// An application without a GPU whose counting costs what it did on an H100 (2026-11-26, driver 580.159.04, ResNet-50 of
// torchvision): opening and closing windows, a counted launch, and learning what can be counted.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "profiler/schedule/scheduler.hpp"
#include "profiler/schedule/start_phase.hpp"

namespace rooflens::inject {

/// Milliseconds.
struct PricedSlot {
  Slot slot;
  double opening, closing, launch;
};
inline const std::vector<PricedSlot> kPricedSlots{
    {{Slot::Kind::hardware, 0}, 29.5, 8, 1}, {{Slot::Kind::sass, 1}, 2.5, 0.5, 0.5},
    {{Slot::Kind::pipes, 2}, 1.9, 1.5, 1.1}, {{Slot::Kind::tensor_first, 3}, 19, 6, 1},
    {{Slot::Kind::tensor, 4}, 11.4, 5.8, 1}, {{Slot::Kind::tensor, 5}, 17.6, 5.8, 1},
    {{Slot::Kind::tensor, 5}, 1.2, 0.7, 1},  {{Slot::Kind::tensor, 6}, 10.8, 5.7, 1},
    {{Slot::Kind::tensor, 7}, 17.4, 5.7, 1}, {{Slot::Kind::tensor, 7}, 1.2, 0.7, 1}};
inline constexpr double kSetUp_ms = 500;
inline constexpr double kFirstOpening_ms = 220;  ///< beyond that of others
inline constexpr double kEmptyPass_ms = 2;       ///< without launches, after a group of one pass

class PricedApplication {
 public:
  using Clock = std::chrono::steady_clock;
  PricedApplication() {
    std::vector<Slot> slots;
    for (const PricedSlot& priced : kPricedSlots) slots.push_back(priced.slot);
    scheduler_.begin_passes(std::move(slots), 1);
  }
  /// A kernel whose first launch takes so long, which loads its code.
  int add(bool tensor, double loading_ms) {
    kernels_.emplace_back();
    kernels_.back().tensor = tensor;
    kernels_.back().loading_ms = loading_ms;
    return static_cast<int>(kernels_.size()) - 1;
  }
  /// After so many milliseconds of other things.
  void launch(int id, double after_ms) {
    Kernel& kernel = kernels_[static_cast<std::size_t>(id)];
    pass(after_ms + (kernel.launches == 0 ? kernel.loading_ms : 0));
    tick();
    ++kernel.launches;
    if (kernel.progress == CountProgress::complete || budget_.saving()) return;
    const LaunchEvent event{id, kernel.function, false, false, 0, kernel.progress};
    Scheduler::Action action = scheduler_.decide(event, now_);
    while (action == Scheduler::Action::rotate) {
      const auto begin = now_;
      if (open_) {
        end_window(true);
      } else {
        scheduler_.window_ended(true, now_);
      }
      action = scheduler_.decide_again(event, now_, now_ - begin);
    }
    if (action == Scheduler::Action::close && open_) end_window(false);
    if (action == Scheduler::Action::count) count(id);
  }
  /// Whether every slot that tells something of the kernel had one of its launches.
  [[nodiscard]] bool is_known(int id) const {
    const Kernel& kernel = kernels_[static_cast<std::size_t>(id)];
    return kernel.groups.size() == (kernel.tensor ? 8U : 3U);
  }
  /// How much longer it took.
  [[nodiscard]] double added_ms() const { return added_ms_; }

 private:
  struct Kernel {
    std::string function{};
    bool tensor = false;
    double loading_ms = 0;
    std::uint64_t launches = 0, followed = 0;
    std::atomic<CountProgress> progress{CountProgress::open};
    std::set<int> groups{};  ///< that were counted
  };
  static Clock::duration duration(double ms) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::milli>(ms));
  }
  static bool two_passes(std::size_t slot) {
    return std::ranges::count(kPricedSlots, kPricedSlots[slot].slot.group,
                              [](const PricedSlot& priced) { return priced.slot.group; }) > 1;
  }
  [[nodiscard]] const PricedSlot& current() const { return kPricedSlots[scheduler_.passes().current()]; }
  void pass(double ms) { now_ += duration(ms); }
  void pause(double ms) {
    pass(ms);
    added_ms_ += ms;
    budget_.pause(duration(ms));
  }
  void open_window() {
    if (!set_up_) {
      pass(kSetUp_ms);
      added_ms_ += kSetUp_ms;
      budget_.set_up(duration(kSetUp_ms));
      pause(kFirstOpening_ms);
    }
    set_up_ = open_ = true;
    if (scheduler_.lacks_room()) scheduler_.ranges_forgotten();
    pause(current().opening);
    scheduler_.window_opened();
  }
  void end_window(bool asked) {
    const std::size_t slot = scheduler_.passes().current();
    const bool last = slot + 1 == kPricedSlots.size();
    pause(current().closing + (two_passes(slot) ? 0 : kEmptyPass_ms));
    if (last || kPricedSlots[slot + 1].slot.group != current().slot.group) {
      for (const int id : pending_) learn(id, current().slot);
    }
    open_ = false;
    pending_.clear();
    scheduler_.window_ended(asked, now_);
  }
  void count(int id) {
    if (!open_) open_window();
    scheduler_.range_begun(id);
    pause(current().launch);
    scheduler_.range_ended(id, true, now_);
    pending_.push_back(id);
  }
  void learn(int id, const Slot& slot) {
    Kernel& kernel = kernels_[static_cast<std::size_t>(id)];
    kernel.groups.insert(slot.group);
    Scheduler::Facts facts;
    facts.kind = static_cast<int>(slot.kind);
    facts.hardware = slot.kind == Slot::Kind::hardware;
    facts.tensor_pass = slot.kind == Slot::Kind::tensor_first;
    if (facts.hardware) facts.tensor_activity = kernel.tensor ? 1 : 0;
    if (facts.tensor_pass) facts.half_on_tensor_pipe = 0;
    scheduler_.learn(id, facts);
  }
  // As the engine follows the start of a program, a hundred times a second.
  void tick() {
    if (now_ - ticked_ < std::chrono::milliseconds(10)) return;
    ticked_ = now_;
    budget_.allow_again(now_);
    std::uint64_t of_known = 0, of_others = 0;
    const std::chrono::duration<double, std::nano> age(budget_.total_elapsed_ns(now_));
    for (Kernel& kernel : kernels_) {
      const std::uint64_t made = kernel.launches - std::exchange(kernel.followed, kernel.launches);
      (StartPhase::knows(kernel.progress, kernel.launches, true, age) ? of_known : of_others) += made;
    }
    const bool over = start_.step(of_known, of_others);
    if (budget_.starting() && (over || budget_.saving())) return budget_.end_start(now_);
    if (!budget_.starting() && !over) budget_.start_again();
  }

  Clock::time_point now_ = Clock::time_point{} + std::chrono::hours(1);
  Clock::time_point ticked_{};
  Budget budget_{0.03, 0, 1, now_, std::chrono::seconds(4)};
  Scheduler scheduler_{{.instructions = false, .alike_within = 0.02, .alike_between = 0.15}, budget_};
  StartPhase start_;
  std::deque<Kernel> kernels_;
  std::vector<int> pending_;  ///< launches of the open window
  bool set_up_ = false;
  bool open_ = false;
  double added_ms_ = 0;
};

}  // namespace rooflens::inject
