#include "profiler/observe/subscription.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "profiler/graph/graph_calls.hpp"
#include "profiler/observe/launch_call.hpp"

namespace rooflens::inject {
namespace {

using Level = collect::spool::NoteRecord::Level;

constexpr CUpti_CallbackId kOtherCalls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2,
    CUPTI_DRIVER_TRACE_CBID_cuProfilerStart,
    CUPTI_DRIVER_TRACE_CBID_cuProfilerStop,
    CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
    CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
    CUPTI_DRIVER_TRACE_CBID_cuGreenCtxCreate,
    CUPTI_DRIVER_TRACE_CBID_cuEventCreate,
    CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2,
    CUPTI_DRIVER_TRACE_CBID_cuCtxEnablePeerAccess,
    CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle,
    CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemImportFromShareableHandle,
    CUPTI_DRIVER_TRACE_CBID_cuMulticastAddDevice,
    // A launch that was left ends before them: within them the driver holds what CUPTI would wait for.
    CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy_v2,
    CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease,
    CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease_v2,
    CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset,
    CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset_v2,
};

// What a program that times its launches, or orders streams, does as often as it launches.
constexpr CUpti_CallbackId kEventCalls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuEventRecord,          CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags, CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent,      CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent_ptsz,
};

// What the calls of a subscription beside others go through; null where CUPTI has no room for one, or where its
// functions are there and answer nothing, as with an older driver.
std::shared_ptr<const collect::cupti::Api> share(const collect::cupti::Api& api, CUpti_CallbackFunc listener) {
  if (!api.own.whole()) return nullptr;
  collect::cupti::SharingParams params = {};
  params.structSize = sizeof params;
  params.subscriberName = "rooflens";
  params.allowMultipleSubscribers = 1;
  auto shared = std::make_shared<collect::cupti::Api>(api);
  auto* const asked = reinterpret_cast<CUpti_SubscriberParams*>(&params);
  if (api.Subscribe_v2(&shared->subscriber, listener, nullptr, asked) != CUPTI_SUCCESS) return nullptr;
  std::uint64_t now = 0;
  if (api.own.timestamp(shared->subscriber, &now) == CUPTI_SUCCESS) return shared;
  api.Unsubscribe(shared->subscriber);
  return nullptr;
}

}  // namespace

std::unique_ptr<Subscription> Subscription::begin(std::shared_ptr<const collect::cupti::Api> api,
                                                  CUpti_CallbackFunc listener, Logbook& logbook) {
  if (auto shared = share(*api, listener)) {
    return std::unique_ptr<Subscription>(new Subscription(shared, shared->subscriber));
  }
  if (api->subscriber) {  // that of a subscription that ended
    auto alone = std::make_shared<collect::cupti::Api>(*api);
    alone->subscriber = nullptr;
    api = std::move(alone);
  }
  CUpti_SubscriberHandle handle = nullptr;
  char holder[CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN] = {};
  CUpti_SubscriberParams params = {};
  params.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
  params.subscriberName = "rooflens";
  params.oldSubscriberName = holder;
  params.oldSubscriberSize = sizeof holder;
  const CUptiResult result = api->Subscribe_v2 ? api->Subscribe_v2(&handle, listener, nullptr, &params)
                                               : api->Subscribe(&handle, listener, nullptr);
  if (result != CUPTI_SUCCESS) {
    const char* text = nullptr;
    api->GetResultString(result, &text);
    logbook.note(
        Level::warning, "subscriber",
        std::string("CUPTI does not let rooflens listen: ") + (text ? text : "unknown error") +
            (holder[0] ? std::string(" (held by ") + holder + ")" : ""),
        "only one profiler can be in a process, and torch.profiler stays in one that used it: profile a process "
        "without it");
    return nullptr;
  }
  return std::unique_ptr<Subscription>(new Subscription(std::move(api), handle));
}

void Subscription::enable(const collect::ProfileConfig& config) {
  enable_launches(true);
  enable_others();
  for (const CUpti_CallbackId id :
       {CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING}) {
    api_->EnableCallback(1, handle_, CUPTI_CB_DOMAIN_RESOURCE, id);
  }
  api_->EnableDomain(1, handle_, CUPTI_CB_DOMAIN_STATE);
  if (config.stalls || config.lines || config.replay == collect::ReplayMode::kernel) hear_of_modules();
  every_call_ = config.stalls;
  if (every_call_) api_->EnableDomain(1, handle_, CUPTI_CB_DOMAIN_DRIVER_API);
}

void Subscription::hear_of_modules() {
  if (modules_.exchange(true)) return;
  api_->EnableCallback(1, handle_, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
}

// As while --idle waits: where all callbacks were off meanwhile, CUPTI 13.0 did not start the counters of a context
// again.
void Subscription::rest() {
  api_->EnableCallback(0, handle_, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
  modules_ = false;
  if (std::exchange(every_call_, false)) {
    api_->EnableDomain(0, handle_, CUPTI_CB_DOMAIN_DRIVER_API);
    enable_others();
  }
  enable_launches(false);
}

void Subscription::enable_others() {
  for (const CUpti_CallbackId call : shape_callbacks()) enable_driver(call, true);
  for (const CUpti_CallbackId call : kOtherCalls) enable_driver(call, true);
  for (const CUpti_CallbackId call : graph::graph_callbacks()) enable_driver(call, true);
}

void Subscription::enable_driver(CUpti_CallbackId call, bool enabled) {
  api_->EnableCallback(enabled ? 1 : 0, handle_, CUPTI_CB_DOMAIN_DRIVER_API, call);
}

void Subscription::enable_launches(bool enabled) {
  for (const CUpti_CallbackId call : launch_callbacks()) enable_driver(call, enabled);
  for (const CUpti_CallbackId call : host_wait_callbacks()) enable_driver(call, enabled);
  for (const CUpti_CallbackId call : kEventCalls) enable_driver(call, enabled);
}

void Subscription::end() { api_->Unsubscribe(handle_); }

}  // namespace rooflens::inject
