// Kernels of an application that are one template or one function: what is launched in eight variants is one thing to
// change, and matters as much as all of them together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct AnalysedKernel;

struct KernelGroup {
  std::string name;                  ///< of the function, without scopes, template arguments and parameters
  std::vector<std::size_t> kernels;  ///< indices into MachineAnalysis::kernels, most time first; two at least
  double share_of_time = 0;          ///< of all kernels on this machine
  std::uint64_t launches = 0;
  Seconds recoverable;  ///< if each ran at its roof; of those of which that is known
};

/// Groups of kernels with different names in the session whose functions share a qualified_name(); most time first.
/// Kernels of the catalogue are in none: they have families. Of kernels whose shares of time and names are known.
[[nodiscard]] std::vector<KernelGroup> kernel_groups(const std::vector<AnalysedKernel>& kernels);

}  // namespace rooflens::models
