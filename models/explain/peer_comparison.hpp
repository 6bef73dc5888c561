// How a catalogue kernel stands against the library kernel that does the same task.
#pragma once

#include <optional>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/record/family.hpp"
#include "models/record/observation.hpp"

namespace rooflens::models {

struct PeerComparison {
  const Observation* peer = nullptr;  ///< never nullptr
  Seconds time;                       ///< the peer's median
  double ratio = 1;                   ///< time of the kernel over the peer's: 3.4 = takes 3.4 times as long
  bool same_problem = true;  ///< false: other sizes, so the ratio is that of analytic work a second, peer over kernel
};

/// Whether every parameter that both have is equal.
[[nodiscard]] bool same_problem(const Observation& a, const Observation& b);

/// The kernel against the peer that its family names, among all of its machine; of several problems of the peer that
/// which is the kernel's own, otherwise the one that took longest. Nothing where it has no peer, one of the two was not
/// timed or is wrong, or the sizes differ and the work of one is not known.
[[nodiscard]] std::optional<PeerComparison> compare_with_peer(const std::vector<Family>& families,
                                                              const std::vector<const Observation*>& kernels,
                                                              const Observation& kernel);

}  // namespace rooflens::models
