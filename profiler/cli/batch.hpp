// Runs cases in batches: prepared together, verified, observed, released. A batch is what a killed run keeps.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "models/observation.hpp"
#include "profiler/cli/run_cases.hpp"

namespace rooflens::cli {

/// At most 64 cases, and half of the free device memory, make a batch (starting and stopping the counters costs about 30 ms
/// a batch on an H200, an observed launch 1 to 2 ms); a single larger case is a batch of its own.
[[nodiscard]] std::vector<std::span<const Case>> split_into_batches(std::span<const Case> cases,
                                                                    models::Bytes free_memory);

/// A case that cannot run on this device; the others do.
struct Skipped {
  std::string kernel;
  std::string reason;
};

struct BatchResult {
  std::vector<models::Observation> observations;
  std::vector<Skipped> skipped;
};

/// Prepares, verifies and observes the batch. `announce` is called with the name of each kernel that is being worked
/// on.
[[nodiscard]] BatchResult run_batch(const Backend& backend, collect::Collector& collector, std::span<const Case> batch,
                                    const RunOptions& options, models::ComputeCapability device,
                                    const std::function<void(const std::string&)>& announce);

}  // namespace rooflens::cli
