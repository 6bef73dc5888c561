// Roofs of one kernel alone, for pictures that show no other: thin dashed lines below the roofs that all kernels share.
#pragma once

#include "reports/chart/content.hpp"

namespace rooflens::reports::chart {

/// Where the content's only mark has FLOPs, adds what its mix of instructions and formats, and its integer operations,
/// leave of the compute roofs. Several kernels would make a thicket of such lines.
void add_own_roofs(Content& content);

}  // namespace rooflens::reports::chart
