#include "profiler/count/context_counters.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "profiler/cupti/current_gpu.hpp"
#include "profiler/cupti/unavailable.hpp"
#include "profiler/observe/driver.hpp"

namespace rooflens::inject {
namespace {

using collect::ReplayMode;
using Clock = ContextCounters::Clock;
using Level = collect::spool::NoteRecord::Level;

// Launches wait meanwhile, if the GPU has that much to do. Some kernels wait for the host, with a deadline of their own
// (100 ms where XLA times its candidates), so the first attempts to write a window down are short.
constexpr auto kCommitDrain = std::chrono::milliseconds(40);
constexpr auto kLateCommitDrain = std::chrono::milliseconds(300);
constexpr auto kLate = std::chrono::seconds(3);
constexpr auto kShortDrain = std::chrono::milliseconds(1);
constexpr Clock::duration kNoticed = std::chrono::microseconds(200);  // shorter is part of every launch's look

constinit thread_local ContextCounters::Asked asking{};  // by this thread, which waits

}  // namespace

ContextCounters::ContextCounters(Surroundings surroundings, CUcontext context, int device)
    : s_(std::move(surroundings)),
      context_(context),
      device_(device),
      its_device_(s_.targets.device(device)),
      thread_(context),
      still_(s_.launches, synchronizer(context), [this] { return s_.others_idle(context_); }),
      seed_(std::random_device()()) {}

void ContextCounters::fail(const char* doing) noexcept {
  if (waits_for_others()) return;
  failed_ = true;
  resume();
  drop_counters();
  leave_lines(!kept_);
  try {
    throw;
  } catch (const collect::PermissionDenied& error) {
    s_.targets.refused = true;
    s_.logbook.note(Level::warning, "permission",
                    std::string("the driver does not permit this user to read counters: times were recorded, nothing "
                                "was counted (") +
                        error.what() + ")",
                    "`rooflens doctor` says how to get permission");
  } catch (const collect::Unavailable& error) {
    s_.targets.refused = true;
    s_.logbook.note(Level::warning, "unavailable", error.what(), error.remedy());
  } catch (const std::exception& error) {
    s_.logbook.note(Level::warning, "counters", std::string(doing) + " failed, times go on: " + error.what());
  } catch (...) {
    s_.logbook.note(Level::warning, "counters", std::string(doing) + " failed, times go on");
  }
}

// Nothing of CUPTI is done elsewhere, where it would have no deadline.
bool ContextCounters::has_thread() noexcept {
  if (no_thread_ || thread_.start()) return !no_thread_;
  no_thread_ = true;
  try {
    s_.logbook.note(Level::warning, "thread", "no thread could be started: launches of a context were not counted",
                    "raise the limit of processes (ulimit -u)");
  } catch (...) {  // no memory
  }
  return false;
}

bool ContextCounters::before(SeenKernel& kernel, int range, const void* function) {
  CounterPhase::Use use(phase_);
  if (!use) {
    note_overlap();
    return false;
  }
  if (queue_.waits()) queue_.wanted();
  if (failed_ || queue_.waits() || samples_go_on()) return false;
  // Another thread's doing since it was last asked.
  if (s_.captures > 0 || s_.targets.left || its_device_.owner != context_) return false;
  const auto began = began_ = Clock::now();
  if ((!late_.empty() && is_put_off(kernel)) || !has_thread()) return false;
  function_ = function;
  use.hand_over();
  const std::uint32_t number = number_ = thread_.next();
  asking = {this, number};
  const bool done = thread_.run(
      [this, &kernel] {
        if (!begin_or_fail(kernel)) return let_go();
        begun_ = number_;
        if (unwanted_ == number_) leave_launch(number_);
      },
      s_.longest_wait);
  asking = {};
  if (!done) {
    lose();
    unwanted_ = number;
    leave_launch(number);
  }
  const auto took = Clock::now() - began - set_up_.exchange({});
  if (begun_ != number) {  // and others may use the counters
    if (took > kNoticed) s_.budget.pause(took);
    return false;
  }
  before_took_ = took;
  current_ = {&kernel, range, kernel.launches, false};
  overlapped_ = false;
  use.leave_to_launch();
  return true;
}

bool ContextCounters::begin_or_fail(SeenKernel& kernel) noexcept {
  bool begun = false;
  try {
    begun = begin(kernel);
  } catch (...) {
    fail("counting");
  }
  if (!begun) still_.end();
  return begun;
}

bool ContextCounters::begin(SeenKernel& kernel) {
  if (left_running_ || was_stale() || !end_samples() || is_turn_of_others(began_)) return false;
  const bool code = sees_code(kernel);
  Scheduler& scheduler = this->scheduler();
  if (scheduler.mode() == Scheduler::Mode::passes) {
    if (kernel.progress == CountProgress::complete || !(rotating_ || open_passes()) || !rotating_->choose(kernel)) {
      return false;
    }
    if (scheduler.counts_instructions() && !(code && !kernel.no_lines && hold_back_records())) return false;
    pause();
    rotating_->before(kernel);
    by_ = By::rotation;
    return true;
  }
  switch (scheduler.decide(kernel.event(), began_)) {
    case Scheduler::Action::repeat:
      return code ? begin_replay(kernel) : (leave_unseen(kernel), false);
    case Scheduler::Action::instructions:
      return code && !kernel.no_lines && begin_lines();
    default:
      return false;
  }
}

bool ContextCounters::begin_replay(const SeenKernel& kernel) {
  using Against = ReplayNotes::Against;
  const auto note = [&](Against reason) { s_.targets.replay_notes.note(reason, kernel.record.function); };
  if (was_late(kernel.record.function)) return note(Against::waits), false;  // nothing ends a repetition that waits
  if (!still()) return note(Against::busy), false;
  if (!asks_target()) return false;
  rotating_.reset();
  if (!replay_) {
    enabled_.reset();  // a context is enabled once, and this enables it
    opened_ = Clock::now();
    replay_ = std::make_unique<ReplayCounter>(s_.api, context_, target_->host, s_.config.sass, s_.config.extra_counters,
                                              scheduler(), s_.logbook);
  }
  if (kernel.record.form == collect::spool::LaunchForm::cooperative) note(Against::cooperative);
  if (used_device_memory() > ReplayNotes::kMuchMemory) note(Against::much_memory);
  pause();
  replay_->before(kernel);
  by_ = By::replay;
  return true;
}

// What can be counted takes half a second to learn, in which a limited budget lets no launch wait. What goes wrong does
// so again at a launch, where it is noted.
void ContextCounters::prepare() noexcept {
  const bool rotates = s_.config.counts() && s_.config.replay != ReplayMode::kernel;
  const auto& devices = s_.config.devices;
  const bool chosen = devices.empty() || std::find(devices.begin(), devices.end(), device_) != devices.end();
  if (!rotates || !chosen || s_.config.stalls || !s_.budget.strict()) return;
  CounterPhase::Use use(phase_);
  if (!use || failed_ || queue_.waits() || s_.captures > 0 || s_.targets.left) return;
  if (its_device_.answer != Device::Answer::none) return;
  ask(use, [this] {
    try {
      static_cast<void>(asks_target());
    } catch (...) {
      static_cast<void>(waits_for_others());
    }
  });
}

// False: another thread asks.
bool ContextCounters::asks_target() {
  if (!holds_something()) queue_.take(collect::cupti::current_gpu());
  target_ = s_.targets.of(device_, context_);
  return target_ != nullptr;
}

bool ContextCounters::open_passes() {
  const Device::Answer answer = its_device_.answer;
  if (answer == Device::Answer::asked) return false;
  if (s_.budget.strict() && answer == Device::Answer::none) return false;  // prepare() is about to ask
  const double estimate = Scheduler::first_opening_ns();
  if (answer != Device::Answer::refused && !s_.budget.allows(estimate, began_)) {
    s_.budget.save_for(estimate);
    return false;
  }
  if (still_.is_put_off()) return false;
  queue_.take(collect::cupti::current_gpu());  // nobody waits for the GPU in vain
  if (!still()) return false;
  const DeviceMemory::Call call(s_.memory);
  const auto begin = Clock::now();
  if (!asks_target()) return false;
  if (counts_lines()) prepare_lines();
  rotating_ = std::make_unique<RotatingCounter>(s_.api, context_, target_->host, target_->plan, lines_.get(), seed_,
                                                scheduler(), s_.memory, s_.logbook, [this] { return still(); });
  opened_ = Clock::now();
  const auto took = Clock::now() - begin;
  set_up_ = took;
  s_.budget.set_up(took);
  return true;
}

void ContextCounters::pause() {
  if (!s_.activity.pause()) throw std::runtime_error("CUPTI does not return from switching activity records");
  paused_ = true;
}

bool ContextCounters::hold_back_records() {
  if (!holds_back_) holds_back_ = s_.activity.begin_patched();
  return holds_back_;
}

// The driver ends a context with locks that a thread in CUPTI may wait for.
void ContextCounters::resume() {
  if (holds_back_.exchange(false)) s_.activity.end_patched();
  if (!paused_.exchange(false)) return;
  if (ended_) {
    s_.activity.resume_later();
  } else {
    s_.activity.resume();
  }
}

void ContextCounters::read(bool succeeded) {
  switch (by_) {
    case By::replay:
      replay_->after(current_, succeeded);
      scheduler().repeated(current_.kernel->record.kernel);
      break;
    case By::lines:
      lines_->after(succeeded);
      if (!succeeded) break;
      scheduler().instructions_counted(current_.kernel->record.kernel);
      break;
    case By::rotation:
      rotating_->after(current_, succeeded);
      break;
  }
}

void ContextCounters::after(bool succeeded) noexcept {
  CounterPhase::Use use(phase_, CounterPhase::Use::AfterLaunch{});
  use.hand_over();
  asking = {this, number_ = thread_.next()};
  const bool done = thread_.run(
      [this, succeeded] {
        end(succeeded);
        let_go();
      },
      s_.longest_wait);
  asking = {};
  if (!done) lose();
}

ContextCounters::Asked ContextCounters::left_by_this_thread() { return std::exchange(asking, {}); }

void ContextCounters::end(bool succeeded) noexcept {
  begun_ = 0;
  if (failed_) {  // CUPTI or the context ended meanwhile
    leave_behind();
    resume();
    return still_.end();
  }
  const auto now = Clock::now();
  current_.overlapped = overlapped_;
  try {
    if (by_ == By::replay || ends_in_time()) {
      read(succeeded);
    } else {
      leave_running();
    }
  } catch (...) {
    fail("reading the counters");
  }
  if (!left_running_) resume();
  still_.end();
  const auto end = Clock::now();
  last_counted_ = end;
  const auto own = std::chrono::nanoseconds(static_cast<std::int64_t>(current_.kernel->mean_ns));
  const auto took = by_ == By::rotation ? before_took_ + (end - now) : end - began_;
  s_.budget.pause(std::max<Clock::duration>(took - own, Clock::duration::zero()));
}

void ContextCounters::commit(Clock::duration age, bool at_once) noexcept {
  CounterPhase::Use use(phase_);
  if (!use || failed_ || s_.captures > 0) return;
  const auto begin = Clock::now();
  if (!left_running_ && !sampler_ && !(rotating_ && rotating_->is_due(begin - age))) return;
  ask(use, [this, begin, age, at_once] { write_down(begin, age, at_once); });
}

void ContextCounters::write_down(Clock::time_point begin, Clock::duration age, bool at_once) noexcept {
  try {
    if (end_left_running(kShortDrain) && rotating_ && rotating_->is_due(begin - age)) {
      const auto timeout = rotating_->is_due(begin - kLate) ? kLateCommitDrain : kCommitDrain;
      if (still_.begin(at_once ? kShortDrain : timeout, at_once)) rotating_->close_window();
    }
    if (sampler_) sampler_->drain();
  } catch (...) {
    fail("reading the counters");
  }
  still_.end();
  // The application's launches wait for the driver meanwhile.
  if (const auto took = Clock::now() - begin; took > kNoticed) s_.budget.pause(took);
}

}  // namespace rooflens::inject
