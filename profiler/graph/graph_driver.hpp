// Functions of the CUDA driver that read a graph and launch what its nodes hold. A table, so that tests need no driver.
#pragma once

#include <cuda.h>

namespace rooflens::graph {

struct GraphDriver {
  decltype(&cuGraphGetNodes) get_nodes = nullptr;
  decltype(&cuGraphGetEdges) get_edges = nullptr;
  decltype(&cuGraphNodeGetType) node_type = nullptr;
  decltype(&cuGraphKernelNodeGetParams) kernel_params = nullptr;
  decltype(&cuGraphKernelNodeGetAttribute) kernel_attribute = nullptr;
  decltype(&cuGraphMemcpyNodeGetParams) copy_params = nullptr;
  decltype(&cuGraphMemsetNodeGetParams) fill_params = nullptr;
  decltype(&cuGraphHostNodeGetParams) host_params = nullptr;
  decltype(&cuGraphChildGraphNodeGetGraph) child = nullptr;
  decltype(&cuFuncGetName) function_name = nullptr;
  decltype(&cuFuncGetParamInfo) function_param = nullptr;
  decltype(&cuKernelGetFunction) kernel_function = nullptr;
  decltype(&cuPointerGetAttribute) pointer_attribute = nullptr;
  decltype(&cuLaunchKernelEx) launch_kernel = nullptr;
  decltype(&cuLaunchHostFunc) launch_host = nullptr;
  decltype(&cuMemcpy3DAsync) copy = nullptr;
  decltype(&cuMemsetD2D8Async) fill8 = nullptr;
  decltype(&cuMemsetD2D16Async) fill16 = nullptr;
  decltype(&cuMemsetD2D32Async) fill32 = nullptr;
  decltype(&cuGraphCreate) create = nullptr;
  decltype(&cuGraphAddHostNode) add_host = nullptr;
  decltype(&cuGraphAddKernelNode) add_kernel = nullptr;
  decltype(&cuGraphAddMemcpyNode) add_copy = nullptr;
  decltype(&cuGraphAddMemsetNode) add_fill = nullptr;
  decltype(&cuGraphKernelNodeSetAttribute) set_attribute = nullptr;
  decltype(&cuGraphInstantiate) instantiate = nullptr;
  decltype(&cuGraphLaunch) launch = nullptr;
  decltype(&cuGraphDestroy) destroy = nullptr;
  decltype(&cuGraphExecDestroy) destroy_exec = nullptr;
  decltype(&cuStreamCreate) create_stream = nullptr;
  decltype(&cuStreamDestroy) destroy_stream = nullptr;
  decltype(&cuStreamQuery) query_stream = nullptr;
  decltype(&cuStreamWaitEvent) wait_event = nullptr;
  decltype(&cuEventCreate) create_event = nullptr;
  decltype(&cuEventRecord) record_event = nullptr;
  decltype(&cuEventQuery) query_event = nullptr;
  decltype(&cuEventDestroy) destroy_event = nullptr;
};

/// Of the driver in this process; null where it lacks one of them, being older than CUDA 12.4.
[[nodiscard]] const GraphDriver* graph_driver();

}  // namespace rooflens::graph
