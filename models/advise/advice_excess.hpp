// Work that no known inefficiency explains: beyond the task's, or, where nobody knows the task, of a resource that no
// task has to ask for. Which resource has it, and what usually makes less of it.
#pragma once

#include <optional>

#include "models/advise/advice.hpp"

namespace rooflens::models {

struct Gap;
struct Placement;

/// "atomics" or "constants" where the excess is theirs, else "unclassified"; up to all of it may go. Nothing where it
/// is not known what the task needs.
[[nodiscard]] std::optional<Advice> excess_advice(const Gap& gap);

/// "atomics", "constants" or "reuse", where the busiest resource is kBusyThreshold busy and no task has to ask for it:
/// atomics, constants that are loaded by an index, L1, shared memory. Up to what takes longest without it may be
/// gained; of reuse, no more than how many times the bytes of L2 it serves, waste left out, and nothing below three
/// times those. Of L2 itself nothing is said: what DRAM moved beside it does not tell, since data may stay in the L2
/// from launch to launch. Nothing where the task is known: excess_advice() compares with it.
[[nodiscard]] std::optional<Advice> reuse_advice(const Placement& kernel, const Gap& gap);

/// How many times the bytes that come from L2 L1 serves, where values are loaded from global memory again and again for
/// FP32 arithmetic: three times or more, and at least one load for two of its instructions.
[[nodiscard]] std::optional<double> operands_loaded_again(const Placement& kernel);

/// "rewriting", where threads store more than L2 holds and kRewritten times what reaches DRAM: most stores go to
/// addresses that are stored again. Up to what takes longest without these stores, and as many loads, may be gained.
[[nodiscard]] std::optional<Advice> rewriting_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models
