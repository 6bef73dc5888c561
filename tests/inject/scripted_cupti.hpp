// CUPTI behind its table of functions, without a GPU, for many threads: it plans, opens ranges and counts as CUPTI
// does, and fails now and then where it is told to. What it keeps of a context nobody guards, as CUPTI asks of its
// users: two threads in it at once are a race for ThreadSanitizer to find, and calls in a wrong order are noted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

struct CuptiScript {
  std::uint64_t seed = 1;
  int fails_each = 0;                       ///< one call of the range profiler in so many fails; 0: none
  std::function<void()> flush;              ///< what giving back activity records does
  std::function<void()> push;               ///< what happens within the beginning of a range,
  std::function<void()> stop;               ///< within the end of a window,
  std::function<void()> record;             ///< and while records are switched on
  std::function<double(int kernel)> value;  ///< of every counter; not set: 1000
  std::atomic<int> enabled{0};              ///< contexts whose counters are enabled
  std::atomic<bool> refuses{false};         ///< hardware counters
  std::atomic<bool> held{false};            ///< by another process
  std::atomic<int> plans{0};                ///< devices that were asked what can be counted
  std::atomic<int> windows{0};              ///< that were opened
  std::atomic<int> open_windows{0};         ///< of them
  std::atomic<int> open_ranges{0};
  std::atomic<int> patched{0};              ///< launches whose instructions were counted
  std::atomic<int> forgotten{0};            ///< devices whose instructions are not to be counted any more
  std::atomic<int> samplings{0};            ///< of warps, that were begun
  std::atomic<bool> sampling_busy{false};   ///< beginning is refused
  CUpti_PCSamplingData* samples = nullptr;  ///< where CUPTI writes them
  std::atomic<bool> records{false};         ///< activity records are on: then nothing is counted
  std::atomic<int> ranges{0};               ///< that were counted
  std::atomic<int> failures{0};             ///< that were made up
  std::atomic<const char*> wrong{nullptr};  ///< what CUPTI would have refused, the last of it
};

/// There is one at a time; `script` outlives its use.
[[nodiscard]] std::shared_ptr<const collect::cupti::Api> scripted_cupti(CuptiScript& script);
/// The driver destroys a context, and with it what could not be given back.
void scripted_context_ends(CUcontext context);

}  // namespace rooflens::inject
