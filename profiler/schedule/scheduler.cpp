#include "profiler/schedule/scheduler.hpp"

#include <algorithm>
#include <cmath>

namespace rooflens::inject {
namespace {

constexpr auto kEagerCredit = std::chrono::milliseconds(1500);  // for ending windows early, so that short runs get all
constexpr auto kHurriedCredit = std::chrono::milliseconds(2500);  // with kernels that follow themselves
constexpr double kFirstStart_ns = 300e6;  // of a context; measured on an H200 and an H100, as are the next four
constexpr double kWindow_ns = 35e6;       // start and stop, where hardware counters of memory change
constexpr double kShortWindow_ns = 3e6;   // the same of patched code and of pipes
constexpr double kHardware_ns = 1e6;      // a counted launch
constexpr double kPatched_ns = 0.3e6;     // besides the slower kernel
constexpr double kReplay_ns = 60e6;
// A limited budget saves until it can count a good part of a training step in one window. One that stays open while it
// cannot afford anything slows down every launch, and ending it costs as much as counting twenty.
constexpr double kBurst_ns = 150e6;
constexpr int kMostReplays = 2;  // of what the first one left open

// Whether the launch did other work than the first that was counted. Anchors of one kernel are the same for every
// launch that does the same work; between groups they may differ a little, because patched code runs slower and some
// kernels poll.
bool differs(const KernelState::Anchor& first, const KernelState::Anchor& anchor, double within, double between) {
  const double tolerance = first.kind == anchor.kind ? within : between;
  return std::abs(anchor.value - first.value) > tolerance * first.value;
}

double patched_ns(const KernelState& kernel) { return kPatched_ns + kPatchedSlowdown * kernel.mean_ns; }

}  // namespace

double Scheduler::first_opening_ns() { return kFirstStart_ns + kBurst_ns; }

KernelState& Scheduler::state_of(const LaunchEvent& event) {
  const auto [entry, fresh] = kernels_.try_emplace(event.kernel);
  if (fresh) {
    KernelState& own = entry->second;
    own.function = event.function;
    own.patchable = !event.graph;
    own.progress = {&event.progress};
    own.shape = event.shape;
    own.unsettled = event.shape >= 0;
    own.again = event.again;
  }
  KernelState& kernel = of(event.kernel);
  kernel.mean_ns = event.mean_ns;
  kernel.lines_known |= event.no_lines;
  kernel.once = event.nodes_counted || event.shape >= 0;
  return kernel;
}

void Scheduler::publish(const KernelState& kernel) {
  const CountProgress progress = kernel.complete ? CountProgress::complete
                                 : kernel.known  ? CountProgress::known
                                                 : CountProgress::open;
  for (std::atomic<CountProgress>* shown : kernel.progress) *shown = progress;
}

Scheduler::Action Scheduler::decide(const LaunchEvent& event, Clock::time_point now) {
  KernelState& kernel = state_of(event);
  const Action action = settings_.mode == Mode::passes    ? decide_passes(kernel, now)
                        : settings_.mode == Mode::repeats ? decide_repeats(kernel, now)
                                                          : decide_instructions(kernel, now);
  publish(kernel);
  return action;
}

Scheduler::Action Scheduler::decide_instructions(KernelState& kernel, Clock::time_point now) {
  kernel.complete = kernel.lines_known || !kernel.patchable;
  if (kernel.complete || !budget_.allows(kPatchedSlowdown * kernel.mean_ns, now)) return Action::leave;
  return Action::instructions;
}

void Scheduler::instructions_counted(int kernel) { of(kernel).lines_known = true; }

// ---- Replay

// The second replay of a kernel gives what the first left open.
bool Scheduler::repeat_wanted(const KernelState& kernel) const {
  const bool open = !kernel.replayed && kernel.replays < kMostReplays;
  return kernel.patchable && (open || kernel.replays < (kernel.once ? 1 : settings_.launches));
}

Scheduler::Action Scheduler::decide_repeats(KernelState& kernel, Clock::time_point now) {
  if (repeat_wanted(kernel)) return budget_.allows(kReplay_ns, now) ? Action::repeat : Action::leave;
  if (settings_.instructions) return decide_instructions(kernel, now);
  kernel.complete = true;
  return Action::leave;
}

void Scheduler::repeated(int kernel) { ++of(kernel).replays; }

bool Scheduler::learn_repeated(int id, TensorFormats formats, std::optional<bool> tensor, const Operations& operations,
                               double cycles) {
  using Tensor = KernelState::Tensor;
  KernelState& kernel = of(id);
  if (tensor) kernel.tensor = *tensor ? Tensor::yes : Tensor::no;
  switch (formats) {
    case TensorFormats::none:
      kernel.replayed = kernel.tensor != Tensor::yes;
      break;
    case TensorFormats::known:
      kernel.replayed = tensor == false || formats_.learn(kernel, operations, cycles, false);
      break;
    case TensorFormats::all:
      kernel.replayed = true;
      if (kernel.tensor == Tensor::yes) formats_.learn(kernel, operations, cycles, true);
      break;
  }
  return kernel.replayed;
}

// ---- Passes

// No kernel is excluded by what another context counted, but its windows are new.
void Scheduler::begin_passes(std::vector<Slot> slots, std::uint64_t seed) {
  if (rotation_) leave_group();
  for (auto& [id, kernel] : kernels_) {  // another context may have one slot more, or less: that of lines
    if (kernel.counted.empty()) continue;
    kernel.counted.resize(slots.size());
    kernel.wait.resize(slots.size());
  }
  used_.assign(slots.empty() ? 0 : static_cast<std::size_t>(slots.back().group) + 1, 0);
  rotation_.emplace(std::move(slots), settings_.launches, seed, budget_.limited());
  open_ = opened_before_ = false;
  asks_ = nullptr;
  in_window_.clear();
}

// What was counted of a group that lacks a pass is forgotten.
void Scheduler::leave_group() {
  names_.clear();
  ++round_;
  for (KernelState* kernel : in_round_) {
    rotation_->forget_incomplete(*kernel);
    publish(*kernel);
  }
  in_round_.clear();
}

void Scheduler::forget(int id, std::size_t slot) {
  KernelState& kernel = of(id);
  const std::vector<Slot>& slots = rotation_->slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].group == slots[slot].group && kernel.counted[i] > 0) --kernel.counted[i];
  }
  kernel.complete = false;
  publish(kernel);
}

