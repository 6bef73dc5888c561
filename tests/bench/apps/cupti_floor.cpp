// An injected library that does nothing but subscribe to CUPTI: what a program loses under it, it loses under every
// tool that uses CUPTI. CUPTI_FLOOR=launches also asks for the callbacks of launches, CUPTI_FLOOR=records for activity
// records of kernels, which it throws away, and CUPTI_FLOOR=both for both. With "-rest" behind it, as in both-rest,
// they end after two seconds; with "-leave" the subscription ends, too.
#include <cupti.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

constexpr CUpti_CallbackId kLaunches[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,   CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz};

void CUPTIAPI on_callback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *size = 1 << 20;
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t) {
  std::free(buffer);
}

}  // namespace

/// Called by the CUDA driver in cuInit.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  const char* text = std::getenv("CUPTI_FLOOR");
  const std::string_view wanted = text ? text : "";
  const bool launches = wanted.starts_with("launches") || wanted.starts_with("both");
  const bool records = wanted.starts_with("records") || wanted.starts_with("both");
  CUpti_SubscriberHandle subscriber = nullptr;
  if (cuptiSubscribe(&subscriber, on_callback, nullptr) != CUPTI_SUCCESS) return 1;
  if (launches)
    for (const CUpti_CallbackId id : kLaunches) cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  if (records) {
    cuptiActivityRegisterCallbacks(give_buffer, take_buffer);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  }
  const bool leaves = wanted.ends_with("-leave");
  if (!leaves && !wanted.ends_with("-rest")) return 1;
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    if (launches)
      for (const CUpti_CallbackId id : kLaunches) cuptiEnableCallback(0, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (records) cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    if (leaves) cuptiUnsubscribe(subscriber);
  }).detach();
  return 1;
}
