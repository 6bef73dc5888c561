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

constexpr double kShareOfRecords = 0.1;     // of a limited budget
constexpr double kShareOfCallbacks = 0.25;  // with those records
constexpr int kWalkSeldom = 50;             // as long as a walk over all kernels takes, from one to the next
constexpr auto kLongestTuning = std::chrono::seconds(60);

}  // namespace

// What other threads could not wait for.
void Engine::settle_records() {
  activity_.settle();
  if (!activity_.lost()) return;
  logbook_->note(Level::warning, "records",
                 "CUPTI did not come back from switching its records on or off: times may be missing, and nothing more "
                 "was counted");
}

// By itself CUPTI gives back full buffers alone, and one holds thousands of records. Those of kernels that a program
// launched far ahead come long after records were switched off.
void Engine::flush_records() {
  constexpr int kTwice = 2, kSeldom = 16;
  unrecorded_ticks_ = activity_.resting() ? unrecorded_ticks_ + 1 : 0;
  if (unrecorded_ticks_ <= kTwice || unrecorded_ticks_ % kSeldom == 0) activity_.flush();
}

// What a credit pays for ends with the start of the program, or with the credit.
void Engine::follow_start() {
  if (!budget_.limited() || budget_.strict()) return;
  const auto begin = Clock::now();
  if (begin < next_walk_) return;
  std::uint64_t of_known = 0;
  std::uint64_t of_others = 0;
  const std::chrono::duration<double, std::nano> age(budget_.total_elapsed_ns(begin));
  const bool countable = config_.counts() && !targets_.without_counters();
  kernels_.each([&](SeenKernel& kernel) {
    const std::uint64_t launches = kernel.launches.load(std::memory_order_relaxed);
    const std::uint64_t made = launches - std::exchange(kernel.launches_followed, launches);
    const bool counts = countable && kernel.chosen && !kernel.waits && !kernel.late;
    (StartPhase::knows(kernel.progress, launches, counts, age) ? of_known : of_others) += made;
  });
  const auto end = Clock::now();
  next_walk_ = end + kWalkSeldom * (end - begin);
  const bool over = start_.step(of_known, of_others);
  if (budget_.starting() && (over || budget_.saving())) {
    budget_.end_start(Clock::now());
    recorded_ = 0;
  } else if (!budget_.starting() && !over) {
    budget_.start_again();
  }
}

// Looking rests where it took more than its share, and is done in samples when the start of the program is over; never
// while something is being counted, nor where launches have numbers, some are waited for, or sampling has to know of
// every call.
void Engine::ration_callbacks(bool waits) {
  const bool awaited = config_.wait_for_profiler_start || !config_.nvtx_range.empty();
  if (!budget_.limited() || numbered() || awaited || config_.stalls) return;
  const auto now = Clock::now();
  CallbackSwitch::Wish wish;
  if (!budget_.starting()) {
    const double allowed = kShareOfCallbacks * budget_.share() * budget_.elapsed_ns(now);
    wish = {budget_.callbacks_ns() > allowed, !budget_.strict() && config_.counts()};
  }
  const std::int64_t time_ns = realtime_ns();
  const std::int64_t period_ns = CallbackSwitch::period_of(std::chrono::nanoseconds(now - started_).count());
  if (callbacks_.ends_look(wish, time_ns, period_ns)) {
    if (counts_something(now, wish.sampling, waits)) return;
    give_unused_back(now);
  }
  callbacks_.step(wish, time_ns, period_ns);
}

// Not what waits for its share of the time, but for another process; nothing amid launches that the program times.
void Engine::give_unused_back(Clock::time_point now) {
  if (timed_.active(now)) return;
  for (const auto& counters : all_counters()) {
    counters->give_way(true);
    if (!budget_.saving()) counters->release_unused();
  }
}

