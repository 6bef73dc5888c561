// Two sessions, or two GPUs of one, kernel by kernel. Whatever differs is said; nothing is refused.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "models/compare/comparison.hpp"
#include "profiler/actions/sessions/loaded_session.hpp"

namespace rooflens::actions {

using LoadedSessions = std::vector<std::unique_ptr<const LoadedSession>>;

[[nodiscard]] LoadedSessions read_sessions(const std::vector<std::string>& paths);

/// The machines with these indices; all of them for an empty list.
[[nodiscard]] models::ComparisonSide side_of(const LoadedSession& session, std::vector<std::size_t> machines = {});

/// "`gemm/tiled`", the name of the first kernel, for messages.
[[nodiscard]] std::string example_of(const std::vector<models::ComparedKernel>& kernels);

/// The comparison points into the sessions.
struct CompareResult {
  LoadedSessions sessions;
  std::array<std::string, 2> names;
  models::Comparison comparison;
};

/// Two sessions, or one and two of its `gpus`. Throws CommandError where it has no such GPU, or nothing is in common.
[[nodiscard]] CompareResult compare_sessions(const std::vector<std::string>& sessions,
                                             const std::vector<std::size_t>& gpus);

}  // namespace rooflens::actions
