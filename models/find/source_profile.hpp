// Where in a function the time goes, by source line: samples of its warps, excess sectors and excess wavefronts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/record/instruction.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

struct StallShare {
  std::string reason;  ///< StallReason::id
  double samples = 0;
  double share = 0;  ///< of all samples of the function or line, 0..1
};

/// Sums over instructions. Excess = moved - ideal; ideal is what the same instructions would move if each sector or
/// wavefront were fully used by the lanes that take part. Per launch that was counted.
struct AccessCounts {
  double sectors = 0;  ///< of global memory, 32 bytes each
  double ideal_sectors = 0;
  double wavefronts = 0;  ///< of shared memory
  double ideal_wavefronts = 0;
  [[nodiscard]] double excess_sectors() const { return sectors - ideal_sectors; }
  [[nodiscard]] double excess_wavefronts() const { return wavefronts - ideal_wavefronts; }
};

struct SourceLineProfile {
  std::string file;  ///< empty: instructions without a line
  int line = 0;
  double samples = 0;
  double share = 0;                    ///< of the function's samples, 0..1
  std::optional<StallShare> worst;     ///< the reason with the most samples among those that are waits
  std::optional<AccessCounts> access;  ///< absent: instructions were not counted
};

struct SourceProfile {
  const FunctionProfile* function = nullptr;  ///< never nullptr
  std::string label;                          ///< short name, as its observations have it
  double samples = 0;                         ///< 0: not sampled
  std::vector<StallShare> stalls;             ///< most samples first; waits and issues together
  std::optional<AccessCounts> access;
  /// Most samples first, then most excess; lines of neither are left out. One without a file stands for all
  /// instructions whose line is not known.
  std::vector<SourceLineProfile> lines;
  [[nodiscard]] bool has_lines() const { return !lines.empty() && !lines.front().file.empty(); }
};

[[nodiscard]] SourceProfile source_profile(const FunctionProfile& function);

/// Which function is a kernel's, of those whose instructions were looked at.
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
