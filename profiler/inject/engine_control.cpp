// --idle: nothing is recorded until the user wants it, and again after that. Callbacks of launches and activity records
// are off meanwhile, and the counters of the GPU are given back.
#include <fmt/core.h>

#include "profiler/config/on_demand.hpp"
#include "profiler/inject/engine.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr auto kPatience = std::chrono::seconds(10);  // with what the library's own thread is doing
constexpr int kStopLooks = 15;                        // of which there are five a second

double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

void Engine::begin_idle() {
  enable_(false);
  activity_.rest(true);
}

// A launch that is being counted must have the callback of its end, so callbacks stay until it is over.
void Engine::follow_control() {
  const auto now = Clock::now();
  if (!idle_) awake_ += now - last_tick_;
  const bool wanted = collect::wants_counting(config_.spool_folder);
  if (wanted && idle_) {
    stops_ = false;
    activity_.rest(false);
    enable_(true);
    graphs_.learned();
    idle_ = false;
  } else if (!wanted && !idle_) {
    idle_ = true;
    stops_ = true;
    stop_looks_ = 0;
    look_again();
  }
  if (!stops_ || callbacks_.counting()) return;
  // First of all: launches that end without a callback would seem to go on, and nothing can be given back meanwhile.
  // Where the GPU is not done, later, but not for long: launches wait meanwhile.
  if (!gave_counters_back()) {
    if (++stop_looks_ < kStopLooks) return;
    for (const auto& counters : all_counters()) {
      if (!counters->release_unless_captured()) return;
    }
  }
  stops_ = false;
  enable_(false);
  activity_.rest(true);
}

void Engine::pass_idle_time() {
  const auto now = Clock::now();
  budget_.idle(now - last_tick_);
  last_tick_ = now;
  launches_at_tick_ = times_.launches();
}

void Engine::describe(const collect::spool::DeviceRecord& device) {
  logbook_->device(device.device, [&](collect::spool::DeviceRecord& known) {
    const std::string chip = known.chip;
    known = device;
    known.chip = chip;
    return true;
  });
}

// Records name kernels of graphs, which belong to the case in which they ran.
void Engine::begin_case(const std::string& parameters) {
  {
    const std::unique_lock finishing(finish_mutex_, kPatience);
    if (!finishing || finished_ || over_) return;
    activity_.flush();
    // Nothing has times while a window of patched code is open.
    for (const auto& counters : all_counters()) counters->commit(Clock::duration::zero(), true);
  }
  kernels_.set_case(parameters);
  const std::lock_guard lock(mutex_);
  graph_kernels_.clear();
}

void Engine::note_control() {
  if (!config_.idle) return;
  if (awake_ == Clock::duration::zero()) {
    logbook_->note(Level::warning, "idle", "counting was never switched on, so nothing was recorded",
                   "`rooflens control start` switches it on while the program runs");
    return;
  }
  logbook_->note(
      Level::information, "idle",
      fmt::format("counting was on for {:.1f} of {:.1f} s: launch counts and total times cover that time only",
                  seconds(awake_), seconds(Clock::now() - started_)));
}

}  // namespace rooflens::inject
