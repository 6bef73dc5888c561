#include "models/place/instruction_roofline.hpp"

#include <initializer_list>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "models/place/hierarchical.hpp"
#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;
constexpr int kBanks = 32;
constexpr ComputeCapability kFirstWithBulkCopies{9, 0};

constexpr std::array<AccessWall, 5> kGlobalWalls{{
    {"stride-0", "stride 0", 1},
    {"unit-4", "unit stride, 4 bytes", 1.0 / 4},
    {"unit-8", "unit stride, 8 bytes", 1.0 / 8},
    {"unit-16", "unit stride, 16 bytes", 1.0 / 16},
    {"worst", "one sector per lane", 1.0 / 32},
}};

// The first of these names that was counted: patched code counts exactly, monitors count where it is not allowed.
std::optional<double> first_of(const CounterSet& counters, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto value = counters.value(name)) return value;
  }
  return std::nullopt;
}

InstructionRate rate(double instructions, Seconds time) { return Operations(instructions) / time; }

std::optional<double> sum(const CounterSet& counters, std::string_view a, std::string_view b) {
  const auto first = counters.value(a);
  const auto second = counters.value(b);
  if (!first || !second) return std::nullopt;
  return *first + *second;
}

std::optional<AccessPoint> access_point(std::optional<double> instructions, std::optional<double> transactions,
                                        Seconds time) {
  if (!instructions || !transactions || *instructions <= 0 || *transactions <= 0) return std::nullopt;
  return AccessPoint{*instructions / *transactions, rate(*instructions, time)};
}

std::optional<AccessPoint> global_point(const CounterSet& counters, Seconds time) {
  return access_point(
      sum(counters, counter::kSmspSassInstExecutedOpGlobalLdSum, counter::kSmspSassInstExecutedOpGlobalStSum),
      sum(counters, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum,
          counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum),
      time);
}

// A load or store takes at most one wavefront a lane: where there are more, they are of atomics or matrix units, which
// are no loads and stores.
std::optional<AccessPoint> shared_point(const CounterSet& counters, Seconds time) {
  const auto point = access_point(
      sum(counters, counter::kSmspSassInstExecutedOpSharedLdSum, counter::kSmspSassInstExecutedOpSharedStSum),
      counters.value(counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum), time);
  return point && point->instructions_per_transaction * kLanes >= 1 - kPassTolerance ? point : std::nullopt;
}

std::optional<InstructionRate> peak_of(const Observation& observation, const Machine& machine) {
  const Hertz clock = observation.clocks_during.sm.value_or(machine.device.sm_clock_maximum);
  if (machine.device.sm_count <= 0 || clock.value() <= 0) return std::nullopt;
  return InstructionRate(machine.device.sm_count * kSubPartitionsPerSm * clock.value());
}

}  // namespace

const std::array<AccessWall, 5>& global_walls() { return kGlobalWalls; }

std::optional<double> conflict_wall(int ways) {
  if (ways < 1 || ways > kBanks) return std::nullopt;
  return 1.0 / ways;
}

std::optional<InstructionRoofline> instruction_roofline(const Observation& observation, const CounterSet& counters,
                                                        const Machine& machine, Seconds time) {
  const auto warps = first_of(counters, {counter::kSmspSassInstExecutedSum, counter::kSmspInstExecutedSum});
  if (!warps || *warps <= 0 || !(time.value() > 0)) return std::nullopt;
  InstructionRoofline result;
  result.peak = peak_of(observation, machine);
  result.heights.issued = rate(*warps, time);
  if (const auto threads =
          first_of(counters, {counter::kSmspSassThreadInstExecutedSum, counter::kSmspThreadInstExecutedSum}))
    result.heights.active = rate(*threads / kLanes, time);
  if (const auto threads = first_of(
          counters, {counter::kSmspSassThreadInstExecutedPredOnSum, counter::kSmspThreadInstExecutedPredOnSum}))
    result.heights.predicated_on = rate(*threads / kLanes, time);
  for (const LevelTraffic& traffic : traffic_by_level(counters, std::nullopt)) {
    const double transactions = traffic.bytes / transaction_bytes(traffic.level);
    InstructionPoint point;
    point.level = traffic.level;
    point.instructions_per_transaction = *warps / transactions;
    point.transactions = TransactionRate(transactions / time.value());
    if (const MemoryCeiling* ceiling = machine.ceilings.best(traffic.level))
      point.ceiling = ceiling->rate / transaction_bytes(traffic.level);
    const bool near = traffic.level == Level::l1 || traffic.level == Level::shared;
    point.lsu_only = near && machine.device.compute_capability >= kFirstWithBulkCopies;
    result.points.push_back(point);
  }
  result.global = global_point(counters, time);
  result.shared = shared_point(counters, time);
  return result;
}

}  // namespace rooflens::models
