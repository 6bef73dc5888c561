// The CUDA context that is current on this thread, through the CUDA runtime.
#pragma once

#include <cuda.h>

namespace rooflens::collect::cupti {

/// Makes the runtime's context if there is none yet.
[[nodiscard]] CUcontext current_context();

}  // namespace rooflens::collect::cupti