Slot::Kind Scheduler::current_kind() const { return rotation_->slots()[rotation_->current()].kind; }

bool Scheduler::patches() const { return counts_instructions() || current_kind() == Slot::Kind::sass; }

PassRotation::Window Scheduler::window() const {
  const auto within = [this](Clock::duration credit) { return !budget_.strict() && eager_for_ < credit; };
  return {.open = open_,
          .full = open_ && ranges() >= kMostRanges,
          .eager = within(kEagerCredit),
          .hurried = within(kHurriedCredit)};
}

std::string Scheduler::range_name(int id) const {
  const int kernel = leader_of(id);
  const auto ranges = in_window_.find(kernel);
  return std::to_string(kernel) + "." + std::to_string(ranges == in_window_.end() ? 0 : ranges->second) + "." +
         std::to_string(round_);
}

Scheduler::Action Scheduler::decide_passes(KernelState& kernel, Clock::time_point now) {
  if (kernel.complete || !kernel.enabled) return Action::leave;
  if (std::exchange(saved_, false)) rotation_->resume(now);
  if (kernel.put_off) kernel.put_off = !budget_.allows(patched_ns(kernel), now);
  asks_ = &kernel;
  turns_ = 0;
  return follow(rotation_->decide(kernel, now, window()), kernel, now);
}

Scheduler::Action Scheduler::decide_again(const LaunchEvent& event, Clock::time_point now, Clock::duration took) {
  eager_for_ += took;
  KernelState& kernel = state_of(event);
  asks_ = &kernel;
  const Action action = follow(rotation_->decide_again(kernel, now, window()), kernel, now);
  publish(kernel);
  return action;
}

Scheduler::Action Scheduler::follow(PassRotation::Action action, KernelState& kernel, Clock::time_point now) {
  if (action == PassRotation::Action::leave) return Action::leave;
  if (action == PassRotation::Action::count) {
    return too_dear(kernel, now).value_or(Action::count);
  }
  if (++turns_ > rotation_->slots().size()) return Action::leave;
  if (!budget_.limited() || !saves_for(opening_ns(rotation_->next_slot(&kernel)), now)) return Action::rotate;
  return open_ ? Action::close : Action::leave;
}

