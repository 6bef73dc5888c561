#include "profiler/graph/graph_driver.hpp"

#include <dlfcn.h>

namespace rooflens::graph {
namespace {

template <class Function>
bool find(void* driver, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(driver, name));
  return function != nullptr;
}

// cuda.h makes cuGraphGetEdges a macro for the version that it declares.
#define ROOFLENS_TEXT(name) #name
#define ROOFLENS_FIND(member, name) found &= find(driver, ROOFLENS_TEXT(name), table.member)

bool fill(GraphDriver& table) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (!driver) return false;
  bool found = true;
  ROOFLENS_FIND(get_nodes, cuGraphGetNodes);
  ROOFLENS_FIND(get_edges, cuGraphGetEdges);
  ROOFLENS_FIND(node_type, cuGraphNodeGetType);
  ROOFLENS_FIND(kernel_params, cuGraphKernelNodeGetParams);
  ROOFLENS_FIND(kernel_attribute, cuGraphKernelNodeGetAttribute);
  ROOFLENS_FIND(copy_params, cuGraphMemcpyNodeGetParams);
  ROOFLENS_FIND(fill_params, cuGraphMemsetNodeGetParams);
  ROOFLENS_FIND(host_params, cuGraphHostNodeGetParams);
  ROOFLENS_FIND(child, cuGraphChildGraphNodeGetGraph);
  ROOFLENS_FIND(function_name, cuFuncGetName);
  ROOFLENS_FIND(function_param, cuFuncGetParamInfo);
  ROOFLENS_FIND(kernel_function, cuKernelGetFunction);
  ROOFLENS_FIND(pointer_attribute, cuPointerGetAttribute);
  ROOFLENS_FIND(launch_kernel, cuLaunchKernelEx);
  ROOFLENS_FIND(launch_host, cuLaunchHostFunc);
  ROOFLENS_FIND(copy, cuMemcpy3DAsync);
  ROOFLENS_FIND(fill8, cuMemsetD2D8Async);
  ROOFLENS_FIND(fill16, cuMemsetD2D16Async);
  ROOFLENS_FIND(fill32, cuMemsetD2D32Async);
  ROOFLENS_FIND(create, cuGraphCreate);
  ROOFLENS_FIND(add_host, cuGraphAddHostNode);
  ROOFLENS_FIND(add_kernel, cuGraphAddKernelNode);
  ROOFLENS_FIND(add_copy, cuGraphAddMemcpyNode);
  ROOFLENS_FIND(add_fill, cuGraphAddMemsetNode);
  ROOFLENS_FIND(set_attribute, cuGraphKernelNodeSetAttribute);
  ROOFLENS_FIND(instantiate, cuGraphInstantiate);
  ROOFLENS_FIND(launch, cuGraphLaunch);
  ROOFLENS_FIND(destroy, cuGraphDestroy);
  ROOFLENS_FIND(destroy_exec, cuGraphExecDestroy);
  ROOFLENS_FIND(create_stream, cuStreamCreate);
  ROOFLENS_FIND(destroy_stream, cuStreamDestroy);
  ROOFLENS_FIND(query_stream, cuStreamQuery);
  ROOFLENS_FIND(wait_event, cuStreamWaitEvent);
  ROOFLENS_FIND(create_event, cuEventCreate);
  ROOFLENS_FIND(record_event, cuEventRecord);
  ROOFLENS_FIND(query_event, cuEventQuery);
  ROOFLENS_FIND(destroy_event, cuEventDestroy);
  return found;
}

}  // namespace

const GraphDriver* graph_driver() {
  static GraphDriver table;
  static const bool complete = fill(table);
  return complete ? &table : nullptr;
}

}  // namespace rooflens::graph
