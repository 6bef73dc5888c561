// What the engine does to stay within a limited budget: how long records are made and launches are looked at, and what
// it says of that.
#include <fmt/core.h>

#include <utility>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;
using Clock = std::chrono::steady_clock;

constexpr double kShareOfRecords = 0.1;        // of a limited budget
constexpr double kShareOfCallbacks = 0.25;     // with those records
constexpr double kCreditOfCallbacks_ns = 1e9;  // where a credit is given, for looks and for records
constexpr auto kCountedLately = std::chrono::milliseconds(600);

}  // namespace

// By itself CUPTI gives back full buffers alone, and one holds thousands of records. Twice after the last one was made:
// kernels may still have been running.
void Engine::flush_records() {
  constexpr int kTwice = 2;
  unrecorded_ticks_ = activity_.resting() ? unrecorded_ticks_ + 1 : 0;
  if (unrecorded_ticks_ <= kTwice) api_->ActivityFlushAll(0);
}

// Of what was launched since this was last asked, nothing is still to be counted.
bool Engine::nothing_left() {
  bool launched = false;
  bool open = false;
  kernels_.each([&](Kernel& kernel) {
    const std::uint64_t launches = kernel.launches.load(std::memory_order_relaxed);
    if (std::exchange(kernel.launches_at_tick, launches) == launches) return;
    launched = true;
    open |= kernel.chosen && kernel.rotation.enabled && !kernel.waits && !kernel.rotation.complete;
  });
  return launched && !open;
}

// Looking rests where it took more than its share, or there is nothing left to count, but for a moment in each period
// in which something new would be seen; never while something is being counted, nor where launches have numbers, some
// are waited for, or sampling has to know of every call.
void Engine::ration_callbacks() {
  const bool numbered = config_.skip > 0 || config_.count;
  const bool awaited = config_.wait_for_profiler_start || !config_.nvtx_range.empty();
  if (!budget_.limited() || numbered || awaited || config_.stalls) return;
  const auto now = Clock::now();
  const bool done = !budget_.strict() && config_.counts() && nothing_left();
  bool counts = callbacks_.counting();
  if (done || !budget_.saving()) {
    const std::shared_lock lock(contexts_mutex_);
    for (auto& [context, entry] : contexts_) {
      if (done) entry.counters->commit(Clock::duration::zero(), false);
      counts |= done ? entry.counters->has_open_window() : now - entry.counters->last_counted() < kCountedLately;
    }
  }
  double allowed = kShareOfCallbacks * Budget::kAim * config_.max_overhead * budget_.elapsed_ns(now);
  if (!budget_.strict()) allowed += kCreditOfCallbacks_ns;
  callbacks_.step(!counts && (done || budget_.callbacks_ns() > allowed), realtime_ns());
}

// Under a limited budget only some of the time is spent with records on; pauses are for counters. Ranks of a
// job record at different times, and wait for the one that does.
void Engine::ration_records() {
  if (!budget_.limited()) return;
  const double spent = std::chrono::duration<double>(kRecordCost).count() * static_cast<double>(recorded_) * ranks_;
  const double elapsed = 1e-9 * budget_.elapsed_ns(Clock::now());
  const double credit = budget_.strict() ? 0 : 1e-9 * kCreditOfCallbacks_ns;
  activity_.rest(callbacks_.resting() ||
                 spent - credit > kShareOfRecords * Budget::kAim * config_.max_overhead * elapsed);
}

// Of the time since the last tick. While launches are not looked at, there are taken to be some: it does not last.
void Engine::note_idleness() {
  const auto now = Clock::now();
  const std::uint64_t launches = times_.launches();
  if (callbacks_.resting()) {
    rested_ += now - last_tick_;
  } else if (launches == launches_at_tick_) {
    budget_.idle(now - last_tick_);
  }
  launches_at_tick_ = launches;
  last_tick_ = now;
}

void Engine::note_poor_budget() {
  if (!budget_.strict() || counted_ || matched_ == 0) return;
  const auto now = Clock::now();
  logbook_->note(Level::warning, "budget",
                 fmt::format("--max-overhead allowed {:.2f} s of {:.1f} s with launches for counting{}, too little to "
                             "start it: nothing was counted, launches and times are all there is",
                             1e-9 * budget_.allowance_ns(now), 1e-9 * budget_.elapsed_ns(now),
                             ranks_ > 1 ? fmt::format(", which {} ranks use one after the other, {} s each", ranks_,
                                                      Budget::kRankTime.count())
                                        : ""),
                 "let the program run longer, or allow more; without --max-overhead a few launches of each kernel are "
                 "counted, whatever it takes");
}

void Engine::note_rests() {
  if (rested_ == Clock::duration::zero()) return;
  const double elapsed = 1e-9 * budget_.elapsed_ns(Clock::now());
  logbook_->note(budget_.strict() ? Level::warning : Level::information, "sampled",
                 fmt::format("to limit the overhead, launches were observed during {:.1f} of {:.1f} s: launch counts "
                             "and total times cover that time only",
                             elapsed - std::chrono::duration<double>(rested_).count(), elapsed),
                 "`--max-overhead none` observes every launch");
}

}  // namespace rooflens::inject
