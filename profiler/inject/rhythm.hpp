// How often kernels come back, counted in launches: which of them may be launched again soon.
#pragma once

#include <cstdint>

namespace rooflens::inject {

/// When one kernel was launched, as numbers of launches of all kernels.
struct Pace {
  std::uint64_t first = 0;  ///< 0: not yet
  std::uint64_t last = 0;
  std::uint64_t launches = 0;
  std::uint64_t longest_gap = 0;  ///< between two launches that follow each other
};

class Rhythm {
 public:
  /// A launch of the kernel begins.
  void launch(Pace& pace);
  /// Whether the other kernel may still come, now that the current one is launched. It may if it stayed away for longer
  /// before. It may also if the current one came back only a few times since and the program has not repeated itself as
  /// a whole since: until then nobody knows whether what was launched once is part of what repeats.
  [[nodiscard]] bool due(const Pace& other, const Pace& current) const;

 private:
  std::uint64_t launch_ = 0;
  std::uint64_t longest_gap_ = 0;  ///< of any kernel
  std::uint64_t known_ = 0;        ///< kernels
  std::uint64_t returned_ = 0;     ///< kernels that were launched again
};

}  // namespace rooflens::inject
