// The time that kernels of one machine take together, each as often as it was launched.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/record/recording.hpp"

namespace rooflens::models {

/// Whether it takes part in the time of all kernels: a graph is a sum over kernels that are listed themselves, and what
/// has no time has no share.
[[nodiscard]] bool has_share(const Observation& kernel);

/// All kernels of one machine together, each as often as it was launched, beside the time that the application ran.
struct RunTime {
  Seconds kernels;                 ///< of those that ran at once, each counts
  std::vector<Seconds> of_kernel;  ///< of each over all its launches, in order of recording; 0 where it has no share
  std::uint64_t launches = 0;
  bool whole = true;              ///< every launch was observed, and its kernel timed
  KernelGaps gaps{};              ///< of all processes that ran a kernel here
  std::optional<Seconds> wall{};  ///< of the process that ran longest, counting included; absent: not recorded

  /// Share of the wall time in which no kernel ran: kernels that run at once leave more. Absent where it is not known
  /// whether there was any.
  [[nodiscard]] std::optional<double> idle_at_least() const {
    return whole && wall && kernels < *wall ? std::optional(1 - kernels / *wall) : std::nullopt;
  }
};

/// `kernels` are all of one machine.
[[nodiscard]] RunTime run_time(const std::vector<const Observation*>& kernels, const Recording& recording);

}  // namespace rooflens::models
