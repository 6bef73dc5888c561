#include "profiler/graph/graph_calls.hpp"

#include <cupti.h>  // brings the parameters of each call

#include <algorithm>
#include <array>

namespace rooflens::graph {
namespace {

constexpr std::size_t kOfGraphs = 10;  // the first of these; the others change a node
constexpr std::array<CUpti_CallbackId, 23> kCalls{
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2,
    CUPTI_DRIVER_TRACE_CBID_cuGraphUpload,
    CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecBatchMemOpNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemcpyNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemsetNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecHostNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecChildGraphNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventRecordNodeSetEvent,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventWaitNodeSetEvent,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresSignalNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresWaitNodeSetParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled,
};

constexpr const char* kNotFollowed = "its nodes are changed in a way that is not followed";
constexpr const char* kNotObserved = "it was changed while launches were not watched";

// What every form of a kernel node's parameters has.
template <class Params>
CUDA_KERNEL_NODE_PARAMS kernel_params(const Params& from) {
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = from.func;
  params.gridDimX = from.gridDimX;
  params.gridDimY = from.gridDimY;
  params.gridDimZ = from.gridDimZ;
  params.blockDimX = from.blockDimX;
  params.blockDimY = from.blockDimY;
  params.blockDimZ = from.blockDimZ;
  params.sharedMemBytes = from.sharedMemBytes;
  params.kernelParams = from.kernelParams;
  params.extra = from.extra;
  if constexpr (requires { from.kern; }) {
    params.kern = from.kern;
    params.ctx = from.ctx;
  }
  return params;
}

template <class Params>
const Params& as(const CUpti_CallbackData& data) {
  return *static_cast<const Params*>(data.functionParams);
}

void instantiated(const GraphDriver& driver, GraphTable& table, const CUpti_CallbackData& data,
                  unsigned long long flags) {
  const auto& p = as<cuGraphInstantiateWithFlags_params>(data);  // every form begins with these two
  if (!p.phGraphExec || !*p.phGraphExec) return;
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) {
    table.device_launches(*p.phGraphExec);
  } else {
    table.instantiated(driver, *p.phGraphExec, p.hGraph, data.context);
  }
}

void node_changed(const GraphDriver& driver, GraphTable& table, const cuGraphExecNodeSetParams_params& p) {
  if (p.nodeParams->type == CU_GRAPH_NODE_TYPE_KERNEL) {
    table.kernel_changed(driver, p.hGraphExec, p.hNode, kernel_params(p.nodeParams->kernel));
  } else {
    table.lose(p.hGraphExec, kNotFollowed);
  }
}

}  // namespace

std::span<const CUpti_CallbackId> graph_callbacks() { return kCalls; }

bool is_graph_call(CUpti_CallbackId callback) {
  return std::find(kCalls.begin(), kCalls.end(), callback) != kCalls.end();
}

bool is_node_change(CUpti_CallbackId callback) {
  return std::find(kCalls.begin() + kOfGraphs, kCalls.end(), callback) != kCalls.end();
}

void follow(const GraphDriver& driver, GraphTable& table, CUpti_CallbackId callback, const CUpti_CallbackData& data,
            bool observed) {
  if (callback == CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy) {
    if (data.callbackSite == CUPTI_API_ENTER) table.destroyed(as<cuGraphExecDestroy_params>(data).hGraphExec);
    return;
  }
  if (data.callbackSite == CUPTI_API_ENTER) return;
  if (*static_cast<const CUresult*>(data.functionReturnValue) != CUDA_SUCCESS) return;
  switch (callback) {
    case CUPTI_DRIVER_TRACE_CBID_cuGraphUpload:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz:
      return;  // changes nothing that is followed
    case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2:
      return instantiated(driver, table, data, 0);
    case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags:
      return instantiated(driver, table, data, as<cuGraphInstantiateWithFlags_params>(data).flags);
    case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz: {
      const auto* params = as<cuGraphInstantiateWithParams_params>(data).instantiateParams;
      return instantiated(driver, table, data, params ? params->flags : 0);
    }
    default:
      break;
  }
  const CUgraphExec changed = as<cuGraphExecDestroy_params>(data).hGraphExec;  // all others begin with the graph
  if (!observed) return table.lose(changed, kNotObserved);
  switch (callback) {
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate:
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2: {
      const auto& p = as<cuGraphExecUpdate_v2_params>(data);  // both begin with these two
      return table.updated(driver, p.hGraphExec, p.hGraph, data.context);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams: {
      const auto& p = as<cuGraphExecKernelNodeSetParams_params>(data);
      return table.kernel_changed(driver, p.hGraphExec, p.hNode, kernel_params(*p.nodeParams));
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2: {
      const auto& p = as<cuGraphExecKernelNodeSetParams_v2_params>(data);
      return table.kernel_changed(driver, p.hGraphExec, p.hNode, *p.nodeParams);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemcpyNodeSetParams: {
      const auto& p = as<cuGraphExecMemcpyNodeSetParams_params>(data);
      return table.copy_changed(driver, p.hGraphExec, p.hNode, *p.copyParams);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemsetNodeSetParams: {
      const auto& p = as<cuGraphExecMemsetNodeSetParams_params>(data);
      return table.fill_changed(p.hGraphExec, p.hNode, *p.memsetParams);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecHostNodeSetParams: {
      const auto& p = as<cuGraphExecHostNodeSetParams_params>(data);
      return table.host_changed(p.hGraphExec, p.hNode, *p.nodeParams);
    }
    case CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams:
      return node_changed(driver, table, as<cuGraphExecNodeSetParams_params>(data));
    default:
      table.lose(changed, kNotFollowed);
  }
}

void exchange(const CUpti_CallbackData& data, CUgraphExec other) {
  auto& params = *const_cast<cuGraphLaunch_params*>(static_cast<const cuGraphLaunch_params*>(data.functionParams));
  params.hGraph = other == kNoGraph ? nullptr : other;
}

}  // namespace rooflens::graph
