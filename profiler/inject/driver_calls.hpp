// What each call of the driver means to the engine.
#pragma once

#include <cupti.h>

#include "profiler/inject/engine.hpp"

namespace rooflens::inject {

/// For both sites of a call, whether the engine follows it or not.
void follow_call(Engine& engine, const CUpti_CallbackData& data, CUpti_CallbackId id);

}  // namespace rooflens::inject
