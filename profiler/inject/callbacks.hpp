// What CUPTI calls back for, handed to the engine.
#pragma once

#include <cupti.h>

#include "profiler/inject/engine.hpp"

namespace rooflens::inject {

/// `gated`: every call of the driver has callbacks, not only launches.
void follow_callback(Engine& engine, bool gated, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);

/// Of a call that the library makes itself, or that a thread makes which left it in the middle.
void follow_own_call(Engine& engine, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);

/// Of an activity.
void follow_record(Engine& engine, const CUpti_Activity& record);

}  // namespace rooflens::inject
