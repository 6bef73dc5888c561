// What stands above a report: where the time is, and what to try first.
#pragma once

#include <string>

namespace rooflens::models {

struct MachineKernels;
struct Placement;

/// Where the time is that roofs leave, how near those kernels come to theirs, and what to try first; and how many
/// failed verification. Of a machine whose kernels are explained and ordered.
[[nodiscard]] std::string verdict(const MachineKernels& machine);

/// Where one kernel stands, in a sentence: what binds it, and how near it comes to its roof.
[[nodiscard]] std::string headline(const Placement& kernel);

}  // namespace rooflens::models
