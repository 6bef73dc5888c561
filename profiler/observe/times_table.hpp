// How often each kernel was launched in each NVTX range, and how long it took, since the last time this was written
// down.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <utility>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// Guarded by its owner.
class TimesTable {
 public:
  void launched(int kernel, int range, std::uint64_t launches = 1);
  void timed(int kernel, int range, double duration_ns);
  /// What was noted since the last call, and nothing of it any more.
  [[nodiscard]] collect::spool::TimesRecord take();
  [[nodiscard]] std::uint64_t launches() const { return launches_; }

 private:
  collect::spool::KernelTimes& entry(int kernel, int range);

  std::map<std::pair<int, int>, collect::spool::KernelTimes> pending_;
  std::map<std::pair<int, int>, std::uint64_t> written_;  ///< samples of each, so far
  std::minstd_rand random_;
  std::uint64_t launches_ = 0;
};

}  // namespace rooflens::inject
