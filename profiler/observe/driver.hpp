// The few questions that the injected library asks the CUDA driver itself.
#pragma once

#include <cuda.h>

#include <functional>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// Fills in registers, static shared memory, local memory and resident blocks of a kernel whose code is loaded: call it
/// after its launch. `function` is a CUfunction or a CUkernel. What the driver does not say stays as it is.
void describe_function(const void* function, int device, models::Launch& launch);

/// What waits until everything that was launched on the context is over, on a thread of this library's own. What went
/// wrong in it is the application's to see.
[[nodiscard]] std::function<void()> synchronizer(CUcontext context);

}  // namespace rooflens::inject
