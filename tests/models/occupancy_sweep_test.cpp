// The calculator against NVIDIA's own, which stands in a header of the toolkit: every block size, register count and
// carve-out preference, and shared memory around every value at which the number of blocks changes.
#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>

#include <gtest/gtest.h>

#include <climits>
#include <set>

#include "models/roofs/occupancy.hpp"

namespace rooflens::models {

void PrintTo(const OccupancyLimits& limits, std::ostream* out) {
  *out << limits.compute_capability.major << '.' << limits.compute_capability.minor;
}

namespace {

constexpr int kNone = SHAREDMEM_CARVEOUT_DEFAULT;

cudaOccDeviceProp properties(const OccupancyLimits& limits) {
  cudaOccDeviceProp result;
  result.computeMajor = limits.compute_capability.major;
  result.computeMinor = limits.compute_capability.minor;
  result.maxThreadsPerBlock = limits.threads_per_block;
  result.maxThreadsPerMultiprocessor = limits.warps_per_sm * kThreadsPerWarp;
  result.regsPerBlock = limits.registers_per_block;
  result.regsPerMultiprocessor = limits.registers_per_sm;
  result.warpSize = kThreadsPerWarp;
  result.sharedMemPerBlock = static_cast<std::size_t>(limits.shared_bytes_by_default());
  result.sharedMemPerMultiprocessor = static_cast<std::size_t>(limits.shared_bytes_per_sm());
  result.numSms = 1;
  result.sharedMemPerBlockOptin = static_cast<std::size_t>(limits.shared_bytes_per_block());
  result.reservedSharedMemPerBlock = static_cast<std::size_t>(limits.shared_reserved_bytes);
  return result;
}

unsigned bit_of(Resource resource) {
  switch (resource) {
    case Resource::warps:
      return OCC_LIMIT_WARPS;
    case Resource::blocks:
      return OCC_LIMIT_BLOCKS;
    case Resource::registers:
      return OCC_LIMIT_REGISTERS;
    case Resource::shared:
      return OCC_LIMIT_SHARED_MEMORY;
    case Resource::barriers:
      break;
  }
  return OCC_LIMIT_BARRIERS;
}

// Counts what it compares and tells the first difference.
class OccupancySweep : public ::testing::TestWithParam<OccupancyLimits> {
 protected:
  OccupancySweep() : properties_(properties(GetParam())) {
    attributes_.maxThreadsPerBlock = INT_MAX;
    attributes_.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  }

  void TearDown() override {
    EXPECT_EQ(mismatches_, 0) << "of " << compared_;
    RecordProperty("compared", std::to_string(compared_));
    RecordProperty("mismatches", std::to_string(mismatches_));
  }

  // `percent` kNone takes the cache preference instead.
  void prefer(int percent, cudaOccCacheConfig cache = CACHE_PREFER_SHARED) {
    state_.carveoutConfig = percent;
    state_.cacheConfig = cache;
    carveout_.reset();
    if (percent == kNone && cache == CACHE_PREFER_L1) percent = 0;
    if (percent == kNone && cache == CACHE_PREFER_EQUAL) percent = 50;
    if (percent != kNone) carveout_ = carveout_of_percent(GetParam(), percent);
  }

  // As a kernel of which `shared` is all dynamic.
  void compare(int threads, int registers, std::int64_t shared, int barriers = 1) {
    attributes_.numRegs = registers;
    attributes_.numBlockBarriers = barriers;
    attributes_.sharedSizeBytes = static_cast<std::size_t>(static_bytes_);
    const auto dynamic = static_cast<std::size_t>(shared - static_bytes_);
    attributes_.maxDynamicSharedSizeBytes = dynamic;
    cudaOccResult theirs{};
    const auto status =
        cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties_, &attributes_, &state_, threads, dynamic);
    const bool optin = attributes_.shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN;
    const Occupancy ours = occupancy(GetParam(), {threads, registers, shared, barriers, optin, carveout_});
    ++compared_;
    const bool same = status == CUDA_OCC_SUCCESS && ours.blocks_per_sm == theirs.activeBlocksPerMultiprocessor &&
                      same_limits(ours, theirs) && ours.registers_per_block == theirs.allocatedRegistersPerBlock &&
                      ours.shared_bytes_per_block == static_cast<std::int64_t>(theirs.allocatedSharedMemPerBlock) &&
                      (ours.blocks_per_sm == 0) == !ours.refusals.empty();
    if (!same && mismatches_++ == 0) {
      ADD_FAILURE() << threads << " threads, " << registers << " registers, " << shared << " bytes, carve-out "
                    << state_.carveoutConfig << ": " << ours.blocks_per_sm << " blocks here, "
                    << theirs.activeBlocksPerMultiprocessor << " there (status " << status << ")";
    }
  }

