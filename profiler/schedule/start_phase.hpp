// When the start of a program is over: from then on it repeats what is known. Pure, no CUDA.
#pragma once

#include <chrono>
#include <cstdint>

#include "profiler/schedule/kernel_state.hpp"

namespace rooflens::inject {

class StartPhase {
 public:
  /// Whether a kernel that was launched so often is known, or will not be soon. `counts`: it is to be counted. `age`:
  /// how long the program has been launching kernels.
  [[nodiscard]] static bool knows(CountProgress progress, std::uint64_t launches, bool counts,
                                  std::chrono::duration<double> age) {
    if (launches < kFewLaunches) return false;
    const bool hopeless = launches >= kManyLaunches && age >= kGiveUpAfter;
    return !counts || progress != CountProgress::open || hopeless;
  }
  /// Takes the launches that were made since it was last called, and says whether the start is over. It is when nine of
  /// ten were of kernels that are known; the program starts again when four of ten are not. A few kernels may be new
  /// for ever, where shapes grow with every step.
  [[nodiscard]] bool step(std::uint64_t of_known, std::uint64_t of_others) {
    of_known_ += of_known;
    launches_ += of_known + of_others;
    if (launches_ < kSample) return over_;
    const double known = static_cast<double>(of_known_) / static_cast<double>(launches_);
    over_ = known >= (over_ ? kToGoOn : kToBeOver);
    of_known_ = launches_ = 0;
    return over_;
  }

  static constexpr std::uint64_t kFewLaunches = 100;  ///< as many steps, where each launches it once
  static constexpr std::uint64_t kManyLaunches = 1000;
  static constexpr std::chrono::seconds kGiveUpAfter{3};  ///< enough for the first windows, in which CUPTI starts
  static constexpr std::uint64_t kSample = 32;
  static constexpr double kToBeOver = 0.9;
  static constexpr double kToGoOn = 0.6;

 private:
  std::uint64_t of_known_ = 0;
  std::uint64_t launches_ = 0;
  bool over_ = false;
};

}  // namespace rooflens::inject
