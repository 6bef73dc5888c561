// Functions of the CUDA driver that read a graph and launch what its nodes hold. A table, so that tests need no driver.
#pragma once

#include <cuda.h>

// Each with its member in the table.
#define ROOFLENS_GRAPH_FUNCTIONS(X)                  \
  X(get_nodes, cuGraphGetNodes)                      \
  X(get_edges, cuGraphGetEdges)                      \
  X(node_type, cuGraphNodeGetType)                   \
  X(kernel_params, cuGraphKernelNodeGetParams)       \
  X(kernel_attribute, cuGraphKernelNodeGetAttribute) \
  X(copy_params, cuGraphMemcpyNodeGetParams)         \
  X(fill_params, cuGraphMemsetNodeGetParams)         \
  X(host_params, cuGraphHostNodeGetParams)           \
  X(child, cuGraphChildGraphNodeGetGraph)            \
  X(function_name, cuFuncGetName)                    \
  X(function_param, cuFuncGetParamInfo)              \
  X(kernel_function, cuKernelGetFunction)            \
  X(pointer_attribute, cuPointerGetAttribute)        \
  X(launch_kernel, cuLaunchKernelEx)                 \
  X(launch_host, cuLaunchHostFunc)                   \
  X(copy, cuMemcpy3DAsync)                           \
  X(fill8, cuMemsetD2D8Async)                        \
  X(fill16, cuMemsetD2D16Async)                      \
  X(fill32, cuMemsetD2D32Async)                      \
  X(create, cuGraphCreate)                           \
  X(add_host, cuGraphAddHostNode)                    \
  X(add_kernel, cuGraphAddKernelNode)                \
  X(add_copy, cuGraphAddMemcpyNode)                  \
  X(add_fill, cuGraphAddMemsetNode)                  \
  X(set_attribute, cuGraphKernelNodeSetAttribute)    \
  X(instantiate, cuGraphInstantiate)                 \
  X(launch, cuGraphLaunch)                           \
  X(destroy, cuGraphDestroy)                         \
  X(destroy_exec, cuGraphExecDestroy)                \
  X(create_stream, cuStreamCreate)                   \
  X(destroy_stream, cuStreamDestroy)                 \
  X(query_stream, cuStreamQuery)                     \
  X(wait_event, cuStreamWaitEvent)                   \
  X(create_event, cuEventCreate)                     \
  X(record_event, cuEventRecord)                     \
  X(query_event, cuEventQuery)                       \
  X(destroy_event, cuEventDestroy)

namespace rooflens::graph {

struct GraphDriver {
#define ROOFLENS_DECLARE(member, name) decltype(&name) member = nullptr;
  ROOFLENS_GRAPH_FUNCTIONS(ROOFLENS_DECLARE)
#undef ROOFLENS_DECLARE
};

/// Of the driver in this process; null where it lacks one of them, being older than CUDA 12.4.
[[nodiscard]] const GraphDriver* graph_driver();

}  // namespace rooflens::graph
