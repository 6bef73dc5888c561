#include "models/explain/machine_findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

constexpr double kClockGap = 0.05;  // below the maximum: less is not worth a sentence

// Whether kernels are held against roofs at the clock that was read while they ran: where none were measured.
bool judged_at_run_clock(const MachineAnalysis& analysis) {
  const Ceilings& ceilings = analysis.machine->ceilings;
  return std::any_of(ceilings.compute.begin(), ceilings.compute.end(), [&](const ComputeCeiling& ceiling) {
    return ceilings.best(ceiling.precision) == &ceiling && ceiling.origin.basis == ClockBasis::during_run;
  });
}

// What takes no longer than to launch it: 229 000 launches a second were measured on an H200, 4.4 µs each.
constexpr Seconds kTiny(5e-6);
constexpr double kWorthASentence = 0.02;  // of the time

// Launches of an application. What lies between them is not recorded.
std::optional<Finding> tiny_launches(const MachineAnalysis& analysis) {
  std::uint64_t launches = 0, kernels = 0;
  double share = 0;
  bool graphs = false;
  for (const AnalysedKernel& kernel : analysis.kernels) {
    graphs |= kernel.observation->scope == Scope::range;
    const bool launched = kernel.observation->cache == CachePolicy::uncontrolled && kernel.has_share();
    if (!launched || !kernel.time || kernel.time->median >= kTiny) continue;
    ++kernels;
    launches += kernel.observation->launches_made;
    share += kernel.share_of_time;
  }
  if (launches < 2 || share < kWorthASentence) return std::nullopt;
  return Finding{Severity::note, "tiny-launches",
                 fmt::format("{} launches of {} take less than 5 µs each, {:.0f} % of the time of all kernels.",
                             launches, counted(kernels, "kernel"), 100 * share),
                 "To launch a kernel takes about as long. Gaps between launches are not recorded.",
                 graphs ? "Capture those outside graphs in one, or fuse them with their neighbours."
                        : "Capture them in a CUDA graph, or fuse them with their neighbours."};
}

}  // namespace

std::vector<Finding> machine_findings(const MachineAnalysis& analysis) {
  std::vector<Finding> findings;
  std::set<std::string> throttling;
  std::size_t slow_clocks = 0;
  double lowest = 1;
  const Hertz maximum = analysis.machine->device.sm_clock_maximum;
  const bool at_run = judged_at_run_clock(analysis);
  for (const AnalysedKernel& kernel : analysis.kernels) {
    for (const ClockSample* sample : {&kernel.observation->clocks_before, &kernel.observation->clocks_after}) {
      throttling.insert(sample->throttle_reasons.begin(), sample->throttle_reasons.end());
    }
    if (const auto clock = kernel.observation->clocks_after.sm; clock && maximum.value() > 0) {
      const double share = *clock / maximum;
      if (share < 1 - kClockGap) ++slow_clocks;
      lowest = std::min(lowest, share);
    }
  }
  if (!throttling.empty()) {
    findings.push_back({Severity::warning, "throttled",
                        fmt::format("The GPU held its clock back while kernels ran: {}.", joined(throttling, 4)),
                        fmt::format("{} to the lower clock.", at_run ? "Times and roofs belong" : "Times belong"),
                        "Cool or unload the GPU, or lock a clock it can keep."});
  }
  if (slow_clocks > 0) {
    findings.push_back(
        {Severity::note, "clock",
         fmt::format("{} of {} kernels ran below the maximum SM clock, down to {:.0f} % of it.", slow_clocks,
                     analysis.kernels.size(), 100 * lowest),
         at_run ? "Compute and L1 roofs are drawn at the clock of the run as well as at the maximum."
                : "Roofs are those of the maximum; what the lower clock costs is a factor of a kernel's gap.",
         "Lock the clock to compare runs."});
  }
  std::set<std::string> roofless;
  for (const AnalysedKernel& kernel : analysis.kernels) {
    for (const std::string_view what : without_roof(kernel)) roofless.emplace(what);
  }
  roofless.erase(std::string(info(Level::l2).label));  // has its own note
  if (!roofless.empty()) {
    findings.push_back({Severity::warning, "no-roof", fmt::format("No roof is known for {}.", joined(roofless, 6)),
                        "Whether they limit a kernel cannot be told, and shares of the roof are missing.",
                        "Measure the roofs of this GPU: `rooflens ceilings`."});
  }
  if (!analysis.machine->ceilings.best(Level::l2)) {
    findings.push_back({Severity::note, "no-l2-roof", "There is no L2 roof.",
                        "L2 bandwidth follows from no device property; it takes counters or a measurement.",
                        "Record with counters, or measure the roofs of this GPU: `rooflens ceilings`."});
  }
  if (auto tiny = tiny_launches(analysis)) findings.push_back(std::move(*tiny));
  return findings;
}

}  // namespace rooflens::models
