// Runs cases in batches: prepared together, verified, observed, released. A batch is what a killed run keeps.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/warp_event.hpp"
#include "models/record/block_trace.hpp"
#include "models/record/instruction.hpp"
#include "models/record/observation.hpp"
#include "profiler/actions/run/run_cases.hpp"

namespace rooflens::actions {

/// Events in the order of blocks and warps, as Prepared::block_events() gives them. A session keeps blocks, not warps:
/// waves and tails are made of blocks, and there are up to 32 times fewer. Nothing for no events.
[[nodiscard]] std::optional<models::BlockTrace> block_trace(std::span<const kernels::WarpEvent> events);

inline constexpr std::size_t kMostCases = 64;

/// At most kMostCases cases, and half of the free device memory, make a batch (starting and stopping the counters costs
/// about 30 ms a batch on an H200, an observed launch 1 to 2 ms); a single larger case is a batch of its own.
[[nodiscard]] std::vector<std::span<const Case>> split_into_batches(std::span<const Case> cases,
                                                                    models::Bytes free_memory);

/// Prepares the batch again, samples the warps of each kernel, and releases it: of every kernel the functions that it
/// launches. To be done with all batches before the first of them is counted.
[[nodiscard]] std::vector<models::FunctionProfile> sample_batch(
    const Backend& backend, collect::StallSampling& sampling, std::span<const Case> batch, const RunRequest& request,
    const std::function<void(const std::string&)>& announce);

/// Prepares, verifies and observes the batch, of which every kernel is available. `announce` is told what is being
/// done.
[[nodiscard]] std::vector<models::Observation> run_batch(const Backend& backend, collect::Collector& collector,
                                                         std::span<const Case> batch, const RunRequest& request,
                                                         const std::function<void(const std::string&)>& announce);

}  // namespace rooflens::actions
