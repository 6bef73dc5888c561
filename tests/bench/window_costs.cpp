// What opening and closing a counting window costs, for each group of counters of pass rotation, with one launch in it;
// and whether CUPTI exchanges their configurations: every group has to give numbers, twice.
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <string>

#include "profiler/cupti/range_profiler.hpp"
#include "profiler/cupti/rotation_plan.hpp"
#include "tests/bench/driver_kernel.hpp"

namespace {

using namespace rooflens::bench;
using namespace rooflens::collect::cupti;

class Stopwatch {
 public:
  double lap_ms() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - begin_).count();
    begin_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void window(RangeProfiler& profiler, const HostProfiler& host, const RotationGroup& group, std::size_t number,
            const DriverKernel& kernel, int round) {
  Stopwatch watch;
  profiler.finish();
  profiler.use(number);
  const double use = watch.lap_ms();
  double opening = 0, closing = 0;
  for (int pass = 0; pass < group.passes; ++pass) {
    watch.lap_ms();
    profiler.start();
    opening += watch.lap_ms();
    profiler.push(fmt::format("{}", round));
    kernel.launch();
    profiler.pop();
    watch.lap_ms();
    profiler.stop();
    profiler.decode();
    closing += watch.lap_ms();
  }
  int numbers = 0;
  for (const double value : host.evaluate(group.counters, profiler.image(), profiler.range_count() - 1)) {
    numbers += std::isfinite(value) ? 1 : 0;
  }
  fmt::print("{:<24} change {:6.1f} ms  opening {:6.1f} ms  closing {:6.1f} ms  {} of {} counters\n", group.id, use,
             opening, closing, numbers, group.counters.size());
}

}  // namespace

int main() {
  try {
    const CUcontext context = current_context();
    const DriverKernel kernel(3);
    kernel.launch();
    check(cuCtxSynchronize());
    const auto api = load();
    const HostProfiler host = open_target(api, context, 0);
    const RotationPlan plan = plan_rotation(host, true, {});
    RangeProfiler profiler(api, context, configurations_of(plan), RangeMode::user_ranges, 128);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t group = 0; group < plan.groups.size(); ++group) {
        window(profiler, host, plan.groups[group], group, kernel, round);
      }
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "window_costs: {}\n", error.what());
    return 1;
  }
}
