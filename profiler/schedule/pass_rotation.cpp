#include "profiler/schedule/pass_rotation.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::inject {
namespace {

constexpr double kSlowPatched_ns = 300e6;  // a launch that takes longer than this when patched is counted once
constexpr auto kPatience = std::chrono::milliseconds(15);       // comparable to what ending a window costs
constexpr auto kLongPatience = std::chrono::milliseconds(500);  // with what is expected: first launches load code
constexpr auto kStart = std::chrono::seconds(5);                // in which first launches load code, one by one
constexpr int kInARow = 6;                                      // launches of one kernel that the window does not want
constexpr std::uint64_t kOften = 8;                             // launches of a kernel that may go on
constexpr int kLongestWait = 16;                                // launches between two that are counted
constexpr int kVaryingFactor = 2;                               // as many more launches of a kernel whose work varies

}  // namespace

PassRotation::PassRotation(std::vector<Slot> slots, int launches, std::uint64_t seed, bool sparing)
    : slots_(std::move(slots)),
      launches_(launches),
      has_hardware_(std::any_of(slots_.begin(), slots_.end(),
                                [](const Slot& slot) { return slot.kind == Slot::Kind::hardware; })),
      firsts_only_(sparing),
      sparing_(sparing),
      random_(static_cast<std::minstd_rand::result_type>(seed)) {}

// Launches of the kernel that are to be counted in the slot.
int PassRotation::most(const KernelState& kernel, std::size_t slot) const {
  using Tensor = KernelState::Tensor;
  if (!kernel.enabled) return 0;
  if (kernel.unsettled && has_hardware_ && slots_[slot].kind != Slot::Kind::hardware) return 0;
  const bool once = kernel.once && !(kernel.varies && kernel.patchable);
  const int launches = once ? 1 : kernel.varies ? kVaryingFactor * launches_ : launches_;
  const int tensor = kernel.varies ? launches_ : 1;  // what the tensor pipe does follows from the shape
  switch (slots_[slot].kind) {
    case Slot::Kind::hardware:
    case Slot::Kind::extra:
      return launches;
    case Slot::Kind::sass:
      if (!kernel.patchable || kernel.put_off) return 0;
      return kernel.mean_ns * kPatchedSlowdown > kSlowPatched_ns ? 1 : launches;
    case Slot::Kind::pipes:
      return kernel.varies ? launches_ : 1;
    case Slot::Kind::waits:
      return lacks_what_binds(kernel) ? 0 : kernel.varies ? launches_ : 1;
    case Slot::Kind::lines:
      return kernel.patchable && !kernel.put_off && !kernel.lines_known ? 1 : 0;
    case Slot::Kind::tensor_first:
      return kernel.tensor == Tensor::maybe || kernel.tensor == Tensor::yes ? tensor : 0;
    case Slot::Kind::tensor:
      return kernel.tensor == Tensor::yes ? tensor : 0;
  }
  return 0;
}

bool PassRotation::lacks(const KernelState& kernel, std::size_t slot) const {
  return (slot >= kernel.counted.size() || kernel.counted[slot] == 0) && most(kernel, slot) > 0;
}

// Whether what binds it is not known yet: how its warps wait is asked after that.
bool PassRotation::lacks_what_binds(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].kind != Slot::Kind::waits && lacks(kernel, slot)) return true;
  }
  return false;
}

// What is launched a few times, and maybe never again, makes no window end for how its warps wait.
bool PassRotation::lacks_urgently(const KernelState& kernel) const {
  return kernel.pace.launches >= kOften ? lacks_any(kernel) : lacks_what_binds(kernel);
}

bool PassRotation::lacks_any(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (lacks(kernel, slot)) return true;
  }
  return false;
}

// What was counted of it in this window says at its end which slots it wants besides.
bool PassRotation::awaits_answer(const KernelState& kernel) const {
  using Tensor = KernelState::Tensor;
  return kernel.counted_in == window_ && (kernel.tensor == Tensor::unknown || kernel.tensor == Tensor::maybe);
}

