#include "models/advise/advice_narrow.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "models/advise/advice_evidence.hpp"
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
  bool of_shared = false;
};

struct Space {
  std::string_view loads, stores, bytes;
};
constexpr Space kGlobal{counter::kSmspSassInstExecutedOpGlobalLdSum, counter::kSmspSassInstExecutedOpGlobalStSum,
                        "global_requested_bytes"};
constexpr Space kShared{counter::kSmspSassInstExecutedOpSharedLdSum, counter::kSmspSassInstExecutedOpSharedStSum,
                        "shared_requested_bytes"};

std::optional<LaneAccesses> accesses(const Placement& kernel, const Space& space) {
  const auto loads = kernel.counters().value(space.loads);
  const auto stores = kernel.counters().value(space.stores);
  const auto bytes = metric(kernel, space.bytes);
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

bool are_narrow(const std::optional<LaneAccesses>& all) {
  return all && all->bytes_a_lane <= kNarrow && all->of_instructions >= kManyAccesses;
}

// Those of shared memory matter beside integer arithmetic on bytes alone: a product of FP32 needs each by itself.
std::optional<LaneAccesses> narrow_accesses(const Placement& kernel) {
  const auto global = accesses(kernel, kGlobal);
  if (are_narrow(global) && side_by_side(kernel, global->bytes_a_lane)) return global;
  const auto shared = accesses(kernel, kShared);
  const bool packs = kernel.busiest == RoofResource(Pipe::alu) && fp32_instructions(kernel.counters()) == 0;
  if (!packs || !are_narrow(shared)) return std::nullopt;
  return LaneAccesses{shared->bytes_a_lane, shared->of_instructions, true};
}

}  // namespace

std::optional<Advice> narrow_advice(const Placement& kernel, const Gap& gap) {
  if (!kernel.demand || gap.compulsory) return std::nullopt;
  const auto all = narrow_accesses(kernel);
  if (!all) return std::nullopt;
  Seconds instructions;
  for (const DemandResource& r : kernel.demand->resources) {
    if (moves_bytes(r) && r.needed >= gap.measured * kBusyThreshold) return std::nullopt;
    if (is_of_instructions(r)) instructions = std::max(instructions, r.needed);
  }
  if (instructions < gap.measured * kHardlyBusy) return std::nullopt;
  const double left = all->bytes_a_lane / kWide;
  const DemandResource* shared = kernel.demand->find(Level::shared);
  const Seconds least = kernel.demand->time_left([&](const DemandResource& r) {
    const bool by_shared = all->of_shared && shared && r.group == shared->group;
    return is_of_instructions(r) || by_shared ? left : 1.0;
  });
  if (!(least.value() > 0)) return std::nullopt;
  return Advice{"narrow",
                "Each lane accesses a byte or two at a time.",
                fmt::format("{:.1f} bytes per lane and access on average; {:.0f} % of the instructions are accesses",
                            all->bytes_a_lane, 100 * all->of_instructions),
                "Let each thread work on 4 to 16 neighbouring bytes, by one access of that width and, where there are "
                "any, instructions on packed bytes (__vabsdiffu4, __dp4a).",
                1,
                std::max(1.0, gap.measured / least),
                "instructions go with the accesses; arithmetic on single bytes stays, unless it is packed"};
}

}  // namespace rooflens::models
