// The collector `cupti`: times without counters first, then counters through CUPTI's range profiler.
#pragma once

#include <memory>

#include "profiler/bench/collector.hpp"
#include "profiler/bench/stopwatch.hpp"

namespace rooflens::collect::cupti {

/// How launches are repeated for the passes.
enum class RangeReplay {
  user,    ///< the batch is executed once a pass, all kernels between one start and stop: cheap
  kernel,  ///< CUPTI repeats each launch and gives each its own range: exact for launches of unknown kind, dear
};

struct CuptiOptions {
  int device = 0;
  RangeReplay replay = RangeReplay::user;
  bool sass = true;    ///< also collect what needs patched code (operations, lanes, coalescing)
  bool waits = false;  ///< also the group `waits`
};

/// On the current device, which must be `options.device`. Throws PermissionDenied or Unavailable.
[[nodiscard]] std::unique_ptr<Collector> make_cupti_collector(const CuptiOptions& options, ClockProbe clocks);

/// CUPTI's version number, or nothing when it cannot be opened.
[[nodiscard]] std::string cupti_version();

}  // namespace rooflens::collect::cupti
