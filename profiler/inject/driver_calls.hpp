// What each call of the driver means to the engine.
#pragma once

#include <cupti.h>

#include "profiler/inject/engine.hpp"

namespace rooflens::inject {

/// Calls before which a launch that was left has to end, and that the driver never makes within one: those that begin
/// a capture, unload code, or end a context.
[[nodiscard]] bool never_within_a_launch(CUpti_CallbackId id);

/// For both sites of a call, whether the engine follows it or not.
void follow_call(Engine& engine, const CUpti_CallbackData& data, CUpti_CallbackId id);

}  // namespace rooflens::inject
