#include "models/explain/machine_findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "models/base/counted.hpp"
#include "models/base/joined.hpp"
#include "models/base/thresholds.hpp"
#include "models/explain/tiny_launches.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

// Whether kernels are held against roofs at the clock that was read while they ran: where none were measured.
bool judged_at_run_clock(const MachineKernels& analysis) {
  const Ceilings& ceilings = analysis.machine->ceilings;
  return std::any_of(ceilings.compute.begin(), ceilings.compute.end(), [&](const ComputeCeiling& ceiling) {
    return ceilings.best(ceiling.precision) == &ceiling && ceiling.origin.basis == ClockBasis::during_run;
  });
}

std::optional<Finding> tiny_launches_finding(const MachineKernels& analysis) {
  const TinyLaunches tiny = tiny_launches(analysis);
  const KernelGaps& gaps = analysis.run_time.gaps;
  const bool saves_nothing = tiny.around_them && *tiny.around_them < kWorthASentence;
  if (tiny.launches < 2 || tiny.share_of_time < kWorthASentence) return std::nullopt;
  return Finding{
      Severity::note, "tiny-launches",
      fmt::format("{} launches of {} take less than 5 µs each, {:.0f} % of the time of all kernels.", tiny.launches,
                  counted(tiny.kernels, "kernel"), 100 * tiny.share_of_time),
      tiny.idle
          ? fmt::format(
                "No kernel ran for {:.0f} % of {:.3g} s in which all {} launches were recorded, and for {:.0f} % the "
                "launch before or after was such a short one. This includes what profiling costs.",
                100 * *tiny.idle, gaps.measured.value(), gaps.launches, 100 * *tiny.around_them)
          : "A launch costs the CPU about 4 µs or more, so the GPU may wait. Gaps between launches were not measured.",
      saves_nothing        ? ""
      : tiny.beside_graphs ? "Capture those outside graphs in one, or fuse them with their neighbours."
                           : "Capture them in a CUDA graph, or fuse them with their neighbours."};
}

}  // namespace

std::vector<Finding> machine_findings(const MachineKernels& analysis) {
  std::vector<Finding> findings;
  std::set<std::string> throttling;
  std::size_t slow_clocks = 0;
  double lowest = 1;
  const Hertz maximum = analysis.machine->device.sm_clock_maximum;
  const bool at_run = judged_at_run_clock(analysis);
  for (const AnalysedKernel& kernel : analysis.kernels) {
    for (const ClockSample* sample : {&kernel.observation->clocks_before, &kernel.observation->clocks_during}) {
      throttling.insert(sample->throttle_reasons.begin(), sample->throttle_reasons.end());
    }
    const bool counted = kernel.demand && kernel.demand->run_clock;
    const auto clock = counted ? kernel.demand->run_clock : kernel.observation->clocks_during.sm;
    if (clock && maximum.value() > 0) {
      const double share = *clock / maximum;
      if (share < 1 - kClockGap) ++slow_clocks;
      lowest = std::min(lowest, share);
    }
  }
  if (!throttling.empty()) {
    findings.push_back({Severity::warning, "throttled",
                        fmt::format("The GPU was throttled while kernels ran: {}.", joined(throttling, 4)),
                        fmt::format("{} to the lower clock.", at_run ? "Times and roofs belong" : "Times belong"),
                        "Cool or unload the GPU, or lock a clock it can keep."});
  }
  if (slow_clocks > 0) {
    findings.push_back(
        {Severity::note, "clock",
         fmt::format("{} of {} kernels ran below the maximum SM clock, down to {:.0f} % of it.", slow_clocks,
                     analysis.kernels.size(), 100 * lowest),
         at_run ? "Compute and L1 roofs are drawn at the clock of the run as well as at the maximum."
                : "Each roof holds at the clock beside it; what the lower clock costs is a factor of a kernel's gap.",
         "Lock the clock to compare runs."});
  }
  std::set<std::string> roofless;
  for (const AnalysedKernel& kernel : analysis.kernels) {
    for (const std::string_view what : kernel.without_roof) roofless.emplace(what);
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
  if (auto tiny = tiny_launches_finding(analysis)) findings.push_back(std::move(*tiny));
  return findings;
}

}  // namespace rooflens::models
