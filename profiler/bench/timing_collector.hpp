// The collector `none`: times without counters.
#pragma once

#include <memory>

#include "profiler/bench/collector.hpp"
#include "profiler/bench/stopwatch.hpp"

namespace rooflens::collect::cupti {

/// On the current device. Throws when there is none.
[[nodiscard]] std::unique_ptr<Collector> make_timing_collector(ClockProbe clocks);

}  // namespace rooflens::collect::cupti
