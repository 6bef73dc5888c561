// What makes talking_cupti.cpp the CUPTI of CUDA 13.2, which has several subscribers where the first one wants them.
#pragma once

#include <cupti.h>

namespace rooflens::inject {

/// Somebody subscribes. Not `first`: beside the one that talking_cupti.cpp calls back.
struct Admission {
  CUptiResult result;
  bool first;
};
[[nodiscard]] Admission admit(const CUpti_SubscriberParams* params);
/// The first one leaves.
void dismiss();
/// What the activity functions for the whole process answer.
[[nodiscard]] CUptiResult for_the_whole_process();
/// As those of a subscriber do.
void record_activity(CUpti_ActivityKind kind, bool on);

}  // namespace rooflens::inject
