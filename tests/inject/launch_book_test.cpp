#include "profiler/observe/launch_book.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

TEST(LaunchBook, FindsALaunchByItsCorrelation) {
  LaunchBook book;
  SeenKernel kernel;
  book.add(7, {&kernel, 3, false});
  const auto found = book.find(7);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kernel, &kernel);
  EXPECT_EQ(found->range, 3);
  EXPECT_FALSE(found->certain);
  EXPECT_FALSE(book.find(8));
  book.remove(7);
  EXPECT_FALSE(book.find(7));
}

// Kernels in the body of a conditional node of a graph have no call that launched them.
TEST(LaunchBook, KnowsNoLaunchOfCorrelationZero) { EXPECT_FALSE(LaunchBook().find(0)); }

TEST(LaunchBook, ForgetsTheOldestNotTheNewest) {
  LaunchBook book;
  SeenKernel kernel;
  for (std::uint32_t i = 1; i <= (1U << 18) + 5; ++i) book.add(i, {&kernel, 0, true});
  EXPECT_FALSE(book.find(5));
  EXPECT_TRUE(book.find(6));
  EXPECT_TRUE(book.find((1U << 18) + 5));
}

TEST(LaunchBook, GivesAGraphWhenNothingMoreIsHeardOfIt) {
  LaunchBook book;
  SeenKernel graph;
  SeenKernel a;
  SeenKernel b;
  book.add_to_graph(9, {&graph, 0, true}, a, 100);
  EXPECT_TRUE(book.take_graphs().empty());
  EXPECT_TRUE(book.take_graphs().empty());
  book.add_to_graph(9, {&graph, 0, true}, b, 30);
  book.add_to_graph(9, {&graph, 0, true}, b, 20);
  for (int quiet = 0; quiet < 3; ++quiet) EXPECT_TRUE(book.take_graphs().empty());
  const auto finished = book.take_graphs();
  ASSERT_EQ(finished.size(), 1U);
  EXPECT_EQ(finished.front().total_ns, 150);
  EXPECT_EQ(finished.front().nodes, (std::map<SeenKernel*, std::uint64_t>{{&a, 1}, {&b, 2}}));
  EXPECT_TRUE(book.take_graphs().empty());
}

TEST(LaunchBook, GivesAllGraphsAtTheEnd) {
  LaunchBook book;
  SeenKernel graph;
  SeenKernel a;
  book.add_to_graph(9, {&graph, 0, true}, a, 100);
  EXPECT_EQ(book.take_graphs(true).size(), 1U);
  EXPECT_TRUE(book.take_graphs(true).empty());
}

}  // namespace
}  // namespace rooflens::inject
