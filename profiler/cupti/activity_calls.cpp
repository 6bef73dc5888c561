#include "profiler/cupti/activity_calls.hpp"

namespace rooflens::collect::cupti {

bool enable_activity(const Api& api, CUpti_ActivityKind kind) {
  return (api.subscriber ? api.own.enable(api.subscriber, kind, nullptr) : api.ActivityEnable(kind)) == CUPTI_SUCCESS;
}

void disable_activity(const Api& api, CUpti_ActivityKind kind) {
  if (api.subscriber) {
    api.own.disable(api.subscriber, kind, nullptr);
  } else {
    api.ActivityDisable(kind);
  }
}

bool next_record(const Api& api, std::uint8_t* buffer, std::size_t used, CUpti_Activity*& record) {
  return (api.subscriber ? api.own.next_record(api.subscriber, buffer, used, &record)
                         : api.ActivityGetNextRecord(buffer, used, &record)) == CUPTI_SUCCESS;
}

std::size_t dropped_records(const Api& api) {
  std::size_t dropped = 0;
  if (api.subscriber) {
    api.own.dropped(api.subscriber, nullptr, 0, &dropped);
  } else {
    api.ActivityGetNumDroppedRecords(nullptr, 0, &dropped);
  }
  return dropped;
}

}  // namespace rooflens::collect::cupti
