// What operations said of the work of each kernel, added up; written down as it grows.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/observe/logbook.hpp"
#include "profiler/torch/operation_work.hpp"

namespace rooflens::torch {

class FormulaBook {
 public:
  /// Launches of a kernel of an operation, or of none; their work together, where it is known.
  void add(int kernel, std::uint64_t launches, std::string_view operation, const OperationWork* work);
  /// How often a kernel was looked at.
  [[nodiscard]] std::uint64_t seen(int kernel) const;
  [[nodiscard]] std::uint64_t seen() const;
  /// Kernels of which much more is known than was written, or, at the end, anything.
  void write(inject::Logbook& logbook, bool all);

 private:
  struct Entry {
    collect::spool::FormulaRecord record;
    std::uint64_t written = 0;  ///< of record.seen
    bool mixed = false;         ///< products of several formats: nothing is said of it
  };
  mutable std::mutex mutex_;
  std::map<int, Entry> kernels_;
  std::uint64_t seen_ = 0;
};

}  // namespace rooflens::torch
