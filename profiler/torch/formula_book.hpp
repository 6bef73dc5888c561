// What operations said of the work of each kernel, launches of the same work together; written down as it grows.
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
  /// Launches that do the same work, to kSameWork.
  struct Alike {
    OperationWork of_one;
    std::string operations;  ///< their names
    std::uint64_t launches = 0;
  };
  struct Entry {
    std::vector<Alike> works;  ///< kMostWorks at most; launches of others are known all the same
    std::uint64_t seen = 0, known = 0;
    std::uint64_t written = 0;  ///< of `seen`
  };
  static void add_alike(std::vector<Alike>& works, std::uint64_t launches, std::string_view operation,
                        const OperationWork& work);
  mutable std::mutex mutex_;
  std::map<int, Entry> kernels_;
  Launches launches_;
};

}  // namespace rooflens::torch
