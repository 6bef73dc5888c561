// From globs and parameter values to the list of what will run, checked before anything does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "profiler/cli/run_options.hpp"

namespace rooflens::cli {

/// One kernel with one set of parameters.
struct Case {
  const kernels::Kernel* kernel;
  kernels::Problem problem;
  std::optional<double> percent_of_roof = {};  ///< 0..100, of an earlier session
};

/// Kernels in catalogue order, each with the cross product of the swept values it has. Throws CommandError (kUsage) for
/// a glob that matches nothing (with the nearest names), a parameter that no chosen kernel has, or a value out of
/// range.
[[nodiscard]] std::vector<Case> plan_cases(const RunOptions& options);

/// A kernel that this device or this build cannot run; the others do.
struct Unavailable {
  std::string kernel;
  std::string reason;
};

/// Takes the cases that cannot run here out of `cases`; one entry for each kernel.
[[nodiscard]] std::vector<Unavailable> remove_unavailable(const Backend& backend,
                                                          const models::DeviceProperties& device,
                                                          std::vector<Case>& cases);

/// Throws CommandError (kUsage) when a case does not fit into `available` device memory.
void check_memory(const std::vector<Case>& cases, models::Bytes available, const std::string& device_name);

}  // namespace rooflens::cli
