// What the driver of fake_cuda.cpp is asked for besides. Without cuda.h, which declares these otherwise.
#include <atomic>

extern "C" {

#define ROOFLENS_NOTHING_TO_DO(name) \
  int name() { return 0; }
ROOFLENS_NOTHING_TO_DO(cuStreamDestroy_v2)
ROOFLENS_NOTHING_TO_DO(cuCtxSetCurrent)
ROOFLENS_NOTHING_TO_DO(cuEventCreate)
ROOFLENS_NOTHING_TO_DO(cuEventRecord)
ROOFLENS_NOTHING_TO_DO(cuEventDestroy_v2)
ROOFLENS_NOTHING_TO_DO(cuStreamWaitEvent)
std::atomic<int> fake_cuda_modes{0};  // so often one for captures was set
int cuThreadExchangeStreamCaptureMode() {
  ++fake_cuda_modes;
  return 0;
}
void (*fake_cuda_load)(const void* function) = nullptr;  // what loading its code does
int cuFuncLoad(void* function) {
  if (fake_cuda_load) fake_cuda_load(function);
  return 0;
}
int cuFuncGetAttribute(int* value, int, void*) {
  *value = 32;
  return 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int, unsigned long) {
  *blocks = 2;
  return 0;
}
#define ROOFLENS_UNUSED(name) \
  int name() { return 801; }  // CUDA_ERROR_NOT_SUPPORTED
ROOFLENS_UNUSED(cuGraphMemcpyNodeGetParams)
ROOFLENS_UNUSED(cuGraphMemsetNodeGetParams)
ROOFLENS_UNUSED(cuGraphHostNodeGetParams)
ROOFLENS_UNUSED(cuGraphChildGraphNodeGetGraph)
ROOFLENS_UNUSED(cuGraphAddMemcpyNode)
ROOFLENS_UNUSED(cuGraphAddMemsetNode)
ROOFLENS_UNUSED(cuGraphKernelNodeSetAttribute)
ROOFLENS_UNUSED(cuKernelGetFunction)
ROOFLENS_UNUSED(cuPointerGetAttribute)
ROOFLENS_UNUSED(cuLaunchHostFunc)
ROOFLENS_UNUSED(cuMemcpy3DAsync_v2)
ROOFLENS_UNUSED(cuMemsetD2D8Async)
ROOFLENS_UNUSED(cuMemsetD2D16Async)
ROOFLENS_UNUSED(cuMemsetD2D32Async)

}  // extern "C"
