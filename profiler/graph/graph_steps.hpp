// What a CUDA graph does, node by node, in an order in which it can be done on one stream. Read when the graph is
// instantiated: applications may destroy it right after that.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "models/record/launch.hpp"
#include "profiler/graph/graph_driver.hpp"
#include "profiler/graph/graph_lanes.hpp"

namespace rooflens::graph {

/// A kernel with a copy of its arguments.
struct KernelStep {
  CUfunction function = nullptr;
  std::string symbol;  ///< mangled
  models::Dim3 grid, block;
  unsigned shared_bytes = 0;  ///< dynamic, per block
  std::vector<std::byte> arguments;
  std::vector<std::size_t> offsets;  ///< of each argument; empty: `arguments` is one packed buffer
  std::vector<CUlaunchAttribute> attributes;
  [[nodiscard]] bool cooperative() const;
  [[nodiscard]] bool clustered() const;
};
using CopyStep = CUDA_MEMCPY3D;
using FillStep = CUDA_MEMSET_NODE_PARAMS;
using HostStep = CUDA_HOST_NODE_PARAMS;

struct GraphStep {
  CUgraphNode node = nullptr;  ///< the handle at instantiation, by which the application changes it later
  std::variant<KernelStep, CopyStep, FillStep, HostStep> work;
};

struct GraphSteps {
  std::vector<GraphStep> steps;
  GraphLanes lanes;
  std::string refusal;  ///< why it cannot be done step by step, as the end of "not counted: "
  bool refused_for_good = false;
  std::uint64_t version = 0;     ///< changes whenever a function or a geometry does; arguments may change all the time
  std::size_t changed_last = 0;  ///< the step
};

/// Child graphs are read into their parent. Refused are graphs with nodes that allocate, decide, signal or wait; those
/// whose nodes the device updates; and copies to or from pageable host memory, which a stream does not do as a graph
/// does. Where two kernels may run at the same time one might wait for the other: such a graph has lanes.
/// `context`: the one that it will be launched in; a node of another is a reason to refuse.
[[nodiscard]] GraphSteps read_graph(const GraphDriver& driver, CUgraph graph, CUcontext context);

/// A kernel with new arguments, as the node of a graph has them. False where they cannot be read.
[[nodiscard]] bool read_kernel(const GraphDriver& driver, const CUDA_KERNEL_NODE_PARAMS& params, KernelStep& step);
/// Whether a stream copies like a graph.
[[nodiscard]] bool can_copy(const GraphDriver& driver, const CUDA_MEMCPY3D& copy);

}  // namespace rooflens::graph
