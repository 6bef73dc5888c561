// What CUPTI has for several subscribers in one process: a beta in 13.2, and with all functions in 13.3, which needs
// driver 610. The headers of 13.0 lack it, so it is declared here after NVIDIA's documentation. Nobody has measured it,
// so it is used only where the user asks for it.
#pragma once

#include <cupti_activity.h>
#include <cupti_callbacks.h>

#include <cstddef>
#include <cstdint>

namespace rooflens::collect::cupti {

inline constexpr unsigned kOldestWithSeveral = 130200;                      ///< as cuptiGetVersion says it
inline constexpr const char* kSwitchesSeveralOn = "ROOFLENS_CUPTI_SHARED";  ///< an environment variable

/// CUpti_SubscriberParams of 13.2.
struct SharingParams {
  std::size_t structSize;
  const char* subscriberName;
  char* oldSubscriberName;
  std::size_t oldSubscriberSize;
  std::uint8_t allowMultipleSubscribers;  ///< 1: others may subscribe too. The first one decides for all
  std::uint8_t padding[7];
};
static_assert(offsetof(SharingParams, allowMultipleSubscribers) == 32 && sizeof(SharingParams) == 40);

/// Whether these parameters of cuptiSubscribe_v2 ask for several subscribers; null: they do not.
[[nodiscard]] constexpr bool asks_for_several(const SharingParams* params) {
  return params && params->structSize > offsetof(SharingParams, allowMultipleSubscribers) &&
         params->allowMultipleSubscribers == 1;
}

using GiveBuffer = void(CUPTIAPI*)(std::uint8_t**, std::size_t*, std::size_t*, void*);
using TakeBuffer = void(CUPTIAPI*)(std::uint8_t*, std::size_t, std::size_t, void*);

/// The activity functions of one subscriber. CUPTI refuses those for the whole process beside them.
struct SubscriberCalls {
  CUptiResult(CUPTIAPI* register_callbacks)(CUpti_SubscriberHandle, GiveBuffer, TakeBuffer) = nullptr;
  CUptiResult(CUPTIAPI* enable)(CUpti_SubscriberHandle, CUpti_ActivityKind, void* config) = nullptr;
  CUptiResult(CUPTIAPI* disable)(CUpti_SubscriberHandle, CUpti_ActivityKind, void* config) = nullptr;
  CUptiResult(CUPTIAPI* next_record)(CUpti_SubscriberHandle, std::uint8_t*, std::size_t, CUpti_Activity**) = nullptr;
  CUptiResult(CUPTIAPI* dropped)(CUpti_SubscriberHandle, CUcontext, std::uint32_t, std::size_t*) = nullptr;
  CUptiResult(CUPTIAPI* timestamp)(CUpti_SubscriberHandle, std::uint64_t*) = nullptr;

  [[nodiscard]] bool whole() const {
    return register_callbacks && enable && disable && next_record && dropped && timestamp;
  }
};

}  // namespace rooflens::collect::cupti
