// Host description of scan/segmented.
#include "kernels/scan/segmented.hpp"

#include <array>

#include "kernels/scan/family.hpp"

namespace rooflens::kernels::scan {
namespace {

constexpr std::array kSegmentedParameters{kLengthParameter, kExclusiveParameter};

constexpr std::int64_t kTile = 4096;

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = scan_work(n, n - 1);
  double read = 0;
  double written = 0;
  for (std::int64_t length = problem["n"];; length = ceil_div(length, kTile)) {
    const std::int64_t tiles = ceil_div(length, kTile);
    read += static_cast<double>(length);
    written += static_cast<double>(length);
    if (tiles == 1) break;
    const auto added = static_cast<double>(length - kTile);
    read += added + static_cast<double>(tiles - 1);  // one sum for each tile but the first
    written += added + static_cast<double>(tiles);
  }
  work.requested = {float_bytes(read), float_bytes(written)};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  return work;
}

models::Bytes device_memory(const Problem& problem) {
  constexpr std::int64_t kSpare = 64;  // higher levels hold less than one more sum for each tile
  return two_arrays(problem) + float_bytes(static_cast<double>(2 * ceil_div(problem["n"], kTile) + kSpare));
}

}  // namespace

constinit const Kernel segmented{
    .name = "scan/segmented",
    .family = "scan",
    .summary = "scans tiles, then the sums of the tiles, then adds: two launches for each level but the last",
    .parameters = kSegmentedParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .partner = {"scan/decoupled-look-back", "second pass over the output", "16 instead of 8 bytes an element"},
};

}  // namespace rooflens::kernels::scan
