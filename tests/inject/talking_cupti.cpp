// CUPTI with a mouth: calls the injected library back as if the driver had launched something, and lets a test happen
// in the middle of what the library asks. What is not here is the real library's. ROOFLENS_CUPTI names this one.
#include <cupti.h>
#include <cupti_profiler_target.h>

#include <atomic>
#include <initializer_list>

#ifdef ROOFLENS_TALKS_AS_13_2
#include "tests/inject/cupti_13_2.hpp"
#define ROOFLENS_REFUSE_BESIDE_OTHERS \
  if (const CUptiResult refused = rooflens::inject::for_the_whole_process(); refused) return refused
#else
#define ROOFLENS_REFUSE_BESIDE_OTHERS static_cast<void>(0)
#endif

namespace {

CUpti_CallbackFunc listener = nullptr;
void* listeners_own = nullptr;
std::atomic<unsigned long long> recorded{0};            // a bit for each kind of activity
std::atomic<bool> heard[CUPTI_DRIVER_TRACE_CBID_SIZE];  // calls of the driver that have callbacks
std::atomic<bool> modules_heard{false};

}  // namespace

#ifdef ROOFLENS_TALKS_AS_13_2
void rooflens::inject::record_activity(CUpti_ActivityKind kind, bool on) {
  if (on) {
    recorded |= 1ULL << kind;
  } else {
    recorded &= ~(1ULL << kind);
  }
}
#endif

extern "C" {

// What happens while the library asks for a context's device, while it asks for activity records, in the driver, and
// where CUPTI would wait for the GPU.
void (*talking_cupti_at_device)() = nullptr;
void (*talking_cupti_at_flush)() = nullptr;
void (*talking_cupti_in_driver)() = nullptr;
void (*talking_cupti_at_profiler)() = nullptr;
const char* talking_cupti_symbol = "kernel";  ///< of what is launched

// Whether somebody else listens, who came before the library.
bool talking_cupti_is_taken = false;

bool talking_cupti_gives_records = true;
/// Whether any are made.
bool talking_cupti_records() { return recorded != 0; }
/// Whether launches have callbacks.
bool talking_cupti_hears() { return heard[CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel]; }
/// Who takes records, and how often the profiler was asked for.
CUpti_BuffersCallbackCompleteFunc talking_cupti_takes_records = nullptr;
int talking_cupti_initialized = 0;
/// Of launches by talking_cupti_launch(), odd; those of other calls are even.
uint32_t talking_cupti_correlation = 1;

bool talking_cupti_hears_modules() { return modules_heard; }

void talking_cupti_launch() {
  if (!talking_cupti_hears()) return;
  cuLaunchKernel_params params{};
  params.gridDimX = params.gridDimY = params.gridDimZ = params.blockDimX = params.blockDimY = params.blockDimZ = 1;
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.context = reinterpret_cast<CUcontext>(&listener);
  data.correlationId = talking_cupti_correlation += 2;
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
  cuStreamBeginCapture_v2_params params{reinterpret_cast<CUstream>(&listener), CU_STREAM_CAPTURE_MODE_RELAXED};
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.functionParams = &params;
  data.functionReturnValue = &result;
  for (const CUpti_ApiCallbackSite site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    data.callbackSite = site;
    listener(listeners_own, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, &data);
  }
}

// A call of the driver, before it (site 0) or after it (1).
void talking_cupti_call(unsigned id, void* params, int site) {
  if (!listener || !heard[id]) return;
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.context = reinterpret_cast<CUcontext>(&listener);
  static uint32_t correlation = 0;
  if (site == 0) correlation += 2;
  data.correlationId = correlation;
  data.functionParams = params;
  data.functionReturnValue = &result;
  data.callbackSite = site == 0 ? CUPTI_API_ENTER : CUPTI_API_EXIT;
  listener(listeners_own, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
}

#ifdef ROOFLENS_TALKS_AS_12  // counting_cupti.cpp counts
CUptiResult cuptiGetVersion(uint32_t* version) {
  *version = 26;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* own) {
#else
#ifndef ROOFLENS_TALKS_AS_13_2
// Nothing can be counted here.
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) {
  ++talking_cupti_initialized;
  if (talking_cupti_at_profiler) talking_cupti_at_profiler();
  return CUPTI_ERROR_HARDWARE_BUSY;
}
#endif

CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback, void* own,
                              [[maybe_unused]] CUpti_SubscriberParams* params) {
#endif
  if (talking_cupti_is_taken) return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
#ifdef ROOFLENS_TALKS_AS_13_2
  if (const auto [result, first] = rooflens::inject::admit(params); !first) {
    *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&heard);
    return result;
  }
#endif
  *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(&listener);
  listener = callback;
  listeners_own = own;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle, CUpti_CallbackDomain domain,
                                CUpti_CallbackId id) {
  if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED) modules_heard = enable != 0;
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) heard[id] = enable != 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) { return CUPTI_SUCCESS; }
CUptiResult cuptiGetDeviceId(CUcontext, uint32_t* device) {
  if (talking_cupti_at_device) talking_cupti_at_device();
  *device = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle) {
#ifdef ROOFLENS_TALKS_AS_13_2
  rooflens::inject::dismiss();
#endif
  for (std::atomic<bool>& call : heard) call = false;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
  ROOFLENS_REFUSE_BESIDE_OTHERS;
  talking_cupti_takes_records = complete;
  return talking_cupti_gives_records ? CUPTI_SUCCESS : CUPTI_ERROR_UNKNOWN;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  ROOFLENS_REFUSE_BESIDE_OTHERS;
  recorded |= 1ULL << kind;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  ROOFLENS_REFUSE_BESIDE_OTHERS;
  recorded &= ~(1ULL << kind);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(uint32_t) {
  if (talking_cupti_at_flush) talking_cupti_at_flush();
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  *dropped = 0;
  return CUPTI_SUCCESS;
}

}  // extern "C"
