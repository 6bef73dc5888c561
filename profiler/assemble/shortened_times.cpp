#include "profiler/assemble/shortened_times.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/base/quantity.hpp"
#include "profiler/spool/steady_median.hpp"

namespace rooflens::collect {
namespace {

constexpr double kLonger = 1.02;
constexpr double kMostLonger = 1.2;  // 1.10 is the most that was seen

}  // namespace

// Records from about the same time, because clocks change; and no more than is usual, because a launch among them may
// have taken longer for another reason. What is further apart than CUPTI makes it is other work.
void shorten_to_events(KernelEntry& kernel) {
  if (!kernel.event_times) return;
  const auto usual = spool::steady_median(kernel.times.samples_ns);
  const auto by_events = spool::steady_median(kernel.event_times->samples_ns);
  if (!usual || !by_events) return;
  const models::Seconds by_records = std::min(models::nanoseconds(kernel.event_times->records_ns), *usual);
  const double longer = by_records / *by_events;
  if (!(longer > kLonger && longer < kMostLonger)) return;
  kernel.shortened = 1 / longer;
  kernel.times.scale(kernel.shortened);
  for (auto& [range, totals] : kernel.times_by_range) totals.total_ns *= kernel.shortened;
}

void take_times_of_events(KernelEntry& kernel) {
  if (kernel.times.timed > 0 || !kernel.event_times) return;
  std::vector<double> times = kernel.event_times->samples_ns;
  const auto median = spool::steady_median(times);
  if (!median || !(*median >= models::nanoseconds(spool::EventTimesRecord::kShortest_ns))) return;
  const double total = models::in_nanoseconds(*median) * static_cast<double>(times.size());
  kernel.by_events = true;
  for (auto& [range, totals] : kernel.times_by_range) totals.timed = times.size(), totals.total_ns = total;
  kernel.times.add(spool::KernelTimes{.timed = times.size(), .total_ns = total, .samples_ns = std::move(times)});
}

}  // namespace rooflens::collect
