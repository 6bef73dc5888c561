#include "models/advise/advice_narrow.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/thresholds.hpp"
#include "models/counters/names.hpp"
#include "models/gap/gap.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32, kWide = 4;  // bytes of a register

// What moves the same bytes by wider accesses.
bool moves_bytes(const DemandResource& r) {
  return std::holds_alternative<Level>(r.resource) || is_of_host(r.resource);
}

bool is_of_instructions(const DemandResource& r) {
  const auto* pipe = std::get_if<Pipe>(&r.resource);
  return pipe && (info(*pipe).of_instructions || *pipe == Pipe::lsu || *pipe == Pipe::constants);
}

struct LaneAccesses {
  double bytes_a_lane;
  double of_instructions;
};

std::optional<LaneAccesses> accesses(const Placement& kernel) {
  const CounterSet& counters = kernel.counters();
  const auto loads = counters.value(counter::kSmspSassInstExecutedOpGlobalLdSum);
  const auto stores = counters.value(counter::kSmspSassInstExecutedOpGlobalStSum);
  const auto bytes = metric(kernel, "global_requested_bytes");
  const auto instructions = metric(kernel, "warp_instructions");
  const double lanes = kLanes * metric(kernel, "lane_efficiency").value_or(1);
  if (!loads || !stores || !bytes || !instructions || !(*loads + *stores > 0) || !(*instructions > 0))
    return std::nullopt;
  return LaneAccesses{*bytes / (*loads + *stores) / lanes, (*loads + *stores) / *instructions};
}

// Broadcasts ask for few bytes, too, and scattered lanes for whole sectors.
bool side_by_side(const Placement& kernel, double bytes_a_lane) {
  constexpr double kSector = 32, kSlack = 1.5;
  const auto of_loads = metric(kernel, "load_sectors_per_access"),
             of_stores = metric(kernel, "store_sectors_per_access");
  if (!of_loads && !of_stores) return false;  // what is only loaded has no stores
  const double sectors = std::max(of_loads.value_or(0), of_stores.value_or(0));
  return bytes_a_lane * kLanes >= kSector / kSlack && sectors * kSector <= kSlack * bytes_a_lane * kLanes;
}

}  // namespace

std::optional<Advice> narrow_advice(const Placement& kernel, const Gap& gap) {
  const auto all = accesses(kernel);
  if (!kernel.demand || !all || gap.compulsory || all->bytes_a_lane > kNarrow || all->of_instructions < kManyAccesses)
    return std::nullopt;
  if (!side_by_side(kernel, all->bytes_a_lane)) return std::nullopt;
  Seconds instructions;
  for (const DemandResource& r : kernel.demand->resources) {
    if (moves_bytes(r) && r.needed >= gap.measured * kBusyThreshold) return std::nullopt;
    if (is_of_instructions(r)) instructions = std::max(instructions, r.needed);
  }
  if (instructions < gap.measured * kHardlyBusy) return std::nullopt;
  const double left = all->bytes_a_lane / kWide;
  const Seconds least =
      kernel.demand->time_left([&](const DemandResource& r) { return is_of_instructions(r) ? left : 1.0; });
  if (!(least.value() > 0)) return std::nullopt;
  return Advice{"narrow",
                "Each lane accesses a byte or two at a time.",
                fmt::format("{:.1f} bytes per lane and access on average; {:.0f} % of the instructions are accesses",
                            all->bytes_a_lane, 100 * all->of_instructions),
                "Let each thread work on 4 to 16 neighbouring bytes, by one access of that width.",
                1,
                std::max(1.0, gap.measured / least),
                "instructions go with the accesses; arithmetic on single bytes stays, unless it is packed"};
}

}  // namespace rooflens::models
