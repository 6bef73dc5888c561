// Counters that are given back while the application goes on, where the GPU happens to be done.
#include <algorithm>

#include "profiler/count/context_counters.hpp"

namespace rooflens::inject {
namespace {

using Clock = ContextCounters::Clock;

constexpr Clock::duration kLongestReleaseDrain = std::chrono::milliseconds(32);
constexpr Clock::duration kLongestUnused = std::chrono::minutes(2);

}  // namespace

void ContextCounters::release_when_done(Clock::duration drain) noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0 || !holds_something()) return;
  ask(use, [this, drain] {
    if (still_.begin(drain, true)) give_back();
  });
}

// While a process holds counters, the GPU takes three times as long from it to another process and back
// (shared_gpu_costs; one H200). To enable them anew takes a fifth of a second: each time they stay twice as long. The
// application's launches wait meanwhile, so at first it is a millisecond.
void ContextCounters::release_unused() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0 || !holds_something()) return;
  const auto begin = Clock::now();
  if (last_counted_.load() == Clock::time_point{}) last_counted_ = begin;  // opened, and nothing counted yet
  if (begin - last_counted_.load() < unused_for_) return;
  ask(use, [this] {
    const bool done = still_.begin_aside(release_drain_);
    release_drain_ = done || release_drain_ >= kLongestReleaseDrain ? kMoment : 2 * release_drain_;
    if (!done) return;
    unused_for_ = std::min(2 * unused_for_, kLongestUnused);
    give_back();
  });
  s_.budget.pause(Clock::now() - begin);
}

bool ContextCounters::is_released() noexcept {
  if (failed_) return true;
  const CounterPhase::Use use(phase_);
  return use && !holds_something();
}

}  // namespace rooflens::inject
