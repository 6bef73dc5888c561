#include "models/wait/waiting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/demand_draft.hpp"
#include "models/place/kernel_metric.hpp"
#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/roofs/latency_roof.hpp"

namespace rooflens::models {
namespace {

using namespace demand_counters;

constexpr double kLanes = 32;
// Cycles of a load that hits, without load on the way: 32 and 280 on a GH200 (RRZE-HPC/gpu-benches, gpu-latency).
constexpr double kL1Cycles = 32, kL2Cycles = 280;
constexpr ComputeCapability kHopper{9, 0};

double warps_of(const Launch& launch) { return std::ceil(static_cast<double>(launch.block.count()) / kLanes); }

struct Geometry {
  double launches = 0, blocks = 0, warps = 0, threads = 0;
  const Launch* largest = nullptr;
};

Geometry geometry_of(const Observation& observation) {
  Geometry all;
  double most = 0;
  for (const Launch& launch : observation.launches) {
    const double blocks = static_cast<double>(launch.grid.count());
    const double threads = blocks * static_cast<double>(launch.block.count());
    const auto count = static_cast<double>(launch.count);
    all.launches += count;
    all.blocks += count * blocks;
    all.warps += count * blocks * warps_of(launch);
    all.threads += count * threads;
    if (all.largest && threads <= most) continue;
    most = threads;
    all.largest = &launch;
  }
  return all;
}

std::optional<double> blocks_per_sm(const Placement& kernel, const Launch& launch) {
  if (launch.blocks_per_sm)
    return *launch.blocks_per_sm > 0 ? std::optional<double>(*launch.blocks_per_sm) : std::nullopt;
  if (!kernel.theoretical_occupancy || kernel.machine->device.threads_per_sm <= 0) return std::nullopt;
  const double warps = *kernel.theoretical_occupancy * kernel.machine->device.threads_per_sm / kLanes;
  return std::max(1.0, std::round(warps / warps_of(launch)));
}

// What the code says is in flight decides; else as many loads as a thread can hold wait together, where it has them.
double batches_of(const Placement& kernel, double loads_a_warp, double loaded_bytes_a_thread) {
  const std::optional<Work>& work = kernel.observation->work;
  if (work && work->in_flight_per_thread && loaded_bytes_a_thread > 0) {
    return std::max(1.0, loaded_bytes_a_thread / work->in_flight_per_thread->value());
  }
  return std::max(std::min(1.0, loads_a_warp), loads_a_warp / kMostLoads);
}

double share_of(double part, double whole) { return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 1; }

bool is_of_instructions(const RoofResource& resource) {
  if (const auto* precision = std::get_if<Precision>(&resource)) return !info(*precision).tensor;
  const auto* pipe = std::get_if<Pipe>(&resource);
  return pipe && info(*pipe).of_instructions;
}

}  // namespace

std::optional<Waiting> waiting_of(const Placement& kernel, std::vector<std::string>* lacking) {
  const CounterSet& counters = kernel.counters();
  const bool by_hardware = !counters.find(kWarps) && counters.find(kWarpsByHardware);
  const std::string_view warp_instructions = by_hardware ? kWarpsByHardware : kWarps;
  bool complete = true;
  for (const std::string_view name : {warp_instructions, kLoads, kLoadBytes, kLoadSectors, kSharedStores}) {
    if (counters.find(name)) continue;
    complete = false;
    if (lacking) lacking->emplace_back(name);
  }
  const Geometry all = geometry_of(*kernel.observation);
  if (!complete || !all.largest || !(all.warps > 0)) return std::nullopt;
  const auto resident = blocks_per_sm(kernel, *all.largest);
  if (!resident) return std::nullopt;
  const auto value = [&](std::string_view name) { return counters.value(name).value_or(0); };
  Waiting waiting;
  waiting.launches = all.launches;
  waiting.blocks = all.blocks;
  waiting.blocks_per_sm = *resident;
  waiting.warps_per_block = warps_of(*all.largest);
  waiting.instructions = value(warp_instructions) / all.warps;
  waiting.loads = value(kLoads) / all.warps;
  waiting.batches = batches_of(kernel, value(kLoads) / all.warps, value(kLoadBytes) / all.threads);
  const auto l2_read = counters.value(counter::kLtsTSectorsOpReadSum);
  const auto dram_read = metric(kernel, "dram_read_bytes");
  const double loaded = value(kLoadSectors);
  if (l2_read && loaded > 0) waiting.l1_misses = share_of(*l2_read, loaded);
  if (l2_read && dram_read) waiting.l2_misses = share_of(*dram_read, *l2_read * kSectorBytes);
  // Warps meet at barriers where they hand over data in shared memory, unless copies run beside them.
  const bool copies_alone = l2_read && loaded < *l2_read / 2;
  const bool meet = value(kSharedStores) > 0 && !copies_alone;
  waiting.independent = *resident * (meet ? 1 : waiting.warps_per_block);
  for (const std::string_view name : {warp_instructions, kLoads, kLoadBytes, kLoadSectors, kSharedStores}) {
    waiting.counters.push_back(with_pass(name, counters));
  }
  return waiting;
}

Seconds launch_overhead(const Placement& kernel) {
  const auto& launches = kernel.observation->launches;
  const auto sms = static_cast<std::uint64_t>(std::max(0, kernel.machine->device.sm_count));
  Seconds all = launches.empty() ? Seconds(kLaunchOverheadSeconds) : Seconds();
  for (const Launch& launch : launches) {
    const bool few = launch.grid.count() < sms;
    const bool large = static_cast<double>(launch.static_shared_bytes + launch.dynamic_shared_bytes) > kLargeCarveOut;
    const double one = large ? kLaunchOverheadSeconds + kCarveOutSeconds
                             : (few ? kSmallLaunchOverheadSeconds : kLaunchOverheadSeconds);
    all += Seconds(one) * static_cast<double>(launch.count);
  }
  return all;
}

std::optional<Seconds> dram_latency_of(const Machine& machine) {
  if (machine.ceilings.latency) return machine.ceilings.latency->knee.latency;
  if (machine.device.compute_capability == kHopper) return Seconds(kHopperDramLatency);
  return std::nullopt;
}

std::vector<Seconds> times_of_units(const DemandModel& demand, InefficiencySet present, RoofClock clock) {
  std::vector<Seconds> times;
  std::map<std::string_view, Seconds> groups;
  Seconds instructions;
  for (const DemandResource& r : demand.resources) {
    const Seconds needed = r.needed_with(present, clock);
    if (is_of_instructions(r.resource)) {
      instructions = std::max(instructions, needed);
    } else if (r.group.empty()) {
      times.push_back(needed);
    } else {
      groups[r.group] += needed;
    }
  }
  for (const auto& [group, time] : groups) times.push_back(time);
  times.push_back(instructions);
  return times;
}

WaitingTime waiting_time(const Waiting& waiting, const std::vector<Seconds>& units, const WaitingOn& gpu,
                         double imbalance, const WaitingConstants& constants) {
  const double p = 1 + (constants.sharpness - 1) * -std::expm1(-waiting.independent / constants.few_blocks);
  const auto cycles = [&](double count) { return Seconds(count / gpu.clock.value()); };
  const Seconds fetch = cycles(constants.launch_cycles * waiting.launches);
  const Seconds start = cycles(constants.block_cycles + constants.warp_cycles * waiting.warps_per_block);
  const double l2 = waiting.l1_misses * (1 - waiting.l2_misses), dram = waiting.l1_misses * waiting.l2_misses;
  const Seconds batch = cycles(kL1Cycles * (1 - waiting.l1_misses) + kL2Cycles * l2) + dram * gpu.dram_latency;
  const Seconds loads = waiting.batches * batch;
  const double in_order = std::min(waiting.instructions, constants.first_instructions);
  const Seconds first_instructions = cycles(constants.instruction_cycles * in_order);
  const Seconds instructions = first_instructions + cycles(waiting.instructions - in_order);
  const Seconds life = start + loads + instructions;
  const Seconds first = first_instructions + std::min(1.0, waiting.batches) * batch;
  const double turns = std::max(1.0, waiting.blocks / (gpu.sms * waiting.blocks_per_sm) * imbalance);
  const Seconds chain = turns * life - start - first;

  // Scaled by the longest: powers of small times would be 0.
  Seconds longest = std::max(chain, Seconds(1e-12));
  for (const Seconds unit : units) longest = std::max(longest, imbalance * unit);
  double sum = 0;
  for (const Seconds unit : units) sum += std::pow(imbalance * unit / longest, p);
  WaitingTime time;
  time.units = std::pow(sum, 1 / p) * longest;
  time.total = std::pow(sum + std::pow(std::max(0.0, chain / longest), p), 1 / p) * longest + first + fetch;
  const Seconds turned = turns * life - start + fetch;
  if (turned.value() > 0) {
    time.loads_share = turns * loads / turned;
    time.instructions_share = turns * instructions / turned;
    time.blocks_share = 1 - time.loads_share - time.instructions_share;
  }
  return time;
}

Seconds time_with(const WaitingModel& model, const DemandModel& demand, InefficiencySet present) {
  WaitingModel without = model;
  if (const DemandResource* issue = demand.find(Pipe::issue); issue && issue->needed.value() > 0) {
    without.waiting.instructions *= issue->needed_with(present, RoofClock::run) / issue->needed;
  }
  return without.time(times_of_units(demand, present, RoofClock::run));
}

Seconds time_with_occupancy(WaitingModel model, const DemandModel& demand, double more) {
  model.waiting.blocks_per_sm *= more;
  model.waiting.independent *= more;
  return time_with(model, demand, kAllInefficiencies);
}

namespace {

// Of what no inefficiency adds, the task's: its arithmetic, and for warp issue one fused multiply-add a lane for each
// two operations. Loads, stores and atomics of an SM are none of it.
double share_of_task(const DemandResource& r, const DemandModel& demand) {
  constexpr double kOperationsAnInstruction = 2 * kLanes;
  Seconds least;
  for (const DemandResource& task : demand.task) {
    const auto* precision = std::get_if<Precision>(&task.resource);
    if (task.resource == r.resource) least = std::max(least, task.needed);
    if (r.resource == RoofResource(Pipe::issue) && precision && !info(*precision).tensor)
      least = std::max(least, Seconds(task.amount / kOperationsAnInstruction / r.roof));
  }
  const Seconds clean = r.needed_with(0, RoofClock::run);
  return clean.value() > 0 ? std::min(1.0, least / clean) : 1;
}

bool is_beyond_the_sm(const DemandResource& r) {
  return r.shared && r.resource != RoofResource(Pipe::atomic) && r.resource != RoofResource(Pipe::atomic_slice);
}

double own_share(const DemandResource& r, const DemandModel& demand, Shared shared) {
  if (shared == Shared::operands) return is_beyond_the_sm(r) ? 1 : share_of_task(r, demand);
  return r.resource == RoofResource(Pipe::issue) ? 1 - r.removed[at(Inefficiency::overhead)] : 1;
}

}  // namespace

Seconds time_with_work_per_thread(WaitingModel model, DemandModel demand, double more, Shared shared) {
  double instructions = 1;
  for (DemandResource& r : demand.resources) {
    const double own = own_share(r, demand, shared), left = own + (1 - own) / more;
    r.needed = r.needed * left;
    if (r.resource == RoofResource(Pipe::issue)) instructions = left;
  }
  model.waiting.blocks /= more;
  model.waiting.instructions *= more * instructions;
  // A batch of `more` loads, of as many as a thread can hold: beyond that they follow each other.
  model.waiting.batches *= std::max(1.0, more * std::min(1.0, model.waiting.loads / kMostLoads));
  return model.time(times_of_units(demand, kAllInefficiencies, RoofClock::run));
}

}  // namespace rooflens::models
