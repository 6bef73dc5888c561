// How much memory a launch can reach through its arguments: what DRAM delivers beyond that, it delivers again.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <optional>

#include "profiler/observe/launch_call.hpp"

namespace rooflens::inject {

/// Functions of the driver; null where it lacks one, being older than CUDA 12.4.
struct ArgumentCalls {
  decltype(&cuFuncGetParamInfo) parameter = nullptr;
  decltype(&cuKernelGetFunction) function_of = nullptr;
  decltype(&cuPointerGetAttributes) attributes = nullptr;
};
[[nodiscard]] const ArgumentCalls& argument_calls();

/// Bytes of the allocations of the GPU that the arguments of a launch point into, pointers within structures included,
/// each allocation once. Nothing where arguments cannot be read, hold too many pointers, or none. For the callback of
/// the launch, while its parameters live. Neither waits nor changes anything.
[[nodiscard]] std::optional<std::uint64_t> argument_bytes(const LaunchCall& call,
                                                          const ArgumentCalls& calls = argument_calls());

}  // namespace rooflens::inject