// What to do instead where a limited budget does not hold what counting it costs.
std::optional<Scheduler::Action> Scheduler::too_dear(KernelState& kernel, Clock::time_point now) {
  if (!budget_.limited()) return std::nullopt;
  const double price = patches() ? patched_ns(kernel) : kHardware_ns;
  if (budget_.allows(price, now)) {
    if (open_ || counts_instructions() || !saves_for(opening_ns(rotation_->current()) + price, now))
      return std::nullopt;
    return Action::leave;
  }
  if (budget_.allows(kHardware_ns, now)) {
    kernel.put_off = true;
    return Action::leave;
  }
  static_cast<void>(saves_for(opening_ns(rotation_->current()), now));
  return open_ ? Action::close : Action::leave;
}

// Of the slot's window, with what is to be counted in it.
double Scheduler::opening_ns(std::size_t slot) const {
  if (!opened_before_) return first_opening_ns();
  const double launches = std::min(kBurst_ns, kHardware_ns * static_cast<double>(rotation_->wanting(slot)));
  const Slot::Kind kind = rotation_->slots()[slot].kind;
  const bool is_short = kind == Slot::Kind::sass || kind == Slot::Kind::pipes || kind == Slot::Kind::waits;
  return (is_short ? kShortWindow_ns : kWindow_ns) + launches;
}

bool Scheduler::saves_for(double cost_ns, Clock::time_point now) {
  if (budget_.allows(cost_ns, now)) return false;
  budget_.save_for(cost_ns);
  saved_ = true;
  return true;
}

void Scheduler::window_opened() { open_ = opened_before_ = true; }

void Scheduler::range_ended(int id, bool counted, Clock::time_point now) {
  KernelState& kernel = of(id);
  if (!counts_instructions()) ++in_window_[leader_of(id)];
  if (!counted) return;
  if (!counts_instructions()) in_round_.insert(&kernel);
  rotation_->counted(kernel, now);
}

void Scheduler::window_ended(bool asked, Clock::time_point now) {
  open_ = false;
  in_window_.clear();
  const std::size_t group = current_group();
  if (!rotation_->next(now, asked ? asks_ : nullptr)) return;
  used_[group] += names_.size();
  leave_group();
}

void Scheduler::learn(int id, const Facts& facts) {
  using Tensor = KernelState::Tensor;
  KernelState& kernel = of(id);
  const Tensor before = kernel.tensor;
  if (facts.tensor_activity) {
    kernel.tensor_activity = std::max(kernel.tensor_activity, *facts.tensor_activity);
    if (before == Tensor::unknown) kernel.tensor = kernel.tensor_activity > 0 ? Tensor::maybe : Tensor::no;
  }
  if (facts.tensor_pass && kernel.tensor == Tensor::maybe) {
    // Where the chip cannot tell moved constants from matrix work, there are none.
    const bool matrices = !facts.half_on_tensor_pipe || kernel.tensor_activity > *facts.half_on_tensor_pipe;
    kernel.tensor = matrices ? Tensor::yes : Tensor::no;
  }
  bool more = kernel.tensor != before;  // is wanted than was known
  if (facts.anchor) {
    const KernelState::Anchor anchor{*facts.anchor, facts.kind};
    if (!kernel.anchor) kernel.anchor = anchor;
    if (differs(*kernel.anchor, anchor, settings_.alike_within, settings_.alike_between)) more = kernel.varies = true;
  }
  if (more) kernel.complete = false;
  if (facts.hardware && kernel.unsettled) settle(id, facts.anchor);
  publish(of(id));
}

// Nodes with other arguments may do the same work all the same: then what is counted of one of them is counted of all.
// Launches outside graphs do not lead: nobody tells them apart.
void Scheduler::settle(int id, std::optional<double> anchor) {
  KernelState& kernel = kernels_.at(id);
  kernel.unsettled = kernel.complete = false;
  if (!anchor) return;
  auto& works = works_[kernel.shape];
  const auto same = std::find_if(works.begin(), works.end(), [&](const auto& work) {
    const KernelState& leader = kernels_.at(work.first);
    return leader.enabled && !leader.varies && std::abs(*anchor - work.second) <= settings_.alike_within * work.second;
  });
  if (same == works.end()) {
    works.emplace_back(id, *anchor);
    return;
  }
  leaders_[id] = same->first;
  kernel.enabled = false;  // by itself
  std::vector<std::atomic<CountProgress>*>& shown = of(id).progress;
  shown.insert(shown.end(), kernel.progress.begin(), kernel.progress.end());
  kernel.progress.clear();
}

}  // namespace rooflens::inject