  // Around every allocation at which another block fits, for every carve-out.
  [[nodiscard]] std::set<std::int64_t> shared_boundaries() const {
    const OccupancyLimits& limits = GetParam();
    const std::int64_t most = limits.shared_bytes_per_block() + 2048;
    std::set<std::int64_t> values{0, most, most * 1000};
    std::set<std::int64_t> edges{limits.shared_bytes_by_default(), limits.shared_bytes_per_block()};
    for (const int kib : limits.carveouts_kib) {
      for (int blocks = 1; blocks <= limits.blocks_per_sm + 1; ++blocks) edges.insert(kib * 1024 / blocks);
    }
    for (const std::int64_t edge : edges) {
      const std::int64_t unit = limits.shared_unit_bytes;
      for (const std::int64_t base : {edge, edge / unit * unit}) {
        for (const std::int64_t offset : {-1, 0, 1}) {
          for (const std::int64_t reserved : {0, limits.shared_reserved_bytes}) {
            const std::int64_t value = base + offset - reserved;
            if (value >= 0) values.insert(value);
          }
        }
      }
    }
    return values;
  }

  [[nodiscard]] static bool same_limits(const Occupancy& ours, const cudaOccResult& theirs) {
    const std::array<int, 5> limits{theirs.blockLimitWarps, theirs.blockLimitBlocks, theirs.blockLimitRegs,
                                    theirs.blockLimitSharedMem, theirs.blockLimitBarriers};
    unsigned factors = 0;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (ours.limits.at(i).blocks.value_or(INT_MAX) != limits.at(i)) return false;
      if (ours.limits.at(i).blocks == ours.blocks_per_sm) factors |= bit_of(ours.limits.at(i).resource);
    }
    // Where barriers alone are scarcest, the header still names what had been scarcest without them.
    const unsigned named = theirs.limitingFactors;
    return factors == OCC_LIMIT_BARRIERS ? (named & OCC_LIMIT_BARRIERS) != 0 : factors == named;
  }

  cudaOccDeviceProp properties_;
  cudaOccFuncAttributes attributes_;
  cudaOccDeviceState state_;
  std::optional<std::int64_t> carveout_;
  std::int64_t static_bytes_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t mismatches_ = 0;
};

TEST_P(OccupancySweep, EveryBlockSizeWithEveryRegisterCount) {
  prefer(kNone);
  for (int threads = 1; threads <= 1056; ++threads) {
    for (int registers = 0; registers <= 260; ++registers) compare(threads, registers, 0);
  }
}

TEST_P(OccupancySweep, SharedMemoryAroundEveryBoundaryWithEveryCarveout) {
  const auto values = shared_boundaries();
  for (int percent = kNone; percent <= 100; ++percent) {
    prefer(percent);
    for (const std::int64_t shared : values) {
      compare(32, 0, shared);
      compare(257, 40, shared);
    }
  }
}

TEST_P(OccupancySweep, EveryByteOfSharedMemoryWithEveryCachePreference) {
  for (const auto cache : {CACHE_PREFER_NONE, CACHE_PREFER_SHARED, CACHE_PREFER_L1, CACHE_PREFER_EQUAL}) {
    prefer(kNone, cache);
    for (std::int64_t shared = 0; shared <= GetParam().shared_bytes_per_block() + 1; ++shared) compare(64, 32, shared);
  }
}

TEST_P(OccupancySweep, AllTogether) {
  const auto values = shared_boundaries();
  for (const int percent : {kNone, 0, 33, 100}) {
    prefer(percent);
    for (const int threads : {1, 31, 32, 33, 96, 128, 250, 256, 257, 512, 768, 1000, 1024, 1025}) {
      for (const int registers : {0, 1, 16, 32, 33, 48, 64, 65, 96, 128, 168, 255, 257}) {
        int turn = threads + registers;  // every third value, another third for each kernel
        for (const std::int64_t shared : values) {
          if (turn++ % 3 == 0) compare(threads, registers, shared);
        }
      }
    }
  }
}

TEST_P(OccupancySweep, BarriersStaticSharedMemoryAndKernelsThatDidNotOptIn) {
  prefer(kNone);
  for (int barriers = 0; barriers <= 70; ++barriers) {
    for (const int threads : {32, 64, 256, 1024}) compare(threads, 32, 2048, barriers);
  }
  const auto values = shared_boundaries();
  for (const auto config : {FUNC_SHMEM_LIMIT_OPTIN, FUNC_SHMEM_LIMIT_DEFAULT}) {
    attributes_.shmemLimitConfig = config;
    for (const std::int64_t fixed : {0, 1, 1000, 8192, 49152}) {
      static_bytes_ = fixed;
      for (const std::int64_t shared : values) {
        if (shared >= fixed) compare(128, 32, shared);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ComputeCapability, OccupancySweep, ::testing::ValuesIn(occupancy_limits()),
                         [](const auto& row) {
                           const ComputeCapability cc = row.param.compute_capability;
                           return std::to_string(cc.major) + "_" + std::to_string(cc.minor);
                         });

}  // namespace
}  // namespace rooflens::models
#endif
