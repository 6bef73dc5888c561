#include "profiler/assemble/cluster.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rooflens::collect {
namespace {

TEST(Cluster, KeepsValuesTogetherThatDifferByLessThanTheTolerance) {
  const std::vector<double> values{100, 102, 101};
  const std::vector<Cluster> clusters = cluster(values, 0.02);
  ASSERT_EQ(clusters.size(), 1u);
  EXPECT_DOUBLE_EQ(clusters[0].centre, 101);
}

TEST(Cluster, BeginsANewOneAtAGap) {
  const std::vector<double> values{100, 103};
  EXPECT_EQ(cluster(values, 0.02).size(), 2u);
}

TEST(Cluster, OrdersThemBySizeAndNamesTheirMembers) {
  const std::vector<double> values{900, 10, 901, 11, 90};
  const std::vector<Cluster> clusters = cluster(values, 0.2);
  ASSERT_EQ(clusters.size(), 3u);
  EXPECT_EQ(clusters[0].members, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(clusters[1].members, (std::vector<std::size_t>{4}));
  EXPECT_EQ(clusters[2].members, (std::vector<std::size_t>{0, 2}));
}

TEST(Cluster, LeavesOutWhatIsNoNumber) {
  const std::vector<double> values{std::nan(""), 5, INFINITY};
  const std::vector<Cluster> clusters = cluster(values, 0.02);
  ASSERT_EQ(clusters.size(), 1u);
  EXPECT_EQ(clusters[0].members, (std::vector<std::size_t>{1}));
}

TEST(Cluster, TakesZerosForAClusterOfTheirOwn) {
  const std::vector<double> values{0, 1, 0};
  EXPECT_EQ(cluster(values, 0.02).size(), 2u);
}

TEST(Cluster, HasNoneForNoValues) { EXPECT_TRUE(cluster({}, 0.02).empty()); }

}  // namespace
}  // namespace rooflens::collect
