// The closed forms of counters against a walk through all lanes, at sizes that fill no block.
#include "tests/kernels/lane_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/kernels/work_of.hpp"

namespace rooflens::kernels {
namespace {

using Word = std::optional<std::int64_t>;

constexpr std::int64_t kLengths[] = {1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 1000, 1024, 1025, 5003};
constexpr std::int64_t kBlocks[] = {32, 64, 256, 1024};

struct Walks {
  Walked shared_loads;
  Walked shared_stores;
  Walked global_loads;
  Walked global_stores;
  std::int64_t additions = 0;

  // x[at(t)] += x[at(t) + distance] in shared memory
  template <typename At>
  void add_in_shared(std::int64_t block, std::int64_t distance, At at) {
    shared_loads.access(block, at);
    shared_loads.access(block, [&](std::int64_t t) -> Word { return at(t) ? Word(*at(t) + distance) : std::nullopt; });
    shared_stores.access(block, at);
    for (std::int64_t t = 0; t < block; ++t) additions += at(t) ? 1 : 0;
  }
  template <typename At>
  void add_in_global(std::int64_t threads, std::int64_t distance, At at) {
    global_loads.access(threads, at);
    global_loads.access(threads,
                        [&](std::int64_t t) -> Word { return at(t) ? Word(*at(t) + distance) : std::nullopt; });
    global_stores.access(threads, at);
    for (std::int64_t t = 0; t < threads; ++t) additions += at(t) ? 1 : 0;
  }

