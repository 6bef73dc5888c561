// Asks the driver, whose functions are found by name: linking libcuda would keep the executable from starting where
// there is none.
#include "kernels/device/current_sms.hpp"

#include <cudaTypedefs.h>

#include "kernels/device/check.cuh"

namespace rooflens::kernels {
namespace {

// nullptr where the driver has no such function: then there are no parts either.
template <class Function>
Function find(const char* name, unsigned version) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult answer{};
  if (cudaGetDriverEntryPointByVersion(name, &entry, version, cudaEnableDefault, &answer) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return answer == cudaDriverEntryPointSuccess ? reinterpret_cast<Function>(entry) : nullptr;
}

}  // namespace

int current_sm_count() {
  ROOFLENS_CUDA(cudaFree(nullptr));
  static const auto get_current = find<PFN_cuCtxGetCurrent_v4000>("cuCtxGetCurrent", 4000);
  static const auto get_resource = find<PFN_cuCtxGetDevResource_v12040>("cuCtxGetDevResource", 12040);
  CUcontext context = nullptr;
  CUdevResource resource{};
  if (get_current && get_resource && get_current(&context) == CUDA_SUCCESS && context &&
      get_resource(context, &resource, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS && resource.sm.smCount > 0) {
    return static_cast<int>(resource.sm.smCount);
  }
  int device = 0;
  int sms = 0;
  ROOFLENS_CUDA(cudaGetDevice(&device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  return sms;
}

}  // namespace rooflens::kernels
