// A CUDA driver with one graph of two kernels. It writes down what runs: "a1 b2 " where the kernels were launched by
// themselves with the arguments 1 and 2, "graph " where the graph was. Tests say how it behaves.
#include <cuda.h>
#include <cupti.h>  // brings the parameters of each call

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

extern "C" {

bool fake_cuda_heeds_callbacks = true;  // launches the graph that a callback put in place
bool fake_cuda_takes_nodes = true;      // as launches
bool fake_cuda_runs_nodes = true;       // not only as nodes of another graph
bool fake_cuda_runs_second = true;      // the second of them too
bool fake_cuda_runs_added = true;       // the graph of nodes that were added to one
bool fake_cuda_names_differ = true;     // of the two kernels
bool fake_cuda_side_by_side = false;    // in graphs that are read from now on
bool fake_cuda_nodes_wait = false;      // one that was launched by itself ends once the other is launched
/// Around a call of the driver: `site` is 0 before and 1 after it.
void (*fake_cuda_callback)(unsigned id, void* params, int site) = nullptr;
std::atomic<bool> fake_cuda_busy{false};                 ///< the GPU is not done with what was launched
std::atomic<CUcontext> fake_cuda_busy_context{nullptr};  ///< the same in one context
std::atomic<CUresult> fake_cuda_error{CUDA_SUCCESS};     ///< that questions for the context's work end with
std::atomic<int> fake_cuda_asked{0};                     ///< so often
int fake_cuda_gpu = 0;                                   ///< in its UUID; 0: it has none, nor locks that tests share
std::size_t fake_cuda_used = 0;                          ///< bytes of the device's memory
std::size_t fake_cuda_parameter = sizeof(int);           ///< bytes of a kernel's only argument
std::size_t fake_cuda_allocation = 0;                    ///< bytes of the allocation that any address is in
unsigned fake_cuda_launch_id = 0;
unsigned fake_cuda_instantiate_id = 0;

}  // extern "C"

