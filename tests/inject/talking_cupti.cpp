// CUPTI with a mouth: calls the injected library back as if the driver had launched something, and lets a test happen
// in the middle of what the library asks. What is not here is the real library's. ROOFLENS_CUPTI names this one.
#include <cupti.h>
#include <cupti_profiler_target.h>

#include <atomic>
#include <initializer_list>

namespace {

CUpti_CallbackFunc listener = nullptr;
void* listeners_own = nullptr;
std::atomic<bool> heard{false};

}  // namespace

extern "C" {

// What happens while the library asks for a context's device, while it asks for activity records, and in the driver.
void (*talking_cupti_at_device)() = nullptr;
void (*talking_cupti_at_flush)() = nullptr;
void (*talking_cupti_in_driver)() = nullptr;
const char* talking_cupti_symbol = "kernel";  ///< of what is launched

/// Whether launches have callbacks.
bool talking_cupti_hears() { return heard; }

void talking_cupti_launch() {
  if (!heard) return;
  cuLaunchKernel_params params{};
  params.gridDimX = params.gridDimY = params.gridDimZ = params.blockDimX = params.blockDimY = params.blockDimZ = 1;
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.context = reinterpret_cast<CUcontext>(&params);
  data.correlationId = 1;
  data.symbolName = talking_cupti_symbol;
  data.functionParams = &params;
  data.functionReturnValue = &result;
  for (const CUpti_ApiCallbackSite site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    data.callbackSite = site;
    listener(listeners_own, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, &data);
    if (site == CUPTI_API_ENTER && talking_cupti_in_driver) talking_cupti_in_driver();
  }
}

// A stream begins to be captured; nobody ends it.
void talking_cupti_begin_capture() {
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.functionReturnValue = &result;
  for (const CUpti_ApiCallbackSite site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    data.callbackSite = site;
    listener(listeners_own, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, &data);
  }
}

// A call of the driver, before it (site 0) or after it (1).
void talking_cupti_call(unsigned id, void* params, int site) {
  if (!listener) return;
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.context = reinterpret_cast<CUcontext>(&listener);
  data.correlationId = 2;
  data.functionParams = params;
  data.functionReturnValue = &result;
  data.callbackSite = site == 0 ? CUPTI_API_ENTER : CUPTI_API_EXIT;
  listener(listeners_own, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
}

// Nothing can be counted here.
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_ERROR_HARDWARE_BUSY; }

#ifdef ROOFLENS_TALKS_AS_12
CUptiResult cuptiGetVersion(uint32_t* version) {
  *version = 26;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* own) {
#else
CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* own,
                              CUpti_SubscriberParams*) {
#endif
  *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&listener);
  listener = callback;
  listeners_own = own;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId id) {
  if (id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel) heard = enable != 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) { return CUPTI_SUCCESS; }
CUptiResult cuptiGetDeviceId(CUcontext, uint32_t* device) {
  if (talking_cupti_at_device) talking_cupti_at_device();
  *device = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle) {
  heard = false;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind) { return CUPTI_SUCCESS; }
CUptiResult cuptiActivityDisable(CUpti_ActivityKind) { return CUPTI_SUCCESS; }
CUptiResult cuptiActivityFlushAll(uint32_t) {
  if (talking_cupti_at_flush) talking_cupti_at_flush();
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  *dropped = 0;
  return CUPTI_SUCCESS;
}

}  // extern "C"
