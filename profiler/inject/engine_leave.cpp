// How counting ends where the application itself counts, or may: the counters of the GPU are its own from then on, and
// launches and times go on.
#include <algorithm>
#include <thread>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/cupti_users.hpp"

namespace rooflens::inject {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);       // with the library's own thread
constexpr auto kOthersPatience = std::chrono::seconds(2);  // with a launch that is counted, or the GPU
constexpr auto kLook = std::chrono::milliseconds(1);
// For which launches wait. A program that keeps the GPU busy is held up for longer at first and once in a while: what
// it has submitted is done then.
constexpr auto kDrain = std::chrono::seconds(1);
constexpr auto kShortDrain = std::chrono::milliseconds(40);
constexpr int kSeldom = 150;  // looks, of which there are five a second

}  // namespace

bool Engine::holds_counters() {
  const auto all = all_counters();
  return std::any_of(all.begin(), all.end(), [](const auto& counters) { return !counters->is_released(); });
}

// Nothing is left behind: what the GPU is not done with is given back later.
bool Engine::gave_counters_back() {
  if (!holds_counters()) return true;
  if (captures_ > 0) return false;
  look_again();
  const Clock::duration drain = looks_while_left_++ % kSeldom == 0 ? Clock::duration(kDrain) : kShortDrain;
  for (const auto& counters : all_counters()) counters->release_when_done(drain);
  return !holds_counters();
}

bool Engine::launcher_gone() {
  logbook_->note(collect::spool::NoteRecord::Level::warning, "launcher",
                 "`rooflens profile` ended before the application did, and counting stopped then");
  targets_.left = true;
  return over_ || !holds_counters();
}

// In the middle of a launch of this thread, and while a stream is captured, nothing can be given back: tick() does it
// after that.
void Engine::leave_counters() {
  targets_.left = targets_.refused = true;
  if (config_.counts() || config_.lines || config_.stalls) note_cupti_shared(*logbook_);
  if (in_a_launch()) return;
  const std::unique_lock finishing(finish_mutex_, kPatience);
  if (!finishing || finished_ || over_) return;
  look_again();
  for (const auto until = Clock::now() + kOthersPatience; !gave_counters_back();) {
    if (captures_ > 0 || Clock::now() >= until) return;
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace rooflens::inject