  void expect(const std::map<std::string_view, double>& counters) const {
    const auto value = [&](std::string_view name) { return counters.at(name); };
    const auto is = [](std::int64_t count) { return static_cast<double>(count); };
    EXPECT_EQ(value(counter::kGlobalLoads), is(global_loads.instructions));
    EXPECT_EQ(value(counter::kGlobalStores), is(global_stores.instructions));
    EXPECT_EQ(value(counter::kGlobalLoadSectors), is(global_loads.sectors));
    EXPECT_EQ(value(counter::kGlobalStoreSectors), is(global_stores.sectors));
    EXPECT_EQ(value(counter::kFadd), is(additions));
    if (counters.count(counter::kSharedLoads) == 0) return;
    EXPECT_EQ(value(counter::kSharedLoads), is(shared_loads.instructions));
    EXPECT_EQ(value(counter::kSharedStores), is(shared_stores.instructions));
    EXPECT_EQ(value(counter::kSharedWavefronts), is(shared_loads.wavefronts + shared_stores.wavefronts));
    EXPECT_EQ(value(counter::kSharedBytes), 4 * is(shared_loads.lanes + shared_stores.lanes));
  }
};

Word when(bool condition, std::int64_t word) { return condition ? Word(word) : std::nullopt; }

// A tree over one element a thread, whose step s is walked by step(walks, s).
template <typename Steps>
void expect_tree(const char* name, Steps steps) {
  for (const std::int64_t block : kBlocks) {
    for (const std::int64_t n : kLengths) {
      SCOPED_TRACE(std::string(name) + " n " + std::to_string(n) + " block " + std::to_string(block));
      Walks walks;
      for (std::int64_t b = 0; b * block < n; ++b) {
        walks.global_loads.access(block, [&](std::int64_t t) { return when(b * block + t < n, b * block + t); });
        walks.shared_stores.access(block, [](std::int64_t t) { return Word(t); });
        steps(walks, block);
        walks.shared_loads.access(block, [](std::int64_t t) { return when(t == 0, 0); });
        walks.global_stores.access(block, [&](std::int64_t t) { return when(t == 0, b); });
      }
      walks.expect(counters_of(name, {{"n", n}, {"block", block}}));
    }
  }
}

TEST(LaneWalk, AgreesOnTreesInSharedMemory) {
  const auto interleaved = [](Walks& walks, std::int64_t block) {
    for (std::int64_t s = 1; s < block; s *= 2) {
      walks.add_in_shared(block, s, [s](std::int64_t t) { return when(t % (2 * s) == 0, t); });
    }
  };
  expect_tree("reduction/interleaved-modulo", interleaved);
  expect_tree("reduction/bitmask", interleaved);
  expect_tree("reduction/strided-index", [](Walks& walks, std::int64_t block) {
    for (std::int64_t s = 1; s < block; s *= 2) {
      walks.add_in_shared(block, s, [=](std::int64_t t) { return when(2 * s * t < block, 2 * s * t); });
    }
  });
  expect_tree("reduction/sequential", [](Walks& walks, std::int64_t block) {
    for (std::int64_t s = block / 2; s > 0; s /= 2) {
      walks.add_in_shared(block, s, [s](std::int64_t t) { return when(t < s, t); });
    }
  });
}

TEST(LaneWalk, AgreesOnTheTreeInGlobalMemory) {
  for (const std::int64_t block : kBlocks) {
    for (const std::int64_t n : kLengths) {
      SCOPED_TRACE("n " + std::to_string(n) + " block " + std::to_string(block));
      Walks walks;
      for (std::int64_t first = 0; first < n; first += 2 * block) {
        for (std::int64_t s = block; s > 0; s /= 2) {
          walks.add_in_global(block, s, [&](std::int64_t t) { return when(t < s && first + t + s < n, first + t); });
        }
        walks.global_loads.access(block, [&](std::int64_t t) { return when(t == 0, first); });
        walks.global_stores.access(block, [&](std::int64_t t) { return when(t == 0, first); });
      }
      walks.expect(counters_of("reduction/convergent", {{"n", n}, {"block", block}}));
    }
  }
}

TEST(LaneWalk, AgreesOnALaunchForEachStride) {
  for (const std::int64_t n : kLengths) {
    SCOPED_TRACE("n " + std::to_string(n));
    Walks walks;
    for (std::int64_t s = 1; s < std::max<std::int64_t>(n, 2); s *= 2) {
      const auto second = [&](std::int64_t i) { return when(i % (2 * s) == 0 && i + s < n, i); };
      walks.global_loads.access(n, [&](std::int64_t i) { return when(i % (2 * s) == 0, i); });
      walks.global_loads.access(n, [&](std::int64_t i) { return second(i) ? Word(i + s) : std::nullopt; });
      walks.global_stores.access(n, second);
      for (std::int64_t i = 0; i < n; ++i) walks.additions += second(i) ? 1 : 0;
    }
    walks.global_stores.access(1, [](std::int64_t) { return Word(0); });
    walks.expect(counters_of("reduction/global-naive", {{"n", n}}));
  }
}

// Segments of `per_thread` elements a thread.
template <typename Steps>
void expect_scan(const char* name, std::int64_t per_thread, Steps steps) {
  for (const std::int64_t exclusive : {0, 1}) {
    for (const std::int64_t block : kBlocks) {
      for (const std::int64_t n : kLengths) {
        SCOPED_TRACE(std::string(name) + " n " + std::to_string(n) + " block " + std::to_string(block));
        Walks walks;
        const std::int64_t segment = per_thread * block;
        for (std::int64_t first = 0; first < n; first += segment) {
          for (std::int64_t k = 0; k < segment; k += block) {
            const auto element = [&](std::int64_t t) { return when(first + k + t < n, first + k + t); };
            walks.global_loads.access(block, element);
            walks.global_stores.access(block, element);
            walks.shared_stores.access(block, [&](std::int64_t t) { return Word(k + t); });
            walks.shared_loads.access(block, [&](std::int64_t t) {
              return when(first + k + t < n && k + t >= exclusive, k + t - exclusive);
            });
          }
          steps(walks, block);
        }
        walks.expect(counters_of(name, {{"n", n}, {"block", block}, {"exclusive", exclusive}}));
      }
    }
  }
}

TEST(LaneWalk, AgreesOnScansOfSegments) {
  expect_scan("scan/kogge-stone", 1, [](Walks& walks, std::int64_t block) {
    for (std::int64_t s = 1; s < block; s *= 2) {
      walks.add_in_shared(block, -s, [s](std::int64_t t) { return when(t >= s, t); });
    }
  });
  expect_scan("scan/brent-kung", 2, [](Walks& walks, std::int64_t block) {
    for (std::int64_t s = 1; s < 2 * block; s *= 2) {
      walks.add_in_shared(block, -s,
                          [=](std::int64_t t) { return when(2 * s * (t + 1) - 1 < 2 * block, 2 * s * (t + 1) - 1); });
    }
    for (std::int64_t s = block / 2; s > 0; s /= 2) {
      walks.add_in_shared(block, -s, [=](std::int64_t t) {
        return when(2 * s * (t + 1) - 1 + s < 2 * block, 2 * s * (t + 1) - 1 + s);
      });
    }
  });
}

}  // namespace
}  // namespace rooflens::kernels
