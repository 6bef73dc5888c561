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

// Nothing where they differ.
std::optional<double> steady_median(std::vector<double> samples) {
  if (samples.size() < kFewest) return std::nullopt;
  std::ranges::sort(samples);
  const double median = samples[samples.size() / 2];
  const double spread = samples[3 * samples.size() / 4] - samples[samples.size() / 4];
  return median > 0 && spread <= kSteady * median ? std::optional(median) : std::nullopt;
}

}  // namespace

// Both from about the same time, because clocks change.
void shorten_to_events(KernelEntry& kernel) {
  if (!kernel.event_times || !steady_median(kernel.times.samples_ns)) return;
  const auto by_events = steady_median(kernel.event_times->samples_ns);
  if (!by_events || kernel.event_times->records_ns <= kLonger * *by_events) return;
  kernel.shortened = *by_events / kernel.event_times->records_ns;
  kernel.times.scale(kernel.shortened);
  for (auto& [range, totals] : kernel.times_by_range) totals.total_ns *= kernel.shortened;
}

}  // namespace rooflens::collect
