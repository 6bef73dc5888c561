// Which function's instructions are a kernel's: of those that were sampled or counted line by line.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/find/source_profile.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

struct KernelSources {
  std::vector<SourceProfile> profiles;  ///< functions; most samples first
  std::vector<std::optional<std::size_t>>
      of_kernel;                     ///< the profile of each kernel; all geometries of a function share
  std::vector<std::size_t> kernels;  ///< of each profile, how many share it

  /// Nothing where no instruction of the kernel was looked at.
  [[nodiscard]] const SourceProfile* find(std::size_t kernel) const {
    return of_kernel[kernel] ? &profiles[*of_kernel[kernel]] : nullptr;
  }
  /// Whether its samples are of this kernel alone: those of several together say nothing of one.
  [[nodiscard]] bool are_of_it_alone(std::size_t kernel) const {
    return of_kernel[kernel] && kernels[*of_kernel[kernel]] == 1;
  }
};

/// A profile is called after the most time-consuming of its kernels; `times` are theirs, over all launches.
[[nodiscard]] KernelSources kernel_sources(const std::vector<const FunctionProfile*>& functions,
                                           const std::vector<const Observation*>& kernels,
                                           const std::vector<Seconds>& times);

}  // namespace rooflens::models