// A second launch is counted in a slot when every slot had its first, so that a kernel that is launched seldom is known
// completely before it is known well. From then on a window counts all that its slot wants: changing windows is what
// costs.
bool PassRotation::wanted(const KernelState& kernel, std::size_t slot) const {
  if (lacks(kernel, slot)) return true;
  if (slot >= kernel.counted.size() || kernel.counted[slot] >= most(kernel, slot)) return false;
  return !firsts_only_ && !lacks_any(kernel);
}

bool PassRotation::done(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (slot >= kernel.counted.size() || kernel.counted[slot] < most(kernel, slot)) return false;
  }
  return true;
}

// A program repeats itself: what was launched lately comes in this window too.
bool PassRotation::expects_others(const KernelState& current, bool full) {
  const auto may_come = [&](const KernelState& kernel) {
    return lacks(kernel, current_) && needs(kernel, full) && recurrence_.due(kernel.pace, current.pace);
  };
  while (!expected_.empty() && !may_come(*expected_.back())) expected_.pop_back();
  return !expected_.empty();
}

// The first launch of a kernel is left alone: it is the one that loads the code, and it gives the kernel a time even if
// it never comes back.
PassRotation::Action PassRotation::decide(KernelState& kernel, Clock::time_point now, Window window) {
  recurrence_.launch(kernel.pace);
  in_a_row_ = latest_ == &kernel ? in_a_row_ + 1 : 0;
  latest_ = &kernel;
  if (began_ == Clock::time_point{}) began_ = now;
  if (kernel.pace.launches == 1) {
    kernel.seen_in = kernel.counted_in = 0;
    expected_.push_back(&kernel);
    if (now - began_ < kStart) useful_ = now;
  }
  return decide_again(kernel, now, window);
}

PassRotation::Action PassRotation::decide_again(KernelState& kernel, Clock::time_point now, Window window) {
  if (std::exchange(kernel.seen_in, window_) != window_) seen_.push_back(&kernel);
  if (kernel.counted.empty()) {
    kernel.counted.assign(slots_.size(), 0);
    kernel.wait.assign(slots_.size(), 0);
    if (!kernel.again) return Action::leave;
  }
  const bool awaits = awaits_answer(kernel);
  const bool open = awaits || lacks_any(kernel);
  kernel.known = !open && (!kernel.varies || done(kernel));
  // What follows itself may never come back after that, whatever else does.
  const bool hurries = open && window.hurried && in_a_row_ >= kInARow;
  const bool waits =
      !hurries && !window.open && !continues(current_) && wants_details_alone(kernel) && basics_are_due(now);
  if (!waits && needs(kernel, window.full)) {
    if (kernel.wait[current_] == 0) return Action::count;
    --kernel.wait[current_];
    useful_ = now;
    return Action::leave;
  }
  kernel.complete = !awaits && !kernel.put_off && done(kernel);
  if (kernel.complete) return Action::leave;
  if (!awaits && !wants_any(kernel)) {
    if (firsts_only_ && now - spared_ >= kPatience) spare(now);
    return Action::leave;
  }
  if (!awaits && lacks_any(kernel) && !lacks_urgently(kernel)) return Action::leave;
  if (!window.open && !continues(current_)) return waits ? Action::leave : Action::advance;
  if (hurries) return Action::advance;
  if (!(window.eager && open) && !idle(now)) return Action::leave;
  // All nodes of a graph come together: those that the window wants were counted in this launch of it.
  const auto longest_wait = kernel.once ? kPatience : kLongPatience;
  return expects_others(kernel, window.full) && now - useful_ < longest_wait ? Action::leave : Action::advance;
}

// In the second slot of a group as many launches as were counted in the first: their ranges are there already.
bool PassRotation::may_go_to(std::size_t slot, const KernelState& kernel) const {
  if (!wanted(kernel, slot)) return false;
  if (!continues(slot)) return true;
  return (slot == current_ || slot == current_ + 1) && kernel.counted[slot] < kernel.counted[slot - 1];
}

bool PassRotation::needs(const KernelState& kernel, bool full) const {
  return may_go_to(current_, kernel) && (!full || continues(current_));
}

bool PassRotation::idle(Clock::time_point now) const { return now - useful_ >= kPatience; }

