// What a launch costs: kernels that do nothing.
#pragma once

#include <string>
#include <vector>

#include "kernels/ceiling/prober.hpp"

namespace rooflens::kernels::ceiling {

/// "launch": launches one after the other; "launch-latency": from the call until the host knows that the kernel ended;
/// "empty-kernel": what two events around one read. No points for any other probe.
[[nodiscard]] std::vector<std::string> launch_points(const std::string& probe);
[[nodiscard]] Timing measure_launches(const std::string& probe, std::size_t point, int sms);

}  // namespace rooflens::kernels::ceiling
