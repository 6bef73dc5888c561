// Tells nodes of graphs apart that launch the same kernel with the same geometry and do different work.
#pragma once

#include <cstdint>

#include "profiler/graph/graph_steps.hpp"

namespace rooflens::graph {

/// Of the arguments, addresses that the driver knows left out: nodes whose digests are equal do the same work, unless
/// what they find in memory decides it. Those of different digests may, too.
[[nodiscard]] std::uint64_t work_digest(const GraphDriver& driver, const KernelStep& step);

}  // namespace rooflens::graph
