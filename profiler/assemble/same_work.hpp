// Nodes of graphs that launch the same kernel with the same geometry are told apart by their arguments. Those that do
// the same work all the same are one kernel again.
#pragma once

#include <memory>
#include <vector>

#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// Kernels of one shape that do the same work, as far as is known.
struct SameWork {
  std::vector<int> kernels;                   ///< their numbers
  const KernelEntry* entry = nullptr;         ///< what is known of them together
  std::shared_ptr<const KernelEntry> merged;  ///< holds it, where they are several
  bool nodes = false;                         ///< they are told from others by their arguments
};

/// Of the shape of this number. Kernels each of whose launches executed as many instructions, within 2 %, are together,
/// and so are those that were never counted. The smallest work comes first, those whose launches differ follow.
[[nodiscard]] std::vector<SameWork> same_work(const SpoolIndex& index, int shape);

}  // namespace rooflens::collect
