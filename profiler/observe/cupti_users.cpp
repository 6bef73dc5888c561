#include "profiler/observe/cupti_users.hpp"

#include <link.h>

#include <atomic>
#include <string_view>

#include "profiler/observe/redirect_calls.hpp"

namespace rooflens::inject {
namespace {

const collect::cupti::Api* cupti = nullptr;
void (*aside)() = nullptr;
std::atomic<bool> used{false};

void step_aside_for_good() {
  used = true;
  aside();
}

CUptiResult CUPTIAPI register_callbacks(CUpti_BuffersCallbackRequestFunc request,
                                        CUpti_BuffersCallbackCompleteFunc complete) {
  step_aside_for_good();
  return cupti->ActivityRegisterCallbacks(request, complete);
}
CUptiResult CUPTIAPI subscribe(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc listener, void* own) {
  step_aside_for_good();
  return cupti->Subscribe(handle, listener, own);
}
CUptiResult CUPTIAPI subscribe_v2(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc listener, void* own,
                                  CUpti_SubscriberParams* params) {
  step_aside_for_good();
  return cupti->Subscribe_v2(handle, listener, own, params);
}

// How many objects were ever loaded.
unsigned long long objects_loaded() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* to) {
        *static_cast<unsigned long long*>(to) = object->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

constexpr std::string_view kCuptis[] = {"libcupti", "libnvperf"};

}  // namespace

bool cupti_is_used() {
  constexpr std::string_view kFirstCalls[] = {"cuptiActivityRegisterCallbacks", "cuptiSubscribe", "cuptiSubscribe_v2"};
  return used || may_have_called(kFirstCalls, reinterpret_cast<const void*>(&aside), kCuptis);
}

void watch_for_cupti_users(const std::shared_ptr<const collect::cupti::Api>& api, void (*step_aside)()) {
  static unsigned long long loaded = 0;
  const unsigned long long now = objects_loaded();
  if (now == loaded) return;
  loaded = now;
  cupti = api.get();
  aside = step_aside;
  const Redirection calls[] = {
      {"cuptiActivityRegisterCallbacks", reinterpret_cast<void*>(register_callbacks)},
      {"cuptiSubscribe", reinterpret_cast<void*>(subscribe)},
      {"cuptiSubscribe_v2", reinterpret_cast<void*>(subscribe_v2)},
  };
  redirect_calls(calls, reinterpret_cast<const void*>(&aside), kCuptis);
}

void note_cupti_user(Logbook& logbook, bool from_the_start) {
  logbook.note(collect::spool::NoteRecord::Level::warning, "own-cupti",
               from_the_start ? "the application was built with CUPTI and may use it already. "
                                "CUPTI serves one tool at a time: rooflens recorded nothing"
                              : "the application uses CUPTI itself, which serves one tool at a time: rooflens recorded "
                                "nothing from then on",
               from_the_start ? "profile a process in which its own profiler was not used"
                              : "switch the application's own profiler off");
}

}  // namespace rooflens::inject
