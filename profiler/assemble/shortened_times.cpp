#include "profiler/assemble/shortened_times.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace rooflens::collect {
namespace {

constexpr std::size_t kFewest = 5;
constexpr double kSteady = 0.05;
constexpr double kLonger = 1.02;
constexpr double kMostLonger = 1.2;  // 1.10 is the most that was seen

// Nothing where they differ.
std::optional<double> steady_median(std::vector<double> samples) {
  if (samples.size() < kFewest) return std::nullopt;
  std::ranges::sort(samples);
  const double median = samples[samples.size() / 2];
  const double spread = samples[3 * samples.size() / 4] - samples[samples.size() / 4];
  return median > 0 && spread <= kSteady * median ? std::optional(median) : std::nullopt;
}

}  // namespace

// Records from about the same time, because clocks change; and no more than is usual, because a launch among them may
// have taken longer for another reason. What is further apart than CUPTI makes it is other work.
void shorten_to_events(KernelEntry& kernel) {
  if (!kernel.event_times) return;
  const auto usual = steady_median(kernel.times.samples_ns);
  const auto by_events = steady_median(kernel.event_times->samples_ns);
  if (!usual || !by_events) return;
  const double by_records = std::min(kernel.event_times->records_ns, *usual);
  const double longer = by_records / *by_events;
  if (!(longer > kLonger && longer < kMostLonger)) return;
  kernel.shortened = 1 / longer;
  kernel.times.scale(kernel.shortened);
  for (auto& [range, totals] : kernel.times_by_range) totals.total_ns *= kernel.shortened;
}

}  // namespace rooflens::collect
