// How much memory the arguments of a launch point into: what DRAM delivers beyond that, it seems to deliver again.
#pragma once

#include <cstdint>
#include <optional>

#include "profiler/observe/driver.hpp"
#include "profiler/observe/launch_call.hpp"

namespace rooflens::inject {

/// Bytes of the allocations of the GPU that the arguments of a launch point into, pointers within structures included,
/// each allocation once. Nothing where arguments cannot be read, are packed into a buffer, may hold too many pointers,
/// or hold none. For the callback of the launch, while its parameters live. Neither waits nor changes anything.
[[nodiscard]] std::optional<std::uint64_t> argument_bytes(const LaunchCall& call,
                                                          const ArgumentCalls& calls = argument_calls());

}  // namespace rooflens::inject
