// What the kernels of scan are: their parameters, their work, and the counters that follow from their code.
#include "kernels/scan/family.hpp"

#include <array>
#include <vector>

#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::scan {
namespace {

// What one block executes between loading its elements and storing them.
struct ScanCounts {
  std::int64_t instructions = 0;  ///< of one of a step's three accesses: two loads and a store
  std::int64_t wavefronts = 0;    ///< the same
  std::int64_t additions = 0;     ///< of threads
};

// A step in which threads 0, ..., threads - 1 add at addresses `spacing` words apart.
constexpr void add_step(ScanCounts& counts, std::int64_t threads, std::int64_t spacing) {
  counts.instructions += ceil_div(threads, kWarpLanes);
  counts.wavefronts += strided_wavefronts(threads, spacing);
  counts.additions += threads;
}

// Every element is stored once before the steps and loaded once after them (an exclusive scan leaves out the last of
// each segment, hence the load of a warp that has the first alone); both by full warps.
std::vector<ExpectedCounter> segment_counters(const Problem& problem, std::int64_t segment, const ScanCounts& block) {
  const std::int64_t n = problem["n"];
  const bool exclusive = problem["exclusive"] != 0;
  const std::int64_t blocks = ceil_div(n, segment);
  const std::int64_t fetches = ceil_div(n, kWarpLanes) - (exclusive && n % segment == 1 ? 1 : 0);
  const std::int64_t fetched = exclusive ? n - blocks : n;
  const std::int64_t stored = blocks * (segment / kWarpLanes);
  const auto value = [](std::int64_t count) { return static_cast<double>(count); };
  return {{counter::kGlobalLoads, value(ceil_div(n, kWarpLanes))},
          {counter::kGlobalStores, value(ceil_div(n, kWarpLanes))},
          {counter::kGlobalLoadSectors, value(ceil_div(n, kFloatsPerSector))},
          {counter::kGlobalStoreSectors, value(ceil_div(n, kFloatsPerSector))},
          {counter::kSharedLoads, value(blocks * 2 * block.instructions + fetches)},
          {counter::kSharedStores, value(blocks * block.instructions + stored)},
          {counter::kSharedWavefronts, value(blocks * 3 * block.wavefronts + stored + fetches)},
          {counter::kSharedBytes, 4.0 * value(blocks * (3 * block.additions + segment) + fetched)},
          {counter::kFadd, value(blocks * block.additions)}};
}

models::Work kogge_stone_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const std::int64_t block = problem["block"];
  const std::int64_t additions = ceil_div(problem["n"], block) * (block * log2_of(block) - (block - 1));
  return scan_work(n, static_cast<double>(additions));
}

// In step s the first s threads have nothing to add: whole warps of them from s = 32 on.
std::vector<ExpectedCounter> kogge_stone_counters(const Problem& problem) {
  const std::int64_t block = problem["block"];
  ScanCounts counts;
  for (std::int64_t s = 1; s < block; s *= 2) {
    const std::int64_t warps = block / kWarpLanes - s / kWarpLanes;
    counts.instructions += warps;
    counts.wavefronts += warps;
    counts.additions += block - s;
  }
  return segment_counters(problem, block, counts);
}

models::Work brent_kung_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const std::int64_t segment = 2 * problem["block"];
  const std::int64_t additions = ceil_div(problem["n"], segment) * (2 * segment - 2 - log2_of(segment));
  return scan_work(n, static_cast<double>(additions));
}

std::vector<ExpectedCounter> brent_kung_counters(const Problem& problem) {
  const std::int64_t segment = 2 * problem["block"];
  ScanCounts counts;
  for (std::int64_t s = 1; s < segment; s *= 2) add_step(counts, segment / (2 * s), 2 * s);
  for (std::int64_t s = segment / 4; s > 0; s /= 2) add_step(counts, segment / (2 * s) - 1, 2 * s);
  return segment_counters(problem, segment, counts);
}

constexpr std::array kSegmentedParameters{kLengthParameter, kExclusiveParameter};

constexpr std::int64_t kTile = 4096;

models::Work segmented_work(const Problem& problem) {
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

models::Bytes segmented_memory(const Problem& problem) {
  constexpr std::int64_t kSpare = 64;  // higher levels hold less than one more sum for each tile
  return two_arrays(problem) + float_bytes(static_cast<double>(2 * ceil_div(problem["n"], kTile) + kSpare));
}

constexpr std::array kLookBackParameters{
    kLengthParameter,
    Parameter{"items", "elements per thread of a tile of 256 threads", 32, 4, 32, 1, true},
    kExclusiveParameter,
};

models::Work decoupled_look_back_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return scan_work(n, n - 1);
}

models::Bytes decoupled_look_back_memory(const Problem& problem) {
  const std::int64_t tiles = ceil_div(problem["n"], 256 * problem["items"]);
  return two_arrays(problem) + models::Bytes(8.0 * static_cast<double>(tiles + 1));
}

constexpr Kernel kScan{.parameters = kSegmentParameters, .device_memory = two_arrays};

}  // namespace

extern constexpr Kernel kogge_stone =
    variant_of(kScan, "scan/kogge-stone",
               "segments of one element per thread in shared memory: few steps, many additions")
        .against({"scan/brent-kung", "redundant additions", "9 instead of 2 an element with 1024 threads"})
        .with(&Kernel::work, kogge_stone_work)
        .with(&Kernel::expected_counters, kogge_stone_counters);

extern constexpr Kernel brent_kung =
    variant_of(kScan, "scan/brent-kung",
               "segments of two elements per thread in shared memory: two additions per element, twice the steps")
        .with(&Kernel::work, brent_kung_work)
        .with(&Kernel::expected_counters, brent_kung_counters);

extern constexpr Kernel segmented{
    .name = "scan/segmented",
    .summary = "scans tiles, then the sums of the tiles, then adds: two launches for each level but the last",
    .parameters = kSegmentedParameters,
    .work = segmented_work,
    .device_memory = segmented_memory,
    .counterpart = {"scan/decoupled-look-back", "second pass over the output", "16 instead of 8 bytes per element"},
};

extern constexpr Kernel decoupled_look_back{
    .name = "scan/decoupled-look-back",
    .summary = "one pass: each tile adds what the tiles before it have published",
    .parameters = kLookBackParameters,
    .work = decoupled_look_back_work,
    .device_memory = decoupled_look_back_memory,
};

}  // namespace rooflens::kernels::scan
