#include "profiler/session/possible.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <variant>

#include "models/counters/names.hpp"
#include "models/roofs/occupancy_limits.hpp"
#include "models/roofs/probe.hpp"
#include "models/roofs/theoretical.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/in_quotes.hpp"

namespace rooflens::session {
namespace {

// Where guides disagree the tables of theoretical rates hold the lower number, which is half of the other; properties
// that drivers report for a memory's clock are off by as much.
constexpr double kFarAbove = 2.5;

// One GB300.
constexpr double kMostWatts = 1400;

// A launch that is repeated for its counters takes as long as the others: 0.64 to 1.05 of it in 156 recorded kernels.
// Below the least time, starting and ending weigh as much as the kernel.
constexpr double kFarFromCounted = 5;
constexpr models::Seconds kLeastTime(20e-6);

// The kept durations are some of those in the total. Where launches of two kinds of work could not be told apart, their
// total is an estimate.
constexpr std::size_t kEnoughDurations = 20;
constexpr double kEstimate = 1.5;

/// Words are put together only when something is wrong.
class Refuser {
 public:
  /// What is passed must outlive the refuser.
  Refuser(std::string_view what, std::string_view name) : what_(what), name_(name) {}
  /// `limit` zero: not known.
  void at_most(std::string_view field, double value, double limit, std::string_view most,
               std::string_view of = {}) const {
    if (limit <= 0 || value <= limit) return;
    throw InvalidContents(fmt::format("{} {}: {}{}{} ({:g}) exceeds {} ({:g}), which no GPU does", what_,
                                      in_quotes(name_), field, of.empty() ? "" : " of ", of, value, most, limit));
  }

 private:
  std::string_view what_, name_;
};

struct Limits {
  const models::DeviceProperties* device;
  models::Ceilings theoretical;  // at the maximum clocks

