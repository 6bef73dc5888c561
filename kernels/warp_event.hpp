// When and where one warp of a launch ran: what a timeline of blocks is drawn from.
#pragma once

#include <cstdint>

namespace rooflens::kernels {

struct WarpEvent {
  std::uint64_t block = 0;     ///< its number in the grid
  std::uint32_t warp = 0;      ///< its number in the block
  std::uint32_t sm = 0;        ///< as the hardware numbers them
  std::uint64_t start_ns = 0;  ///< of the device's timer, the same for all SMs, with no meaning of its own
  std::uint64_t end_ns = 0;
};

}  // namespace rooflens::kernels
