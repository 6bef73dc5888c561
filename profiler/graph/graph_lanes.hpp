// Where the steps of a graph go whose kernels may run side by side: each into a lane, which is a stream, and after the
// steps of other lanes that the graph has it wait for. After no others, so that kernels which wait for each other can.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflens::graph {

struct GraphLanes {
  struct Place {
    std::uint32_t lane = 0;            ///< 0: the application's stream
    std::vector<std::uint32_t> after;  ///< steps of other lanes
    bool awaited = false;              ///< by a step of another lane, or by what follows the graph
  };
  std::uint32_t count = 1;
  std::vector<Place> places;        ///< by step; empty: one after the other
  std::vector<std::uint32_t> last;  ///< of lanes but the first: what follows the graph waits for these
};

/// `after`: for each step those before it that it waits for. Nothing where more than 16 lanes are needed.
[[nodiscard]] std::optional<GraphLanes> lay_in_lanes(const std::vector<std::vector<std::uint32_t>>& after);

}  // namespace rooflens::graph