// As long as launches are watched: for others on the same GPU, and where others gave theirs back.
void Engine::share_counters(Clock::time_point now) {
  const bool gives = !callbacks_.resting() && !timed_.active(now);
  bool waits = false;
  for (const auto& counters : all_counters()) {
    waits |= !counters->try_again();
    if (gives) counters->give_way(false);
  }
  targets_.waiting = waits;
}

// `commits`: what was counted is written down, if the GPU is done with it; `waits`: for that, too.
bool Engine::counts_something(Clock::time_point now, bool commits, bool waits) {
  if (callbacks_.counting()) return true;
  if (!commits && budget_.saving()) return false;
  bool counts = false;
  for (const auto& counters : all_counters()) {
    if (commits) counters->commit(Clock::duration::zero(), !waits || timed_.active(now));
    counts |= commits ? counters->has_open_window() : now - counters->last_counted() < ContextCounters::kCountedLately;
  }
  return counts;
}

void Engine::ration() {
  const std::lock_guard finishing(finish_mutex_);
  if (finished_ || over_) return;
  settle_records();
  follow_limits(false);
}

// `waits`: for what is counted to be written down, where nothing more is to come.
void Engine::follow_limits(bool waits) {
  follow_start();
  ration_callbacks(waits);
  ration_records();
}

// What is taken for an autotuner may be none: its times are not left out for ever.
bool Engine::compares_candidates(Clock::time_point now) {
  const auto since = now - std::exchange(compared_at_, now);
  if (compared_ > kLongestTuning || !timed_.compares(now)) return false;
  if (compared_ == Clock::duration::zero()) {
    logbook_->note(Level::information, "untimed",
                   "while the program timed many kernels with events, as an autotuner does, their times were not "
                   "recorded, since CUPTI's records make some kernels longer");
  }
  compared_ += since;
  return true;
}

// Under a limited budget only some of the time is spent with records on; pauses are for counters. Ranks of a
// job record at different times, and wait for the one that does. An autotuner compares without them, and at times some
// kernels are timed by events instead.
void Engine::ration_records() {
  const auto now = Clock::now();
  const bool compares = compares_candidates(now);
  const bool looks = !compares && !callbacks_.resting() && !config_.stalls && !config_.lines;
  const bool rests = events_.wants_rest(kernels_, looks, now) || compares;
  if (!budget_.limited()) return activity_.rest(rests);
  const double spent = std::chrono::duration<double>(kRecordCost).count() * static_cast<double>(recorded_) * ranks_;
  const double elapsed = 1e-9 * budget_.elapsed_ns(now);
  const bool overspent = spent > kShareOfRecords * budget_.share() * elapsed;
  activity_.rest(rests || callbacks_.resting() || (!budget_.starting() && overspent));
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
  if (!budget_.strict() || counted_ || matched_ == 0 || targets_.without_counters()) return;
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
  if (const std::uint64_t launches = unnumbered_) {
    logbook_->note(
        Level::information, "unnumbered",
        fmt::format("CUPTI gave {} launches the correlation of an earlier one: their times are those of their "
                    "names, and belong to no graph and no NVTX range",
                    launches));
  }
  if (rested_ == Clock::duration::zero()) return;
  const double elapsed = 1e-9 * budget_.total_elapsed_ns(Clock::now());
  logbook_->note(budget_.strict() ? Level::warning : Level::information, "sampled",
                 fmt::format("to limit the overhead, launches were recorded during {:.1f} of {:.1f} s: launch counts "
                             "and total times cover that time only",
                             elapsed - std::chrono::duration<double>(rested_).count(), elapsed),
                 "`--max-overhead none` observes every launch");
}

void Engine::note_memory() {
  constexpr double kMegabyte = 1e6;
  if (memory_.most_bytes() == 0) return;
  logbook_->note(Level::information, "memory",
                 fmt::format("counting held about {:.0f} MB of DRAM, including what other processes took meanwhile",
                             static_cast<double>(memory_.most_bytes()) / kMegabyte));
}

}  // namespace rooflens::inject
