// The GPU of the CUDA context that is current on this thread, through the driver that the process has loaded.
#pragma once

#include <string>

namespace rooflens::collect::cupti {

/// The digits of its UUID, or of its MIG instance's; empty where nobody knows.
[[nodiscard]] std::string current_gpu();

}  // namespace rooflens::collect::cupti
