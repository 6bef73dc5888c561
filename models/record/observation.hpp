// What was seen of one kernel (or range): geometry, durations, counters, and what was known beforehand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/clock.hpp"
#include "models/base/enum_names.hpp"
#include "models/base/quantity.hpp"
#include "models/counters/counters.hpp"
#include "models/record/block_trace.hpp"
#include "models/record/launch.hpp"
#include "models/record/work.hpp"

namespace rooflens::models {

enum class Scope {
  launch,  ///< single launches of one kernel
  range,   ///< several launches between two marks
  nvtx,    ///< an NVTX range path
};
template <>
inline constexpr auto kNames<Scope> = std::to_array<std::string_view>({"launch", "range", "nvtx"});

/// State of the L2 before every timed repetition.
enum class CachePolicy {
  cold,          ///< evicted by reading more than the L2 holds
  warm,          ///< the same launch ran just before
  uncontrolled,  ///< whatever the application left there
};
template <>
inline constexpr auto kNames<CachePolicy> = std::to_array<std::string_view>({"cold", "warm", "uncontrolled"});

/// How the counters were taken.
enum class Replay {
  none,    ///< there are none
  user,    ///< rooflens itself repeated the launch for every pass
  kernel,  ///< CUPTI repeated each launch for every pass: exact for that launch
  rotate,  ///< pass rotation over different launches: exact per launch, estimated for the kernel
};

enum class VerificationStatus { not_checked, verified, mismatch };
template <>
inline constexpr auto kNames<VerificationStatus> = std::to_array<std::string_view>({"not_checked", "verified",
                                                                                    "mismatch"});

struct Verification {
  VerificationStatus status = VerificationStatus::not_checked;
  std::string detail;  ///< what was compared and how far off it was; for a mismatch, the first wrong element
};

struct Observation {
  std::string name;  ///< "reduction/sequential", or a kernel's short demangled name
  Scope scope = Scope::launch;
  int machine = 0;  ///< Machine::id
  int process = 0;  ///< Process::id
  std::map<std::string, std::int64_t> parameters;
  std::vector<Launch> launches;
  std::uint64_t launches_made = 0;     ///< executions of this kernel in the run
  std::uint64_t launches_counted = 0;  ///< of those, executions that the counters saw
  CachePolicy cache = CachePolicy::uncontrolled;
  Replay replay = Replay::none;
  std::vector<std::string> remarks;   ///< what a reader has to know of these numbers, in sentences
  std::optional<Seconds> total_time;  ///< of all launches that were timed; absent: the durations are all there is
  std::uint64_t timed_launches = 0;   ///< launches in total_time
  std::vector<Seconds> durations;     ///< one a repetition, never from a run with counters
  ClockSample clocks_before;
  ClockSample clocks_during;
  std::optional<Hertz> timed_clock{};  ///< of the SMs while launches were timed, by their own cycles; absent: not known
  CounterSet counters;
  /// Of all launches of a kernel whose launches differ, whichever of them `counters` and `durations` are of: the
  /// largest of what was counted in any, and the least time. Otherwise there is none.
  CounterSet largest{};
  std::optional<Seconds> shortest{};
  std::vector<Refusal> refused;
  std::optional<Work> work;  ///< analytic; absent for kernels that rooflens does not know
  Verification verification;
  std::optional<BlockTrace>
      blocks;  ///< of one launch, not timed and not counted; absent: the kernel does not record it
};

}  // namespace rooflens::models
