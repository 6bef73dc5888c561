// How long a kernel takes by what its warps wait for, without its own time: the life of a warp for which nothing is
// busy, how many of them run at once, and the units that all of them share. Extends Little's law from loads to blocks
// that come and go and to instructions that wait for each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/place/demand.hpp"

namespace rooflens::models {

struct Machine;
struct Placement;

/// Fitted by tests/bench/fit_waiting.cpp to the families of samples/catalogue.rlens (H200) that rules were written on;
/// all other kernels only judge. Cycles are those of an SM. Those of a launch were fitted later (619; 585 on an H100).
struct WaitingConstants {
  double launch_cycles = 620;       ///< until the first warps of a launch have their first instructions and parameters
  double block_cycles = 640;        ///< from the end of a block until the next one in its place issues
  double warp_cycles = 3;           ///< the same, for each warp of the block
  double instruction_cycles = 7.6;  ///< of one of the first instructions of a warp: addresses, each waiting for another
  double first_instructions = 250;  ///< so many of them; later ones are loops, which compilers order
  double sharpness = 3.3;           ///< how well busy units overlap, p of the soft knee, if all warps are independent
  double few_blocks = 4;            ///< blocks of an SM below which barriers keep units from overlapping
};
inline constexpr WaitingConstants kWaiting{};

/// Of one kernel, for any GPU of its compute capability.
struct Waiting {
  double launches = 1;
  double blocks = 0;         ///< of all launches
  double blocks_per_sm = 1;  ///< resident
  double warps_per_block = 1;
  double independent = 1;   ///< of an SM: warps, or blocks whose warps meet at barriers
  double batches = 0;       ///< of loads that a warp issues before it waits, over its life
  double loads = 0;         ///< of a warp
  double l1_misses = 1;     ///< share of loaded sectors
  double l2_misses = 1;     ///< share of those that L2 reads
  double instructions = 0;  ///< of a warp
  std::vector<std::string> counters;
};

/// Nothing where instructions, loads or the geometry of the launch are not known; `lacking` then names the counters.
[[nodiscard]] std::optional<Waiting> waiting_of(const Placement& kernel, std::vector<std::string>* lacking = nullptr);

/// Of all launches, beside the cycles of their SMs: to place blocks and to wait for the last stores, which few blocks
/// make quicker. An SM divides its L1 for much shared memory only when the kernel before has left it.
[[nodiscard]] Seconds launch_overhead(const Placement& kernel);

/// What a GPU adds.
struct WaitingOn {
  double sms = 0;
  Hertz clock;           ///< of its SMs
  Seconds dram_latency;  ///< dram_latency_of()
};

/// That of the latency roof; where none was measured, what others of compute capability 9.0 have. Nothing for other GPUs.
[[nodiscard]] std::optional<Seconds> dram_latency_of(const Machine& machine);

/// Times of one part of the GPU that works beside the others: pipes and issue are one, resources of a group add up.
[[nodiscard]] std::vector<Seconds> times_of_units(const DemandModel& demand, InefficiencySet present, RoofClock clock);

struct WaitingTime {
  Seconds units;  ///< of all units, which overlap as far as independent warps allow
  Seconds total;  ///< and of warps that wait
  double blocks_share = 0, loads_share = 0, instructions_share = 0;  ///< of what a warp waits for; 1 together, or 0
};

/// With units' times u, each `imbalance` times as long as if SMs were even, p the sharpness for so many independent
/// warps, g the blocks that run one after the other in a place, life = start + loads + instructions:
///   (sum of u^p + (g life - start - first)^p)^(1/p) + first + fetch
/// `first` is the first batch of loads and the instructions around it, `fetch` what each launch waits for its code and
/// parameters, which no cache of an SM holds after another kernel: nothing overlaps with them.
[[nodiscard]] WaitingTime waiting_time(const Waiting& waiting, const std::vector<Seconds>& units, const WaitingOn& gpu,
                                       double imbalance, const WaitingConstants& constants = kWaiting);

/// A kernel on its GPU: what its gap says of waiting, to be asked what a change would bring.
struct WaitingModel {
  Waiting waiting;
  WaitingOn gpu;
  double imbalance = 1;
  Seconds outside;  ///< of the time of its SMs

  [[nodiscard]] Seconds time(const std::vector<Seconds>& units, const WaitingConstants& constants = kWaiting) const {
    return waiting_time(waiting, units, gpu, imbalance, constants).total + outside;
  }
};

/// Without these inefficiencies: instructions that are not issued are not waited for either.
[[nodiscard]] Seconds time_with(const WaitingModel& model, const DemandModel& demand, InefficiencySet present);

/// The same with so many times as many resident blocks.
[[nodiscard]] Seconds time_with_occupancy(WaitingModel model, const DemandModel& demand, double more);

/// What threads that do more can share: instructions that are neither arithmetic nor accesses; or, on the SM, all that
/// is no work of the task: what one result loads into registers serves the others too. Its inefficiencies stay.
enum class Shared { overhead, operands };

/// Every thread does the work of `more`: so many fewer blocks, each with as many batches of loads, as far as a thread
/// can hold the loads.
[[nodiscard]] Seconds time_with_work_per_thread(WaitingModel model, DemandModel demand, double more, Shared shared);

}  // namespace rooflens::models
