#include "profiler/cupti/current_context.hpp"

#include "profiler/cupti/cuda_check.hpp"

namespace rooflens::collect::cupti {

CUcontext current_context() {
  check_cuda(cudaFree(nullptr), "creating the CUDA context");
  void* entry = nullptr;
  check_cuda(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, nullptr),
             "looking up cuCtxGetCurrent");
  CUcontext context = nullptr;
  if (!entry || reinterpret_cast<CUresult (*)(CUcontext*)>(entry)(&context) != CUDA_SUCCESS || !context) {
    throw std::runtime_error("there is no current CUDA context");
  }
  return context;
}

}  // namespace rooflens::collect::cupti
