// How counting ends where the application itself counts, or may: the counters of the GPU are its own from then on, and
// launches and times go on.
#include <algorithm>
#include <thread>

#include "profiler/inject/engine.hpp"
#include "profiler/observe/cupti_users.hpp"

namespace rooflens::inject {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);  // with a launch that is counted, or the library's own thread
constexpr auto kLook = std::chrono::milliseconds(1);

}  // namespace

bool Engine::gave_counters_back() {
  const auto all = all_counters();
  return std::count_if(all.begin(), all.end(), [](const auto& counters) { return !counters->release_all(); }) == 0;
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
  for (const auto until = Clock::now() + kPatience; !gave_counters_back();) {
    if (captures_ > 0 || Clock::now() >= until) return;
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace rooflens::inject
