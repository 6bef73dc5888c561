#include "profiler/inject/turns.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::inject {
namespace {

constexpr double kSlowPatched_ns = 300e6;  // a launch that takes longer than this when patched is counted once

}  // namespace

Turns::Turns(std::vector<Slot> slots, int launches, std::uint64_t seed)
    : slots_(std::move(slots)), launches_(launches), random_(static_cast<std::minstd_rand::result_type>(seed)) {}

bool Turns::wanted(const KernelTurns& kernel, std::size_t slot) const {
  if (!kernel.enabled) return false;
  const int counted = slot < kernel.counted.size() ? kernel.counted[slot] : 0;
  switch (slots_[slot].kind) {
    case Slot::Kind::hardware:
    case Slot::Kind::extra:
      return counted < launches_;
    case Slot::Kind::sass:
      return kernel.patchable && counted < (kernel.mean_ns * kPatchedSlowdown > kSlowPatched_ns ? 1 : launches_);
    case Slot::Kind::tensor_first:
      return counted < 1 && (kernel.tensor == KernelTurns::Tensor::maybe || kernel.tensor == KernelTurns::Tensor::yes);
    case Slot::Kind::tensor:
      return counted < 1 && kernel.tensor == KernelTurns::Tensor::yes;
  }
  return false;
}

bool Turns::done(const KernelTurns& kernel) const {
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    if (wanted(kernel, slot)) return false;
  }
  return true;
}

// The first launch of a kernel is left alone: it is the one that loads the code, and it gives the kernel a time even if
// it never comes back.
void Turns::prepare(KernelTurns& kernel) const {
  if (!kernel.counted.empty()) return;
  kernel.counted.assign(slots_.size(), 0);
  kernel.wait.assign(slots_.size(), 0);
  if (!slots_.empty()) kernel.wait.front() = 1;
}

Turns::Action Turns::decide(KernelTurns& kernel) {
  prepare(kernel);
  if (wanted(kernel, current_)) {
    if (kernel.wait[current_] == 0) return Action::count;
    --kernel.wait[current_];
    return Action::leave;
  }
  if (done(kernel)) return Action::leave;
  return ++missed_ < std::max(2, counted_in_window_) ? Action::leave : Action::advance;
}

// The pause grows with what is already known, so that the launches are spread over the run.
void Turns::counted(KernelTurns& kernel) {
  prepare(kernel);
  ++counted_in_window_;
  missed_ = 0;
  const int known = ++kernel.counted[current_];
  kernel.wait[current_] = std::uniform_int_distribution<int>(1, 4 * known)(random_);
}

void Turns::next() {
  current_ = (current_ + 1) % slots_.size();
  counted_in_window_ = 0;
  missed_ = 0;
}

void Turns::forget_incomplete(KernelTurns& kernel) const {
  for (std::size_t first = 0; first < slots_.size() && !kernel.counted.empty();) {
    std::size_t last = first;
    int least = kernel.counted[first];
    while (last < slots_.size() && slots_[last].group == slots_[first].group) {
      least = std::min(least, kernel.counted[last++]);
    }
    for (; first < last; ++first) kernel.counted[first] = least;
  }
}

}  // namespace rooflens::inject
