#include "profiler/spool/steady_median.hpp"

#include "models/base/timing.hpp"

namespace rooflens::collect::spool {
namespace {

constexpr double kSteady = 0.025;

}  // namespace

std::optional<models::Seconds> steady_median(const std::vector<double>& samples_ns) {
  if (samples_ns.size() < kFewestTimes) return std::nullopt;
  std::vector<models::Seconds> times;
  for (const double ns : samples_ns) times.push_back(models::nanoseconds(ns));
  const auto summary = models::summarise(times);
  const auto spread = summary->relative_spread();
  return spread && *spread <= kSteady ? std::optional(summary->median) : std::nullopt;
}

}  // namespace rooflens::collect::spool
