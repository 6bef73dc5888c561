// What operations said of the work of each kernel: that of its median launch; written down as it becomes known.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/observe/logbook.hpp"
#include "profiler/torch/operation_work.hpp"

namespace rooflens::torch {

/// Launches of a kernel after which a part of the later ones is enough.
inline constexpr std::uint64_t kWellKnown = 64;

class FormulaBook {
 public:
  /// Launches of a kernel of an operation, or of none; their work together, where it is known.
  void add(int kernel, std::uint64_t launches, std::string_view operation, const OperationWork* work);
  /// How often a kernel was looked at.
  [[nodiscard]] std::uint64_t seen(int kernel) const;
  struct Launches {
    std::uint64_t seen = 0;
    std::uint64_t first = 0;  ///< of these, among the first kWellKnown of their kernel
  };
  [[nodiscard]] Launches launches() const;
  /// Kernels of which much more is known than was written, or, at the end, anything.
  void write(inject::Logbook& logbook, bool all);

 private:
  /// Of launches of one operation together.
  struct Sample {
    OperationWork of_one;
    std::uint64_t launches = 0;
  };
  struct Entry {
    std::vector<Sample> samples;  ///< kMostSamples at most: a fair choice of all
    std::uint64_t offered = 0;
    std::uint64_t seen = 0, known = 0;
    std::uint64_t written = 0;  ///< of `seen`
    std::string operations;     ///< their names
  };
  [[nodiscard]] static collect::spool::FormulaRecord record_of(int kernel, Entry& entry);
  mutable std::mutex mutex_;
  std::map<int, Entry> kernels_;
  std::minstd_rand random_;
  Launches launches_;
};

}  // namespace rooflens::torch