  explicit Limits(const models::Machine& machine)
      : device(&machine.device),
        theoretical(models::theoretical_ceilings(machine.device, machine.device.sm_clock_maximum,
                                                 machine.device.memory_clock_maximum, models::ClockBasis::maximum)) {}
};

// What the machine's properties allow of a resource; what they do not tell of L2 is bounded by L1, which asks it.
std::optional<double> most_of(const Limits& machine, models::Level level) {
  const auto* best = machine.theoretical.best(level);
  if (!best && level == models::Level::l2) best = machine.theoretical.best(models::Level::l1);
  return best ? std::optional(best->rate.value()) : std::nullopt;
}
template <class Resource>
std::optional<double> most_of(const Limits& machine, Resource resource) {
  const auto* best = machine.theoretical.best(resource);
  return best ? std::optional(best->rate.value()) : std::nullopt;
}
std::optional<double> most_of(const Limits&, std::monostate) { return std::nullopt; }

template <class List, class Resource>
void check_roofs(const Refuser& refuser, const Limits& machine, const List& roofs, Resource resource) {
  for (const auto& roof : roofs) {
    if (roof.origin.source == models::CeilingSource::user) continue;
    refuser.at_most("roof", roof.rate.value(), kFarAbove * most_of(machine, roof.*resource).value_or(0),
                    "2.5 x what its properties allow", models::info(roof.*resource).id);
  }
}

void check(const models::Machine& machine, const Limits& limits) {
  const Refuser refuser("machine", machine.device.name);
  refuser.at_most("power_limit_watts", machine.device.power_limit_watts.value_or(0), kFarAbove * kMostWatts,
                  "2.5 x that of any GPU");
  check_roofs(refuser, limits, machine.ceilings.memory, &models::MemoryCeiling::level);
  check_roofs(refuser, limits, machine.ceilings.compute, &models::ComputeCeiling::precision);
  check_roofs(refuser, limits, machine.ceilings.instruction, &models::InstructionCeiling::pipe);
  if (!machine.ceilings.probes) return;
  for (const models::MeasuredRoof& reached : machine.ceilings.probes->roofs) {
    const models::ProbeInfo* probe = models::find_probe(reached.probe);
    if (!probe) continue;
    const auto most = std::visit([&](const auto& resource) { return most_of(limits, resource); }, probe->resource);
    refuser.at_most("probe", reached.value, kFarAbove * most.value_or(0), "2.5 x what its properties allow",
                    reached.probe);
  }
}

// Limits of CUDA for every compute capability, where the device does not tell its own.
constexpr double kMostThreadsOfABlock = 1024;

void check(const Refuser& refuser, const models::Launch& launch, const models::DeviceProperties& device) {
  const auto threads = static_cast<double>(launch.block.count());
  const double warps = std::ceil(threads / models::kThreadsPerWarp);
  const double registers = warps * models::kThreadsPerWarp * launch.registers_per_thread;
  const double shared = static_cast<double>(launch.static_shared_bytes + launch.dynamic_shared_bytes);
  refuser.at_most("threads per block", threads,
                  device.threads_per_block > 0 ? device.threads_per_block : kMostThreadsOfABlock,
                  "the most of a block");
  refuser.at_most("registers_per_thread", launch.registers_per_thread, models::kMostRegistersOfCompilers,
                  "the most of a thread");
  refuser.at_most("registers of a block", registers, device.registers_per_sm, "those of an SM");
  refuser.at_most("shared memory of a block", shared, device.shared_per_block_optin.value(), "the most of a block");
  if (!launch.blocks_per_sm) return;
  const double blocks = *launch.blocks_per_sm;
  refuser.at_most("blocks_per_sm", blocks, device.blocks_per_sm, "the most of an SM");
  refuser.at_most("threads of the blocks on an SM", blocks * warps * models::kThreadsPerWarp, device.threads_per_sm,
                  "the most of an SM");
  refuser.at_most("registers of the blocks on an SM", blocks * registers, device.registers_per_sm, "those of an SM");
  refuser.at_most("shared memory of the blocks on an SM", blocks * shared, device.shared_per_sm.value(),
                  "that of an SM");
}

// Of one launch that was repeated for its counters, what the SMs counted says how long it took.
void check_counted_time(const Refuser& refuser, const models::Observation& observation) {
  const bool repeated = observation.replay == models::Replay::user && observation.scope == models::Scope::launch &&
                        observation.launches.size() == 1 && observation.launches.front().count == 1;
  const auto cycles = observation.counters.value(models::counter::kSmCyclesElapsedMax);
  const auto clock = observation.counters.value(models::counter::kSmCyclesElapsedAvgPerSecond);
  if (!repeated || observation.durations.empty() || !cycles || !clock || *clock <= 0) return;
  const double counted = *cycles / *clock;
  const auto [shortest, longest] = std::minmax_element(observation.durations.begin(), observation.durations.end());
  if (counted < kLeastTime.value()) return;
  refuser.at_most("shortest duration", shortest->value(), kFarFromCounted * counted,
                  "5 x the time of its counted cycles");
  refuser.at_most("time of its counted cycles", counted, kFarFromCounted * longest->value(),
                  "5 x its longest duration");
}

// Not against the mean: one launch in ten may be the long one, and one that waited for the host may hold most of it.
void check_total_time(const Refuser& refuser, const models::Observation& observation) {
  const std::vector<models::Seconds>& durations = observation.durations;
  if (!observation.total_time || durations.size() < kEnoughDurations || durations.size() > observation.timed_launches)
    return;
  const models::Seconds sum = std::accumulate(durations.begin(), durations.end(), models::Seconds());
  refuser.at_most("sum of durations", sum.value(), kEstimate * observation.total_time->value(),
                  "1.5 x the time of all launches");
}

// Of a kernel whose result was right: it has done its work. What an L2 without it reads has come from DRAM.
void check_work(const Refuser& refuser, const models::Observation& observation, const Limits& machine) {
  const bool done = observation.work && observation.verification.status == models::VerificationStatus::verified &&
                    !observation.durations.empty();
  if (!done) return;
  const models::Seconds longest = *std::max_element(observation.durations.begin(), observation.durations.end());
  if (longest < kLeastTime) return;
  constexpr std::string_view kMost = "2.5 x what passes in its longest duration";
  const models::MemoryCeiling* dram = machine.theoretical.best(models::Level::dram);
  if (dram && observation.cache == models::CachePolicy::cold) {
    refuser.at_most("compulsory_read_bytes", observation.work->compulsory.read.value(),
                    kFarAbove * (dram->rate * longest).value(), kMost);
    refuser.at_most("compulsory_written_bytes", observation.work->compulsory.written.value(),
                    kFarAbove * (dram->rate * longest).value() + machine.device->l2.value(), kMost);
  }
  for (const auto& [precision, operations] : observation.work->operations) {
    const models::ComputeCeiling* pipe = machine.theoretical.best(precision);
    if (!pipe || !models::is_floating_point(precision)) continue;
    refuser.at_most("operations", operations.value(), kFarAbove * (pipe->rate * longest).value(), kMost,
                    models::info(precision).id);
  }
}

void check(const models::Observation& observation, const Limits& machine) {
  const Refuser refuser("observation", observation.name);
  const models::DeviceProperties& device = *machine.device;
  for (const models::Launch& launch : observation.launches) check(refuser, launch, device);
  for (const models::ClockSample* sample : {&observation.clocks_before, &observation.clocks_during}) {
    refuser.at_most("sm_clock_hz", sample->sm.value_or(models::Hertz()).value(),
                    kFarAbove * device.sm_clock_maximum.value(), "2.5 x the maximum");
    refuser.at_most("memory_clock_hz", sample->memory.value_or(models::Hertz()).value(),
                    kFarAbove * device.memory_clock_maximum.value(), "2.5 x the maximum");
  }
  check_counted_time(refuser, observation);
  check_total_time(refuser, observation);
  check_work(refuser, observation, machine);
}

}  // namespace

void require_possible(const models::Recording& recording) {
  std::map<int, Limits> machines;
  for (const models::Machine& machine : recording.machines) {
    check(machine, machines.emplace(machine.id, Limits(machine)).first->second);
  }
  for (const models::Observation& observation : recording.observations) {
    check(observation, machines.at(observation.machine));
  }
}

}  // namespace rooflens::session
