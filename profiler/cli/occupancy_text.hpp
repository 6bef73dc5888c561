// The occupancy of a kernel as words for people.
#pragma once

#include <string>
#include <vector>

#include "models/roofs/occupancy.hpp"
#include "models/roofs/occupancy_lift.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// A kernel on an SM, with what follows from them.
struct OccupancyAnswer {
  models::OccupancyLimits limits;
  models::BlockDemand block;
  models::Occupancy result;
  std::vector<models::OccupancyLift> lifts;
};

/// "9.0"
[[nodiscard]] std::string capability_text(models::ComputeCapability cc);

/// Why the kernel cannot be launched: "1025 threads a block, at most 1024"; empty if it can.
[[nodiscard]] std::string refusal_text(const OccupancyAnswer& answer);

void print_occupancy(const OccupancyAnswer& answer, const Streams& streams);

}  // namespace rooflens::cli
