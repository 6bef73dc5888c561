// Counter names near to one that a chip does not have, for error messages.
#pragma once

#include <string>

#include "profiler/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {

/// "; nearest: a, b, c", or empty when nothing is near. A name whose base exists lacks only its rollup, and is told so.
[[nodiscard]] std::string nearest_hint(const HostProfiler& host, const std::string& name);

}  // namespace rooflens::collect::cupti
