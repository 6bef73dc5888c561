#include "tests/inject/cupti_13_2.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "profiler/cupti/api.hpp"
#include "profiler/cupti/several_subscribers.hpp"

using namespace rooflens;
using collect::cupti::GiveBuffer;
using collect::cupti::TakeBuffer;

extern "C" {

// How often several subscribers were asked for, and whether there may be any.
extern uint32_t talking_cupti_correlation;  // talking_cupti.cpp
int talking_cupti_asked_for_several = 0;
bool talking_cupti_agrees = true;
bool talking_cupti_answers_subscribers = true;
/// Contexts whose counters were enabled when somebody else subscribed, or took records of the whole process.
int talking_cupti_counts_beside = -1;
int counting_cupti_enabled();

}  // extern "C"

namespace {

bool subscribed = false, several = false;
GiveBuffer give = nullptr;
TakeBuffer take = nullptr;

void somebody_comes() { talking_cupti_counts_beside = counting_cupti_enabled(); }

// Of the first one; the other one's are not made here.
bool is_first(CUpti_SubscriberHandle subscriber) { return several && subscriber && talking_cupti_answers_subscribers; }

}  // namespace

namespace rooflens::inject {

Admission admit(const CUpti_SubscriberParams* params) {
  const bool asks = collect::cupti::asks_for_several(reinterpret_cast<const collect::cupti::SharingParams*>(params));
  if (asks) ++talking_cupti_asked_for_several;
  const bool first = !subscribed;
  if ((asks && !talking_cupti_agrees) || (!first && !(asks && several))) {
    return {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, false};
  }
  if (first) several = asks;
  if (!first) somebody_comes();
  subscribed = true;
  return {CUPTI_SUCCESS, first};
}

void dismiss() { subscribed = several = false; }

CUptiResult for_the_whole_process() {
  if (several) return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  somebody_comes();
  return CUPTI_SUCCESS;
}

}  // namespace rooflens::inject

extern "C" {

CUptiResult cuptiGetVersion(uint32_t* version) {
  *version = collect::cupti::kOldestWithSeveral;
  return CUPTI_SUCCESS;
}
// By these names, which the headers of 13.2 declare with types of their own.
#define ROOFLENS_ONE(member, name) \
  std::remove_pointer_t<decltype(collect::cupti::SubscriberCalls::member)> one_##member asm(name)
ROOFLENS_ONE(register_callbacks, "cuptiActivityRegisterCallbacks_v2");
ROOFLENS_ONE(enable, "cuptiActivityEnable_v2");
ROOFLENS_ONE(disable, "cuptiActivityDisable_v2");
ROOFLENS_ONE(next_record, "cuptiActivityGetNextRecord_v2");
ROOFLENS_ONE(dropped, "cuptiActivityGetNumDroppedRecords_v2");
ROOFLENS_ONE(timestamp, "cuptiGetTimestamp_v2");

CUptiResult one_register_callbacks(CUpti_SubscriberHandle subscriber, GiveBuffer own_give, TakeBuffer own_take) {
  if (!is_first(subscriber)) return CUPTI_ERROR_INVALID_PARAMETER;
  give = own_give;
  take = own_take;
  return CUPTI_SUCCESS;
}
CUptiResult one_enable(CUpti_SubscriberHandle subscriber, CUpti_ActivityKind kind, void* config) {
  if (!is_first(subscriber) || config) return CUPTI_ERROR_INVALID_PARAMETER;
  inject::record_activity(kind, true);
  return CUPTI_SUCCESS;
}
CUptiResult one_disable(CUpti_SubscriberHandle subscriber, CUpti_ActivityKind kind, void*) {
  if (!is_first(subscriber)) return CUPTI_ERROR_INVALID_PARAMETER;
  inject::record_activity(kind, false);
  return CUPTI_SUCCESS;
}
#ifndef ROOFLENS_TALKS_IN_PART
CUptiResult one_next_record(CUpti_SubscriberHandle subscriber, uint8_t* buffer, size_t size, CUpti_Activity** record) {
  if (!is_first(subscriber)) return CUPTI_ERROR_INVALID_PARAMETER;
  if (*record || size < sizeof(CUpti_ActivityKernel10)) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity*>(buffer);
  return CUPTI_SUCCESS;
}
#endif
CUptiResult one_dropped(CUpti_SubscriberHandle subscriber, CUcontext, uint32_t, size_t* dropped) {
  if (!is_first(subscriber)) return CUPTI_ERROR_INVALID_PARAMETER;
  *dropped = 7;
  return CUPTI_SUCCESS;
}

CUptiResult one_timestamp(CUpti_SubscriberHandle subscriber, uint64_t* now) {
  if (!is_first(subscriber)) return CUPTI_ERROR_NOT_SUPPORTED;
  *now = 1;
  return CUPTI_SUCCESS;
}

/// The first subscriber gets the record of a kernel that took so long; nothing where it takes none.
void talking_cupti_give_record(const char* name, uint64_t start_ns, uint64_t duration_ns) {
  uint8_t* buffer = nullptr;
  size_t size = 0, most = 0;
  if (!give) return;
  give(&buffer, &size, &most, nullptr);
  if (size < sizeof(CUpti_ActivityKernel10)) return;
  CUpti_ActivityKernel10 kernel{};
  kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  kernel.name = name;
  kernel.gridX = kernel.gridY = kernel.gridZ = kernel.blockX = kernel.blockY = kernel.blockZ = 1;
  kernel.start = start_ns;
  kernel.end = start_ns + duration_ns;
  kernel.correlationId = talking_cupti_correlation;
  std::memcpy(buffer, &kernel, sizeof kernel);
  take(buffer, size, sizeof kernel, nullptr);
}

int rooflens_test_nothing() { return 0; }

}  // extern "C"

// The other functions that the library looks up, as weak aliases made by the assembler: the headers declare the types.
#define ROOFLENS_ALIAS(name) \
  asm(".ifnc " #name ",GetVersion\n.weak cupti" #name "\n.set cupti" #name ", rooflens_test_nothing\n.endif\n");
ROOFLENS_CUPTI_FUNCTIONS(ROOFLENS_ALIAS)
