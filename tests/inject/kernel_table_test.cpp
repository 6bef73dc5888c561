#include "profiler/observe/kernel_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace rooflens::inject {
namespace {

using collect::spool::LaunchForm;

LaunchCall call(const void* function, std::uint32_t grid) {
  LaunchCall c;
  c.function = function;
  c.grid = {grid, 1, 1};
  c.block = {256, 1, 1};
  return c;
}

struct KernelTableTest : ::testing::Test {
  KernelTable table{"", {}};
  int a = 0;
  int b = 0;
  bool fresh = false;
};

TEST_F(KernelTableTest, TellsKernelsApartByFunctionGeometryAndDevice) {
  SeenKernel& first = table.find(0, call(&a, 8), "f", fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(&table.find(0, call(&a, 8), "f", fresh), &first);
  EXPECT_FALSE(fresh);
  EXPECT_NE(&table.find(0, call(&a, 9), "f", fresh), &first);
  EXPECT_NE(&table.find(0, call(&b, 8), "g", fresh), &first);
  EXPECT_NE(&table.find(1, call(&a, 8), "f", fresh), &first);
}

TEST_F(KernelTableTest, KnowsAFunctionThatWasLoadedAgainElsewhere) {
  SeenKernel& first = table.find(0, call(&a, 8), "f", fresh);
  EXPECT_EQ(&table.find(0, call(&b, 8), "f", fresh), &first);
}

TEST_F(KernelTableTest, SeesThatAHandleNowStandsForAnotherFunction) {
  SeenKernel& first = table.find(0, call(&a, 8), "f", fresh);
  EXPECT_NE(&table.find(0, call(&a, 8), "another", fresh), &first);
  EXPECT_TRUE(fresh);
}

TEST_F(KernelTableTest, KeepsGraphsApartByTheirHandle) {
  LaunchCall graph;
  graph.form = LaunchForm::graph;
  graph.function = &a;
  SeenKernel& first = table.find(0, graph, nullptr, fresh);
  graph.function = &b;
  EXPECT_NE(&table.find(0, graph, nullptr, fresh), &first);
  EXPECT_EQ(first.record.form, LaunchForm::graph);
}

TEST_F(KernelTableTest, KeepsAGraphApartFromAnEarlierOneOfItsHandle) {
  LaunchCall graph;
  graph.form = LaunchForm::graph;
  graph.function = &a;
  SeenKernel& first = table.find(0, graph, nullptr, fresh);
  SeenKernel& kernel = table.find(0, call(&a, 8), "f", fresh);
  table.forget_graph(&b);
  EXPECT_EQ(&table.find(0, graph, nullptr, fresh), &first);
  table.forget_graph(&a);
  SeenKernel& second = table.find(0, graph, nullptr, fresh);
  EXPECT_TRUE(fresh);
  EXPECT_NE(&second, &first);
  EXPECT_EQ(&table.find(0, graph, nullptr, fresh), &second);
  EXPECT_EQ(&table.find(0, call(&a, 8), "f", fresh), &kernel);
}

TEST_F(KernelTableTest, TellsNodesApartByTheirArguments) {
  SeenKernel& shape = table.find(0, call(&a, 8), "f", fresh);
  SeenKernel& first = table.of_work(shape, 11, false, fresh);
  EXPECT_TRUE(fresh);
  SeenKernel& second = table.of_work(shape, 12, false, fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(&table.of_work(shape, 11, true, fresh), &first);
  EXPECT_FALSE(fresh);
  EXPECT_NE(&first, &second);
  EXPECT_NE(&first, &shape) << "which launches outside graphs are of";
  EXPECT_EQ(second.shape, &shape);
  EXPECT_EQ(second.ordinal, 1);
  EXPECT_EQ(second.record.function, "f");
  EXPECT_EQ(second.record.launch.grid.x, 8U);
  EXPECT_EQ(&table.find(0, call(&a, 8), "f", fresh), &shape);
}

// What was counted of it outside graphs helps.
TEST_F(KernelTableTest, TakesNodesOfOneKindForTheKernelItself) {
  SeenKernel& shape = table.find(0, call(&a, 8), "f", fresh);
  EXPECT_EQ(&table.of_work(shape, 11, true, fresh), &shape);
  EXPECT_FALSE(fresh);
  EXPECT_NE(&table.of_work(shape, 12, true, fresh), &shape) << "another graph's";
  EXPECT_EQ(&table.of_work(shape, 11, false, fresh), &shape);
}

TEST_F(KernelTableTest, TellsAsManyKindsApartAsAreOfUse) {
  SeenKernel& shape = table.find(0, call(&a, 8), "f", fresh);
  int kinds = 0;
  for (std::uint64_t digest = 0; digest < 1000; ++digest) {
    static_cast<void>(table.of_work(shape, digest, false, fresh));
    kinds += fresh ? 1 : 0;
  }
  EXPECT_EQ(kinds, 64);
  EXPECT_EQ(&table.of_work(shape, 999, true, fresh), &shape);
}

// The matcher's stack grows with the name, and its time faster than that.
TEST(KernelTable, MatchesNamesOfAnyLengthInTime) {
  using Clock = std::chrono::steady_clock;
  bool fresh = false;
  int f[3];
  const auto begin = Clock::now();
  KernelTable slow("(a|b)*(a|b)*(a|b)*c", {});
  const SeenKernel& dear = slow.find(0, call(&f[0], 1), std::string(8'000, 'a').c_str(), fresh);
  EXPECT_FALSE(dear.chosen);
  EXPECT_TRUE(dear.undecided);
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  KernelTable table("(gemm|conv)", {}, "(a|b)*c");
  const std::string tail(1'000'000, 'a');
  EXPECT_FALSE(table.find(0, call(&f[1], 1), ("gemm" + tail).c_str(), fresh).chosen) << "its end may be excluded";
  KernelTable only("(gemm|conv)", {});
  EXPECT_TRUE(only.find(0, call(&f[1], 1), ("gemm" + tail).c_str(), fresh).chosen);
  const SeenKernel& cut = only.find(0, call(&f[2], 1), (tail + "gemm").c_str(), fresh);
  EXPECT_FALSE(cut.chosen);
  EXPECT_TRUE(cut.undecided);
  EXPECT_FALSE(only.find(0, call(&f[0], 1), "softmax", fresh).undecided);
}

TEST(KernelTable, MatchesANameWhileOtherThreadsLaunch) {
  using Clock = std::chrono::steady_clock;
  KernelTable table("(a|b)*(a|b)*(a|b)*c", {});
  int f[3];
  bool fresh = false;
  SeenKernel& known = table.find(0, call(&f[0], 1), "c", fresh);
  std::atomic<bool> matched{false};
  std::thread slow([&] {
    bool first = false;
    static_cast<void>(table.find(0, call(&f[1], 1), std::string(8'000, 'a').c_str(), first));
    matched = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begin = Clock::now();
  EXPECT_TRUE(table.find(0, call(&f[2], 1), "abc", fresh).chosen);
  EXPECT_TRUE(fresh);
  table.forget_handles();
  EXPECT_EQ(&table.find(0, call(&f[0], 1), "c", fresh), &known);
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(800));
  EXPECT_FALSE(matched);
  slow.join();
}

TEST(KernelTable, MakesOneKernelOfANameThatManyThreadsBring) {
  for (int round = 0; round < 20; ++round) {
    KernelTable table("gemm", {}, "conv");
    int f = 0;
    std::array<SeenKernel*, 4> found{};
    std::atomic<int> first{0};
    std::vector<std::thread> threads;
    for (SeenKernel*& own : found) {
      threads.emplace_back([&] {
        bool fresh = false;
        own = &table.find(0, call(&f, 1), "gemm", fresh);
        first += fresh ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(first, 1);
    for (const SeenKernel* own : found) EXPECT_EQ(own, found[0]);
    EXPECT_TRUE(found[0]->chosen);
  }
}

TEST(KernelTable, ChoosesByMangledOrDemangledName) {
  KernelTable table("^gemm\\(|Z3addv", {});
  bool fresh = false;
  int f[3];
  EXPECT_TRUE(table.find(0, call(&f[0], 1), "_Z4gemmv", fresh).chosen);  // gemm()
  EXPECT_TRUE(table.find(0, call(&f[1], 1), "_Z3addv", fresh).chosen);
  EXPECT_FALSE(table.find(0, call(&f[2], 1), "_Z3subv", fresh).chosen);
}

TEST(KernelTable, LeavesOutWhatIsExcluded) {
  KernelTable table("gemm", {}, "gemm_b|^other\\(");
  bool fresh = false;
  int f[3];
  EXPECT_TRUE(table.find(0, call(&f[0], 1), "gemm_a", fresh).chosen);
  EXPECT_FALSE(table.find(0, call(&f[1], 1), "gemm_b", fresh).chosen);
  KernelTable all("", {}, "^other\\(");
  EXPECT_TRUE(all.find(0, call(&f[0], 1), "gemm_a", fresh).chosen);
  EXPECT_FALSE(all.find(0, call(&f[2], 1), "_Z5otherv", fresh).chosen) << "other()";
}

// Threads remember their last launches in a thousand places.
TEST(KernelTable, TellsManyGeometriesApart) {
  KernelTable table("", {});
  bool fresh = false;
  int f = 0;
  for (int round = 0; round < 2; ++round) {
    for (unsigned grid = 1; grid <= 3000; ++grid) {
      ASSERT_EQ(table.find(0, call(&f, grid), "f", fresh).record.launch.grid.x, grid);
      ASSERT_EQ(fresh, round == 0);
    }
  }
}

TEST(KernelTable, TellsOnlySoManyKernelsApart) {
  KernelTable table("", {});
  bool fresh = false;
  int f = 0;
  constexpr auto kMost = static_cast<unsigned>(KernelTable::kMostKernels);
  for (unsigned grid = 1; grid <= kMost; ++grid) static_cast<void>(table.find(0, call(&f, grid), "f", fresh));
  const SeenKernel& others = table.find(0, call(&f, kMost + 1), "f", fresh);
  EXPECT_TRUE(fresh);
  EXPECT_EQ(others.record.function, "(others)");
  EXPECT_FALSE(others.countable());
  EXPECT_EQ(&table.find(0, call(&f, kMost + 2), "g", fresh), &others);
  EXPECT_FALSE(fresh);
  EXPECT_EQ(table.find(0, call(&f, 7), "f", fresh).record.launch.grid.x, 7U) << "known before";
  EXPECT_EQ(table.find_by_name(0, "f", {}, fresh).record.function, "(others)");
  std::size_t kernels = 0;
  table.each([&](const SeenKernel&) { ++kernels; });
  EXPECT_EQ(kernels, kMost + 1);
}

TEST(KernelTable, KeepsOnlySoManyCharactersOfNames) {
  KernelTable table("", {});
  bool fresh = false;
  int f = 0;
  const std::string name(4000, 'f');
  std::size_t kept = 0;
  for (unsigned grid = 1; grid <= 10'000; ++grid) {
    kept += table.find(0, call(&f, grid), name.c_str(), fresh).record.function == name ? name.size() : 0;
  }
  EXPECT_LE(kept, KernelTable::kMostCharacters + name.size());
}

TEST(KernelTable, ForgetsHandlesOfAModuleThatWasUnloaded) {
  KernelTable table("", {});
  bool fresh = false;
  int f = 0;
  char symbol[] = "a";
  EXPECT_EQ(table.find(0, call(&f, 1), symbol, fresh).record.function, "a");
  table.forget_handles();
  symbol[0] = 'b';  // the next module's, in the same place
  EXPECT_EQ(table.find(0, call(&f, 1), symbol, fresh).record.function, "b");
}

TEST(KernelTable, ChoosesByDevice) {
  KernelTable table("", {1});
  bool fresh = false;
  int f = 0;
  EXPECT_FALSE(table.find(0, call(&f, 1), "f", fresh).chosen);
  EXPECT_TRUE(table.find(1, call(&f, 1), "f", fresh).chosen);
}

}  // namespace
}  // namespace rooflens::inject
