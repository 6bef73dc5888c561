// How a catalogue kernel stands against the library kernel that does the same task.
#pragma once

#include <optional>
#include <vector>

#include "models/record/family.hpp"

namespace rooflens::models {

struct AnalysedKernel;
struct MachineAnalysis;
struct Observation;

struct PeerComparison {
  const AnalysedKernel* peer = nullptr;  ///< never nullptr
  double ratio = 1;                      ///< time of the kernel over the peer's: 3.4 = takes 3.4 times as long
  bool same_problem = true;  ///< false: other sizes, so the ratio is that of analytic work a second, peer over kernel
};

/// Whether every parameter that both have is equal.
[[nodiscard]] bool same_problem(const Observation& a, const Observation& b);

/// The kernel against the peer that its family names, on the same machine; of several problems of the peer that which
/// is the kernel's own, otherwise the one that took longest. Nothing where it has no peer, one of the two was not timed
/// or is wrong, or the sizes differ and the work of one is not known.
[[nodiscard]] std::optional<PeerComparison> compare_with_peer(const std::vector<Family>& families,
                                                              const MachineAnalysis& machine,
                                                              const AnalysedKernel& kernel);

}  // namespace rooflens::models
