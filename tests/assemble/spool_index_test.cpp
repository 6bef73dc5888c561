// What is kept of a spool while it is read, however long it is.
#include "profiler/assemble/spool_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/counters/counter_rules.hpp"
#include "profiler/assemble/counted_groups.hpp"
#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

TEST(SpoolIndex, KeepsAFairChoiceOfAnyNumberOfTimes) {
  ObservedTimes times;
  // A tenth of the launches took 1 ns and has a sample each, the others took 9 ns and have a sample for each 100.
  for (int i = 0; i < 10'000; ++i) times.add(spool::KernelTimes{0, 0, 1, 1, 1, {1}});
  for (int i = 0; i < 900; ++i) times.add(spool::KernelTimes{0, 0, 100, 100, 900, {9}});
  EXPECT_LE(times.samples_ns.size(), 1024U);
  EXPECT_GE(times.samples_ns.size(), 256U);
  ASSERT_EQ(times.samples_ns.size(), times.stands_for.size());
  EXPECT_EQ(times.timed, 100'000U);
  EXPECT_EQ(times.total_ns, 10'000 + 90'000 * 9);
  EXPECT_NEAR(std::accumulate(times.stands_for.begin(), times.stands_for.end(), 0.0), 100'000, 1e-6);
  double mean = 0;
  for (std::size_t i = 0; i < times.samples_ns.size(); ++i) mean += times.samples_ns[i] * times.stands_for[i] / 1e5;
  EXPECT_NEAR(mean, 0.1 * 1 + 0.9 * 9, 0.1);
  const auto durations = durations_of(times.samples_ns, times.stands_for);
  ASSERT_EQ(durations.size(), 200U);
  const auto slow = std::count_if(durations.begin(), durations.end(), [](auto d) { return d.value() > 5e-9; });
  EXPECT_NEAR(static_cast<double>(slow), 180, 3);
}

TEST(SpoolIndex, ChoosesTheSameTimesOfTheSameSpool) {
  const auto chosen = [] {
    ObservedTimes times;
    for (int i = 0; i < 5000; ++i) times.add(spool::KernelTimes{0, 0, 1, 1, 1.0 * i, {1.0 * i}});
    return times.samples_ns;
  };
  EXPECT_EQ(chosen(), chosen());
}

TEST(SpoolIndex, LeavesOutWhatWasNeverDescribed) {
  const SpoolIndex index = MadeSpool()
                               .kernel(0, "f")
                               .times(0, 1, 1)
                               .times(5, 1, 1)
                               .counted(0, 0, {1, 2})
                               .counted(0, 0, {1})
                               .counted(0, 7, {1, 2})
                               .spool();
  ASSERT_EQ(index.kernels.size(), 1U);
  EXPECT_EQ(index.kernels.at(0).observations.size(), 1U);
}

// Of all counted launches the most; what is not known of one is not known.
TEST(SpoolIndex, KeepsHowMuchMemoryArgumentsReach) {
  const auto reached = [](const std::vector<double>& launches, const std::string& counter = "dram__bytes_read.sum") {
    MadeSpool made;
    made.kernel(0, "f").times(0, 9, 1).group(0, "hardware", {counter, kInstructions}).counted(0, 0, {100, 1000});
    for (const double bytes : launches) made.add(spool::ArgumentsRecord{0, bytes});
    return observations(made).at(0).counters.value(models::kArgumentBytes);
  };
  EXPECT_EQ(reached({64, 96, 80}), 96);
  EXPECT_EQ(reached({64}, "fbpa__dram_read_bytes.sum"), 64);
  EXPECT_FALSE(reached({64, std::nan(""), 96}));
  EXPECT_FALSE(reached({std::nan("")}));
  EXPECT_FALSE(reached({}));
  EXPECT_FALSE(reached({64}, kBytes)) << "nothing is known of what is read";
}

}  // namespace
}  // namespace rooflens::collect