// The pause grows with what is already known, so that the launches are spread over some time.
void PassRotation::counted(KernelState& kernel, Clock::time_point now) {
  in_a_row_ = 0;
  useful_ = now;
  counts_ = true;
  kernel.counted_in = window_;
  const int known = ++kernel.counted[current_];
  kernel.wait[current_] = std::uniform_int_distribution<int>(1, std::min(4 * known, kLongestWait))(random_);
}

// Most windows are shorter than a step, so that what was launched in earlier ones counts as well.
void PassRotation::remember() {
  std::erase_if(known_, [&](const KernelState* kernel) {
    return kernel->seen_in == window_ || kernel->complete || !recurrence_.due(kernel->pace, latest_->pace);
  });
  known_.insert(known_.end(), seen_.begin(), seen_.end());
  seen_.clear();
  expected_ = known_;
}

// A graph as a whole that lacks something does not hold up second launches: its kernels come first.
void PassRotation::spare(Clock::time_point now) {
  const auto lacking = [&](const KernelState* kernel) {
    const bool whole = kernel->once && !kernel->patchable;
    return !whole && lacks_any(*kernel) && recurrence_.due(kernel->pace, latest_->pace);
  };
  firsts_only_ = sparing_ && (std::any_of(known_.begin(), known_.end(), lacking) ||
                              std::any_of(seen_.begin(), seen_.end(), lacking));
  spared_ = now;
}

std::size_t PassRotation::wanting(std::size_t slot) const {
  const auto in_window = std::count_if(seen_.begin(), seen_.end(), [&](auto* kernel) { return wanted(*kernel, slot); });
  const auto before = std::count_if(known_.begin(), known_.end(),
                                    [&](auto* kernel) { return kernel->seen_in != window_ && wanted(*kernel, slot); });
  return static_cast<std::size_t>(in_window + before);
}

// Number formats and how warps wait: of use to a few kernels, or once it is known what binds.
bool PassRotation::is_detail(std::size_t slot) const {
  const Slot::Kind kind = slots_[slot].kind;
  return kind == Slot::Kind::tensor_first || kind == Slot::Kind::tensor || kind == Slot::Kind::waits;
}

bool PassRotation::lacks_basics(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (!is_detail(slot) && lacks(kernel, slot)) return true;
  }
  return false;
}

bool PassRotation::wants_details_alone(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (!is_detail(slot) && wanted(kernel, slot)) return false;
  }
  return true;
}

// A window for details would come first where every launch of the others counts.
bool PassRotation::basics_are_due(Clock::time_point now) const {
  return now - useful_ < kLongPatience && std::ranges::any_of(known_, [&](const KernelState* other) {
           return lacks_basics(*other) && recurrence_.due(other->pace, latest_->pace);
         });
}

bool PassRotation::wants_any(const KernelState& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (may_go_to(slot, kernel)) return true;
  }
  return false;
}

std::size_t PassRotation::next_slot(const KernelState* kernel) const {
  if (counts_ && continues(current_ + 1)) return current_ + 1;
  std::size_t first = current_;
  while (continues(first)) --first;
  std::size_t best = first;
  std::size_t most = 0;
  for (std::size_t i = 1; i <= slots_.size(); ++i) {
    const std::size_t slot = (current_ + i) % slots_.size();
    if (continues(slot) || (kernel && !may_go_to(slot, *kernel))) continue;
    const std::size_t launches = wanting(slot) + (kernel ? 1 : 0);
    if (launches > most) best = slot, most = launches;
  }
  return best;
}

bool PassRotation::next(Clock::time_point now, const KernelState* kernel) {
  remember();
  spare(now);
  current_ = next_slot(kernel);
  counts_ = false;
  ++window_;
  useful_ = now;
  return !continues(current_);
}

void PassRotation::forget_incomplete(KernelState& kernel) const {
  for (std::size_t first = 0; first < slots_.size() && !kernel.counted.empty();) {
    std::size_t last = first;
    int least = kernel.counted[first];
    while (last < slots_.size() && slots_[last].group == slots_[first].group) {
      least = std::min(least, kernel.counted[last++]);
    }
    for (; first < last; ++first) {
      if (kernel.counted[first] > least) kernel.complete = false;
      kernel.counted[first] = least;
    }
  }
}

}  // namespace rooflens::inject
