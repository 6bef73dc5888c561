// Counters that are given back while the application goes on, where the GPU happens to be done.
#include <algorithm>
#include <exception>

#include "profiler/count/context_counters.hpp"

namespace rooflens::inject {
namespace {

using Clock = ContextCounters::Clock;
using Level = collect::spool::NoteRecord::Level;

constexpr Clock::duration kLongestReleaseDrain = std::chrono::milliseconds(32);
constexpr Clock::duration kOwnMoment = std::chrono::milliseconds(600);  // between launches that are counted
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
// (shared_gpu_costs; one H200).
void ContextCounters::release_unused() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0 || !holds_something()) return;
  if (last_counted_.load() == Clock::time_point{}) last_counted_ = Clock::now();  // opened, and nothing counted yet
  if (Clock::now() - last_counted_.load() >= unused_for_) release_aside(use, false);
}

// Not in the middle of a window.
void ContextCounters::give_way() noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0 || !holds_something() || left_running_) return;
  if (Clock::now() - last_counted_.load() >= kOwnMoment && queue_.others_wait()) release_aside(use, true);
}

// To enable them anew takes a fifth of a second: each time they stay twice as long, where nobody else wants them. The
// application's launches wait meanwhile, so at first it is a millisecond.
void ContextCounters::release_aside(CounterPhase::Use& use, bool for_others) noexcept {
  const auto begin = Clock::now();
  ask(use, [this, for_others] {
    const bool done = still_.begin_aside(release_drain_);
    release_drain_ = done || release_drain_ >= kLongestReleaseDrain ? kMoment : 2 * release_drain_;
    if (!done) return;
    if (for_others) {
      queue_.gave_way(Clock::now());
    } else {
      unused_for_ = std::min(2 * unused_for_, kLongestUnused);
    }
    give_back();
  });
  s_.budget.pause(Clock::now() - begin);
}

// The counters of another process of rooflens: it gives them back.
bool ContextCounters::waits_for_others() noexcept {
  try {
    throw;
  } catch (const collect::CountersHeld& error) {
    resume();
    drop_counters();
    if (kept_) return false;
    s_.targets.refused = true;
    try {
      queue_.wait(error);
      s_.logbook.note_first(Level::information, "held",
                            error.holder() +
                                " held the counters of this GPU, so nothing was counted until it gave them "
                                "back");
      return true;
    } catch (const std::exception&) {  // no memory
    }
  } catch (...) {
  }
  return false;
}

void ContextCounters::try_again() noexcept {
  if (!queue_.waits()) return;
  const CounterPhase::Use use(phase_);
  if (use && queue_.ends()) s_.targets.refused = false;
}

void ContextCounters::note_held(bool counted) noexcept {
  const CounterPhase::Use use(phase_);
  const auto& error = queue_.error();
  if (!use || !error || counted) return;
  s_.logbook.note(Level::warning, "unavailable", error->what(), error->remedy());
}

bool ContextCounters::is_released() noexcept {
  if (failed_) return true;
  const CounterPhase::Use use(phase_);
  return use && !holds_something();
}

}  // namespace rooflens::inject
