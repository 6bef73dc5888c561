// From globs and parameter values to the list of what will run, checked before anything does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "models/record/family.hpp"
#include "profiler/actions/listener.hpp"
#include "profiler/actions/run/run_request.hpp"

namespace rooflens::actions {

/// One kernel with one set of parameters.
struct Case {
  const kernels::Kernel* kernel;
  kernels::Problem problem;
};

/// The chosen kernels, in catalogue order, each with the cross product of the swept values it has. Throws CommandError
/// (kUsage) for a glob that matches nothing, with the nearest names, a parameter that none of them has, one of --sweep
/// that a single one lacks, a value out of range, or more than kMostProblems.
[[nodiscard]] std::vector<Case> plan_cases(const RunRequest& request);

/// Those that this device and this build can run; `listener` hears of each kernel that they cannot, and why. Throws
/// CommandError (kNoDevice) where none is left.
[[nodiscard]] std::vector<Case> available_cases(const Backend& backend, const models::DeviceProperties& device,
                                                std::vector<Case> cases, Listener& listener);

/// Throws CommandError (kUsage) when a case does not fit into `available` device memory.
void check_memory(const std::vector<Case>& cases, models::Bytes available, const std::string& device_name);

/// A family for each that a kernel of `cases` is of, whole: members that are not run are there as well, so that a
/// report can say so. Without peers, which are alternatives and no variants of each other.
[[nodiscard]] std::vector<models::Family> families_of(std::span<const Case> cases);

}  // namespace rooflens::actions
