// Samples of warps by CUPTI's PC sampling.
#pragma once

#include <memory>

#include "profiler/bench/stall_sampling.hpp"

namespace rooflens::collect::cupti {

/// On the current context, until it is destroyed. Throws Unavailable or PermissionDenied.
[[nodiscard]] std::unique_ptr<StallSampling> make_stall_sampling();

}  // namespace rooflens::collect::cupti
