// How often kernels come back, counted in launches: which of them may be launched again soon.
#pragma once

#include <cstdint>

namespace rooflens::inject {

/// When one kernel was launched, as numbers of the launches that its Recurrence was told of.
struct Pace {
  std::uint64_t recurrence = 0;  ///< whose launches these are; another one begins anew
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t launches = 0;
  std::uint64_t gap = 0;          ///< between the last two
  std::uint64_t longest_gap = 0;  ///< between two launches that follow each other
  bool late = false;              ///< the program repeated itself when it was launched first: it is no part of that
};

class Recurrence {
 public:
  Recurrence();
  /// A launch of the kernel begins.
  void launch(Pace& pace);
  /// Whether the other kernel may still come, now that the current one is launched. It may if it stayed away for longer
  /// before. It may also if the current one came back only a few times since and the program has not gone round without
  /// it: until then nobody knows whether what was launched once is part of what repeats.
  [[nodiscard]] bool due(const Pace& other, const Pace& current) const;

 private:
  /// The program does again what it did before.
  [[nodiscard]] bool repeats() const;

  std::uint64_t id_;
  std::uint64_t launch_ = 0;
  std::uint64_t longest_gap_ = 0;  ///< of any kernel
  double kernels_ = 0;
  double fresh_ = 1;  ///< share of first launches among the last ones, about as many as there are kernels
};

}  // namespace rooflens::inject
