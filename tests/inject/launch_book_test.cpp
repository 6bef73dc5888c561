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
  const auto add = [&](SeenKernel& node, double duration_ns) {
    EXPECT_FALSE(book.add_to_graph(9, {&graph, 0, true}, nullptr, {&node, 0, duration_ns}));
  };
  add(a, 100);
  EXPECT_TRUE(book.take_graphs().empty());
  EXPECT_TRUE(book.take_graphs().empty());
  add(b, 30);
  add(b, 20);
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
  EXPECT_FALSE(book.add_to_graph(9, {&graph, 0, true}, nullptr, {&a, 0, 100}));
  EXPECT_EQ(book.take_graphs(true).size(), 1U);
  EXPECT_TRUE(book.take_graphs(true).empty());
}

// A graph of three nodes: two of one shape, whose arguments differ, and one of another between them.
struct GraphOfThree : ::testing::Test {
  GraphOfThree() {
    first.shape = last.shape = &shape;
    layout =
        std::make_shared<GraphLayout>(GraphLayout{{&first, &other, &last}, {{&first, 1}, {&other, 1}, {&last, 1}}});
  }
  std::optional<GraphTime> add(SeenKernel& of, std::uint64_t start_ns, double duration_ns) {
    return book.add_to_graph(9, {&graph, 0, true}, layout, {&of, start_ns, duration_ns});
  }
  static double of(const GraphTime& graph, const SeenKernel* kernel) {
    for (const NodeTime& record : graph.records) {
      if (record.kernel == kernel) return record.duration_ns;
    }
    return 0;
  }

  LaunchBook book;
  SeenKernel graph, shape, first, last, other;
  std::shared_ptr<const GraphLayout> layout;
};

TEST_F(GraphOfThree, TellsNodesByTheirOrderWhateverThatOfTheRecords) {
  EXPECT_FALSE(add(shape, 300, 7));
  EXPECT_FALSE(add(other, 200, 5));
  EXPECT_TRUE(book.take_graphs().empty()) << "the rest comes with the next buffer";
  auto whole = add(shape, 100, 3);
  ASSERT_TRUE(whole);
  whole->tell();
  EXPECT_EQ(of(*whole, &first), 3);
  EXPECT_EQ(of(*whole, &other), 5);
  EXPECT_EQ(of(*whole, &last), 7);
  EXPECT_EQ(whole->total_ns, 15);
  EXPECT_TRUE(whole->timed);
  EXPECT_TRUE(book.take_graphs(true).empty()) << "nothing is kept of it";
}

TEST_F(GraphOfThree, TellsOnlyWhatIsCertainWhereARecordIsLost) {
  EXPECT_FALSE(add(shape, 100, 3));
  EXPECT_FALSE(add(other, 200, 5));
  auto part = book.take_graphs(true);
  ASSERT_EQ(part.size(), 1U);
  part.front().tell();
  EXPECT_EQ(of(part.front(), &other), 5) << "no other node is of its shape";
  EXPECT_EQ(of(part.front(), &first), 0);
  EXPECT_EQ(of(part.front(), &last), 0);
  EXPECT_FALSE(part.front().timed);
}

TEST_F(GraphOfThree, TellsOnlyWhatIsCertainWhereARecordIsOfAnotherKernel) {
  SeenKernel stranger;
  EXPECT_FALSE(add(shape, 100, 3));
  EXPECT_FALSE(add(stranger, 200, 5));
  auto whole = add(shape, 300, 7);
  ASSERT_TRUE(whole);
  whole->tell();
  EXPECT_FALSE(whole->timed);
  EXPECT_EQ(of(*whole, &first), 0);
  EXPECT_EQ(of(*whole, &stranger), 5);
  EXPECT_TRUE(whole->records[1].foreign);
}

}  // namespace
}  // namespace rooflens::inject
