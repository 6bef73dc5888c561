// This executable once more, with other arguments: what is measured in a process of its own.
#pragma once

#include <chrono>
#include <string>

#include "profiler/actions/arguments.hpp"

namespace rooflens::cli {

/// What it writes to stdout; its stderr is ours. Throws CommandError with its exit code when that is not 0; what was
/// wrong it has said itself. One that takes longer than `timeout` is killed, which is an error too: a kernel that
/// hangs must not hang its user.
[[nodiscard]] std::string run_own_executable(const Arguments& arguments,
                                             std::chrono::milliseconds timeout = std::chrono::minutes(2));

}  // namespace rooflens::cli
