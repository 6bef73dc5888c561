// The instruction roofline: warp instructions per second against warp instructions per memory transaction, one point a
// level, and walls that tell access patterns apart. Ding, Williams, "An Instruction Roofline Model for GPUs", PMBS
// 2019.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "models/base/level.hpp"
#include "models/base/quantity.hpp"
#include "models/record/machine.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

using InstructionRate = OperationRate;  ///< warp instructions per second
using TransactionRate = Hertz;          ///< transactions a second

/// Bytes of one transaction: a sector; in shared memory a wavefront of all banks.
[[nodiscard]] constexpr Bytes transaction_bytes(Level level) { return Bytes(level == Level::shared ? 128 : 32); }

/// What a kernel executed over its time, counted three ways. The distance of the first two is divergence, that of the
/// last two predication.
struct InstructionHeights {
  InstructionRate issued;                        ///< warp instructions
  std::optional<InstructionRate> active;         ///< thread instructions / 32
  std::optional<InstructionRate> predicated_on;  ///< those whose predicate was on / 32
};

/// At one level, all warp instructions over all transactions.
struct InstructionPoint {
  Level level = Level::dram;
  double instructions_per_transaction = 0;
  TransactionRate transactions;            ///< a second
  std::optional<TransactionRate> ceiling;  ///< the level's roof in transactions
  bool lsu_only = false;                   ///< the GPU has bulk copies (TMA), which would pass this level uncounted
};

/// Loads and stores of one kind alone, to be read against walls.
struct AccessPoint {
  double instructions_per_transaction = 0;  ///< warp instructions over sectors or wavefronts
  InstructionRate rate;                     ///< warp instructions of the kind a second
};

struct InstructionRoofline {
  std::optional<InstructionRate> peak;  ///< four schedulers an SM, one warp instruction a clock
  InstructionHeights heights;
  std::vector<InstructionPoint> points;  ///< shared, l1, l2, dram, as far as known
  std::optional<AccessPoint> global;     ///< global loads and stores over their sectors
  std::optional<AccessPoint> shared;     ///< loads and stores of shared memory over their wavefronts
};

/// A vertical line of the chart: accesses of this pattern lie on it, whatever their rate.
struct AccessWall {
  std::string_view id;
  std::string_view label;
  double instructions_per_transaction;
};

/// Global memory: one sector a warp (all lanes read one word), unit stride for words of 4, 8 and 16 bytes, one sector a
/// lane.
[[nodiscard]] const std::array<AccessWall, 5>& global_walls();

/// Shared memory: conflict-free is n = 1; n from 1 to 32 wavefronts per access.
[[nodiscard]] std::optional<double> conflict_wall(int ways);

/// Of `counters`, which are those of the observation that can be trusted. Nothing without a time or without counted
/// warp instructions. The peak is at the clock of the run, or at the maximum where that is not known.
[[nodiscard]] std::optional<InstructionRoofline> instruction_roofline(const Observation& observation,
                                                                      const CounterSet& counters,
                                                                      const Machine& machine, Seconds time);

}  // namespace rooflens::models