namespace {

std::mutex written_mutex;
std::string& written() {
  static std::string text;
  return text;
}
void write(const std::string& text) {
  const std::lock_guard lock(written_mutex);
  written() += text;
}
thread_local CUcontext recorded = nullptr;  // the last whose work was asked for
thread_local CUhostFn telling = nullptr;
std::atomic<int> nodes_run{0};
int arguments[] = {1, 2};
void* lists[] = {&arguments[0], &arguments[1]};
const char* const kNames[] = {"a", "b"};

// Handles; those of the application's executable graphs follow.
enum : std::size_t { kApplications = 1, kEmpty, kTelling, kAdded, kFirst };
std::atomic<std::size_t> next_exec{kFirst};
thread_local bool tells = false;  // the graph that was made last
thread_local std::string added;   // to it

std::string work_of(CUfunction function, void** list) {
  int argument = 0;
  std::memcpy(&argument, list[0], sizeof argument);
  return reinterpret_cast<const char*>(function) + std::to_string(argument) + " ";
}

CUresult run(CUgraphExec exec) {
  switch (reinterpret_cast<std::size_t>(exec)) {
    case 0:
      return CUDA_ERROR_INVALID_VALUE;
    case kAdded:
      if (!fake_cuda_runs_added) return CUDA_ERROR_OUT_OF_MEMORY;
      write(added);
      break;
    case kEmpty:
      break;
    case kTelling:
      telling(nullptr);
      break;
    default:
      write("graph ");
      break;
  }
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuEventQuery(CUevent) {
  if (fake_cuda_error != CUDA_SUCCESS) return fake_cuda_error;
  return fake_cuda_busy || (recorded && recorded == fake_cuda_busy_context) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext* context, CUgreenCtx* green) {
  *context = reinterpret_cast<CUcontext>(stream);
  *green = nullptr;
  return CUDA_SUCCESS;
}
CUresult cuCtxRecordEvent(CUcontext context, CUevent) {
  ++fake_cuda_asked;
  recorded = context;
  return fake_cuda_error;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice) {
  *uuid = {};
  if (fake_cuda_gpu == 0) return CUDA_ERROR_NOT_SUPPORTED;
  std::memcpy(uuid->bytes, &fake_cuda_gpu, sizeof fake_cuda_gpu);
  return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = std::size_t{80} << 30U;
  *free = *total - fake_cuda_used;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() { return CUDA_ERROR_UNKNOWN; }  // for drivers that have no cuCtxRecordEvent
const char* fake_cuda_written() { return written().c_str(); }

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long flags) {
  cuGraphInstantiateWithFlags_params params{exec, graph, flags};
  if (fake_cuda_callback) fake_cuda_callback(fake_cuda_instantiate_id, &params, 0);
  const bool empty = reinterpret_cast<std::size_t>(graph) == kEmpty;
  const std::size_t handle = !empty ? next_exec++ : tells ? kTelling : added.empty() ? kEmpty : kAdded;
  *exec = reinterpret_cast<CUgraphExec>(handle);
  if (fake_cuda_callback) fake_cuda_callback(fake_cuda_instantiate_id, &params, 1);
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  cuGraphLaunch_params params{exec, stream};
  if (fake_cuda_callback) fake_cuda_callback(fake_cuda_launch_id, &params, 0);
  const CUresult result = run(fake_cuda_heeds_callbacks ? params.hGraph : exec);
  if (fake_cuda_callback) fake_cuda_callback(fake_cuda_launch_id, &params, 1);
  return result;
}
CUresult cuGraphCreate(CUgraph* graph, unsigned) {
  tells = false;
  added.clear();
  *graph = reinterpret_cast<CUgraph>(std::size_t{kEmpty});
  return CUDA_SUCCESS;
}
CUresult cuGraphAddHostNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_HOST_NODE_PARAMS* params) {
  telling = params->fn;
  tells = true;
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph) { return CUDA_SUCCESS; }
CUresult cuGraphExecDestroy(CUgraphExec) { return CUDA_SUCCESS; }

CUresult cuGraphGetNodes(CUgraph, CUgraphNode* nodes, size_t* count) {
  for (std::size_t i = 0; nodes && i < 2; ++i) nodes[i] = reinterpret_cast<CUgraphNode>(i + 1);
  *count = 2;
  return CUDA_SUCCESS;
}
CUresult cuGraphGetEdges_v2(CUgraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData*, size_t* count) {
  *count = fake_cuda_side_by_side ? 0 : 1;
  if (*count == 0) return CUDA_SUCCESS;
  if (from) *from = reinterpret_cast<CUgraphNode>(std::size_t{1});
  if (to) *to = reinterpret_cast<CUgraphNode>(std::size_t{2});
  return CUDA_SUCCESS;
}
CUresult cuGraphNodeGetType(CUgraphNode, CUgraphNodeType* type) {
  *type = CU_GRAPH_NODE_TYPE_KERNEL;
  return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* params) {
  const std::size_t i = reinterpret_cast<std::size_t>(node) - 1;
  *params = {};
  params->func = reinterpret_cast<CUfunction>(const_cast<char*>(kNames[fake_cuda_names_differ ? i : 0]));
  params->gridDimX = params->gridDimY = params->gridDimZ = 1;
  params->blockDimX = params->blockDimY = params->blockDimZ = 1;
  params->kernelParams = &lists[i];
  return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode, CUkernelNodeAttrID, CUkernelNodeAttrValue*) {
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuFuncGetName(const char** name, CUfunction function) {
  *name = reinterpret_cast<const char*>(function);
  return CUDA_SUCCESS;
}
CUresult cuFuncGetParamInfo(CUfunction, size_t i, size_t* offset, size_t* size) {
  *offset = 0;
  *size = fake_cuda_parameter;
  return i == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuPointerGetAttributes(unsigned number, CUpointer_attribute* names, void** values, CUdeviceptr) {
  for (unsigned i = 0; i < number; ++i) {
    if (names[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE) *static_cast<unsigned*>(values[i]) = CU_MEMORYTYPE_DEVICE;
    if (names[i] == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR) *static_cast<CUdeviceptr*>(values[i]) = 1;
    if (names[i] == CU_POINTER_ATTRIBUTE_RANGE_SIZE) *static_cast<std::size_t*>(values[i]) = fake_cuda_allocation;
  }
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig*, CUfunction function, void** list, void**) {
  const bool second = reinterpret_cast<const char*>(function) == kNames[1];
  if (!fake_cuda_takes_nodes || !fake_cuda_runs_nodes || (second && !fake_cuda_runs_second)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  write(work_of(function, list));
  ++nodes_run;
  return CUDA_SUCCESS;
}
CUresult cuStreamQuery(CUstream) {
  return fake_cuda_nodes_wait && nodes_run % 2 == 1 ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}
CUresult cuGraphAddKernelNode_v2(CUgraphNode* node, CUgraph, const CUgraphNode*, size_t,
                                 const CUDA_KERNEL_NODE_PARAMS* params) {
  *node = reinterpret_cast<CUgraphNode>(std::size_t{9});
  added += work_of(params->func, params->kernelParams);
  return fake_cuda_takes_nodes ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
// While a capture goes on, the driver refuses other threads to wait for the context.
CUresult cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode) {
  write("capture ");
  return CUDA_SUCCESS;
}
CUresult cuStreamCreate(CUstream* stream, unsigned) {
  *stream = reinterpret_cast<CUstream>(std::size_t{5});
  return CUDA_SUCCESS;
}

}  // extern "C"
