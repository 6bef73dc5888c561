// Counters that are given back while the application goes on, where the GPU happens to be done.
#include <algorithm>
#include <exception>
#include <thread>

#include "profiler/count/context_counters.hpp"

namespace rooflens::inject {
namespace {

using Clock = ContextCounters::Clock;
using Level = collect::spool::NoteRecord::Level;

constexpr Clock::duration kLongestReleaseDrain = std::chrono::milliseconds(32);
constexpr Clock::duration kOwnTurn = std::chrono::seconds(10);  // at least, where there is something to count
constexpr Clock::duration kLongestTurn = 3 * kOwnTurn;          // then they are given back whatever there is to count
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
  const auto now = Clock::now();
  if (now >= next_release_ && now - std::max(last_counted_.load(), opened_) >= unused_for_) release_aside(use, false);
}

// Samples are not given back before there are enough.
void ContextCounters::give_way(bool look_ends) noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0 || !holds_something() || left_running_) return;
  const auto now = Clock::now();
  if (now < next_release_ || (sampler_ ? samples_go_on() : is_own_turn(now, look_ends))) return;
  if (others_wait()) release_aside(use, true);
}

bool ContextCounters::is_own_turn(Clock::time_point now, bool look_ends) const {
  const auto held = now - opened_;
  const bool used = last_counted_.load() > opened_;
  if (!used) return held < kOwnTurn;
  return now - last_counted_.load() < kCountedLately && held < (look_ends ? kOwnTurn : kLongestTurn);
}

bool ContextCounters::others_wait() const noexcept {
  try {
    return queue_.others_wait();
  } catch (const std::exception&) {  // no memory
    return false;
  }
}

// To enable them anew takes a fifth of a second: each time they stay twice as long, where nobody else wants them. The
// application's launches wait meanwhile, so at first it is a millisecond.
void ContextCounters::release_aside(CounterPhase::Use& use, bool for_others) noexcept {
  const auto begin = Clock::now();
  const bool insists = for_others && begin - opened_ >= kLongestTurn;
  const Clock::duration drain = insists ? Clock::duration(kDrainAgain) : release_drain_;
  ask(use, [this, for_others, drain] {
    if (!still_.begin_aside(drain)) return release_later(drain, for_others);
    release_drain_ = kMoment;
    release_pause_ = kFirstReleasePause;
    if (for_others) {
      queue_.gave_way(Clock::now());
      static_cast<void>(end_samples());
    } else {
      unused_for_ = std::min(2 * unused_for_, kLongestUnused);
    }
    give_back();
  });
  s_.budget.pause(Clock::now() - begin);
}

void ContextCounters::release_later(Clock::duration drain, bool for_others) noexcept {
  if (drain < kLongestReleaseDrain) {
    release_drain_ *= 2;
    return;
  }
  release_drain_ = kMoment;
  next_release_ = Clock::now() + release_pause_;
  release_pause_ = std::min(2 * release_pause_, for_others ? kOwnTurn : kLongestUnused);
}

// What was thrown says that another process of rooflens has them: it gives them back.
bool ContextCounters::waits_for_others() noexcept {
  try {
    throw;
  } catch (const collect::CountersHeld& error) {
    resume();
    drop_counters();
    if (kept_) return false;
    try {
      queue_.wait(error);
      queue_.wanted();
      s_.logbook.note_first(Level::information, "held",
                            error.holder() + " held the counters of this GPU: launches meanwhile were not counted");
      return true;
    } catch (const std::exception&) {  // no memory
    }
  } catch (...) {
  }
  return false;
}

bool ContextCounters::try_again() noexcept {
  if (!queue_.waits()) return true;
  const CounterPhase::Use use(phase_);
  if (failed_ || s_.targets.left) return true;
  if (!use) return false;
  try {
    queue_.ask_again();
  } catch (const std::exception&) {  // no memory
  }
  return !queue_.waits();
}

void ContextCounters::note_held() noexcept {
  const CounterPhase::Use use(phase_);
  if (!use || !queue_.error()) return;
  try {
    s_.logbook.note(Level::warning, "unavailable", queue_.error()->what(), queue_.error()->remedy());
  } catch (const std::exception&) {  // no memory
  }
}

// What still holds an open range cannot be given back: CUPTI would wait for the GPU.
void ContextCounters::drop_counters() noexcept {
  if (kept_) return;
  const bool none = !rotating_ && !replay_ && !enabled_;
  // Where cores are few, a thread may be preempted in the middle of a launch, and for longer than one attempt waits.
  const auto until = Clock::now() + kDrainAgain;
  bool still = none;
  while (!still && !left_running_) {
    still = still_.begin(kDrain, true);
    if (Clock::now() >= until) break;
    if (!still) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!still) {
    leave_behind();
    try {
      s_.logbook.note(Level::warning, "counters-kept",
                      "the counters of a GPU could not be given back, because it was not done or other threads were "
                      "launching: nothing more is counted there");
    } catch (...) {  // no memory
    }
    return;
  }
  rotating_.reset();
  lines_.reset();
  enabled_.reset();
  replay_.reset();
}

// Their ends would call CUPTI.
void ContextCounters::leave_behind() noexcept {
  failed_ = kept_ = true;
  static_cast<void>(rotating_.release());
  static_cast<void>(lines_.release());
  static_cast<void>(enabled_.release());
  static_cast<void>(replay_.release());
}

bool ContextCounters::is_released() noexcept {
  if (failed_) return true;
  const CounterPhase::Use use(phase_);
  return use && !holds_something();
}

}  // namespace rooflens::inject
