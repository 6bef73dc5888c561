// What launches and made-up activity records add up to, read back from the spool.
#include "profiler/observe/launch_times.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/assemble/assemble.hpp"
#include "profiler/observe/realtime.hpp"
#include "tests/fixtures/scratch_folder.hpp"
#include "tests/fixtures/spool_records.hpp"

namespace rooflens::inject {
namespace {

using models::Observation;

struct LaunchTimesTest : ::testing::Test {
  fixtures::ScratchFolder folder;
  std::optional<Logbook> logbook;
  KernelTable kernels{"", {}};
  std::optional<LaunchTimes> times;
  std::uint32_t next = 1;

  void SetUp() override {
    logbook.emplace((folder / "1.spool").string());
    logbook->write(collect::spool::ProcessRecord{});
    times.emplace(kernels, *logbook);
  }

  SeenKernel& kernel(const char* symbol, collect::spool::LaunchForm form = collect::spool::LaunchForm::kernel) {
    LaunchCall call;
    call.function = symbol;
    call.form = form;
    bool fresh = false;
    SeenKernel& made = kernels.find(0, call, symbol, fresh);
    if (fresh) logbook->write(made.record);
    return made;
  }
  std::uint32_t launch(SeenKernel& k, bool certain = true, bool recorded = true,
                       std::shared_ptr<const GraphLayout> layout = nullptr) {
    times->expect(next, {&k, 0, certain}, std::move(layout));
    times->made(next, {&k, 0, certain}, recorded);
    return next++;
  }
  void record(std::uint32_t correlation, const char* symbol, std::uint64_t duration_ns, bool timed = true) {
    CUpti_ActivityKernel10 record{};
    record.correlationId = correlation;
    record.name = symbol;
    record.gridX = record.gridY = record.gridZ = 1;
    record.blockX = 32;
    record.blockY = record.blockZ = 1;
    record.start = static_cast<std::uint64_t>(realtime_ns());
    record.end = record.start + duration_ns;
    times->record(record, timed);
  }
  // Of each record of times.
  [[nodiscard]] std::vector<std::size_t> rows_written() const {
    std::vector<std::size_t> rows;
    for (const auto& spool : fixtures::read_spools(folder.path())) {
      for (const auto& record : spool.records) {
        if (const auto* r = std::get_if<collect::spool::TimesRecord>(&record)) rows.push_back(r->kernels.size());
      }
    }
    return rows;
  }
  [[nodiscard]] std::optional<Observation> written(const std::string& function) {
    times->write_all();
    for (const Observation& o : collect::assemble(collect::index_spools(folder.path()), {}).observations) {
      if (o.name.find(function) != std::string::npos) return o;
    }
    return std::nullopt;
  }
};

TEST_F(LaunchTimesTest, CountsEveryLaunchAndTimesThoseWithRecords) {
  SeenKernel& k = kernel("plain");
  record(launch(k), "plain", 10);
  record(launch(k), "plain", 30);
  launch(k, true, false);
  const auto o = written("plain");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->launches_made, 3U);
  EXPECT_EQ(o->timed_launches, 2U);
  EXPECT_DOUBLE_EQ(k.mean_ns, 0.9 * 10 + 0.1 * 30);
}

TEST_F(LaunchTimesTest, TakesNoTimeOfALaunchThatIsCounted) {
  SeenKernel& k = kernel("counted");
  const std::uint32_t correlation = launch(k);
  times->forget(correlation);
  EXPECT_EQ(written("counted")->timed_launches, 0U);
}

// A program of a second that is killed loses little.
TEST_F(LaunchTimesTest, WritesAtOnceInTheFirstTenSecondsAndOnceASecondThen) {
  SeenKernel& k = kernel("often");
  const auto begin = LaunchTimes::Clock::now();
  for (int tick = 0; tick < 50; ++tick) {
    launch(k);
    times->write(begin + tick * std::chrono::milliseconds(200));
  }
  EXPECT_EQ(rows_written().size(), 50U);
  for (int tick = 50; tick <= 60; ++tick) {
    launch(k);
    times->write(begin + tick * std::chrono::milliseconds(200));
  }
  EXPECT_EQ(rows_written().size(), 53U) << "at 10, 11 and 12 s";
  EXPECT_EQ(written("often")->launches_made, 61U);
}

TEST_F(LaunchTimesTest, WritesLessOftenWhereThereIsMore) {
  std::vector<std::string> names;
  for (int i = 0; i < 2400; ++i) names.push_back("kernel" + std::to_string(i));
  const auto begin = LaunchTimes::Clock::now();
  times->write(begin);
  for (int second = 10; second <= 16; ++second) {
    for (const std::string& name : names) launch(kernel(name.c_str()));
    times->write(begin + std::chrono::seconds(second));
  }
  EXPECT_EQ(rows_written(), (std::vector<std::size_t>{2400, 2400, 2400})) << "at 10, 13 and 16 s";
}

// A graph's time is the sum of its kernels' times: one that is not known leaves none.
TEST_F(LaunchTimesTest, TakesNoTimeThatCannotBeTrusted) {
  SeenKernel& graph = kernel("graph", collect::spool::LaunchForm::graph);
  const std::uint32_t first = launch(graph);
  record(first, "node", 10);
  record(first, "node", 156'000'000, false);
  const std::uint32_t second = launch(graph);
  record(second, "node", 20);
  record(second, "node", 30);
  const auto node = written("node");
  ASSERT_TRUE(node);
  EXPECT_EQ(node->launches_made, 4U);
  EXPECT_EQ(node->timed_launches, 3U);
  EXPECT_DOUBLE_EQ(node->total_time->value(), 60e-9);
  const auto whole = written("graph");
  EXPECT_EQ(whole->launches_made, 2U);
  EXPECT_EQ(whole->timed_launches, 1U);
  EXPECT_DOUBLE_EQ(whole->total_time->value(), 50e-9);
}

// Made while a stream was captured, a launch happens once the graph runs: its record tells.
TEST_F(LaunchTimesTest, BelievesARecordOnlyOfLaunchesInACapture) {
  SeenKernel& k = kernel("captured");
  launch(k, false);
  EXPECT_EQ(times->launches(), 0U);
  record(launch(k, false), "captured", 10);
  EXPECT_EQ(written("captured")->launches_made, 1U);
}

TEST_F(LaunchTimesTest, CountsNodesOfAGraphInLaunchesWithoutRecords) {
  SeenKernel& graph = kernel("graph", collect::spool::LaunchForm::graph);
  const std::uint32_t first = launch(graph);
  record(first, "node_a", 10);
  record(first, "node_b", 20);
  record(first, "node_b", 20);
  launch(graph, true, false);
  launch(graph, true, false);
  const auto a = written("node_a");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->launches_made, 3U);
  EXPECT_EQ(a->timed_launches, 1U);
  EXPECT_EQ(written("node_b")->launches_made, 6U);
}

// Two nodes of one shape, whose arguments differ.
struct LaunchTimesOfNodes : LaunchTimesTest {
  void SetUp() override {
    LaunchTimesTest::SetUp();
    graph = &kernel("graph", collect::spool::LaunchForm::graph);
    bool fresh = false;
    models::Launch one;
    one.block.x = 32;
    SeenKernel& shape = kernels.find_by_name(0, "node", one, fresh);
    logbook->write(shape.record);
    std::vector<SeenKernel*> nodes;
    for (const std::uint64_t digest : {1U, 2U}) {
      nodes.push_back(&kernels.of_work(shape, digest, false, fresh));
      write_down(*nodes.back(), *logbook);
    }
    layout = std::make_shared<GraphLayout>(GraphLayout{{nodes[0], nodes[1], nodes[0]}, {{nodes[0], 2}, {nodes[1], 1}}});
    first = nodes[0]->record.kernel;
  }
  // By the number of the kernel.
  [[nodiscard]] collect::TimeTotals totals(int number) {
    times->write_all();
    return collect::index_spools(folder.path()).front().kernels.at(number).times;
  }

  SeenKernel* graph = nullptr;
  std::shared_ptr<const GraphLayout> layout;
  int first = 0;  ///< the other is the next
};

TEST_F(LaunchTimesOfNodes, TimesEachByItsPlaceInTheGraph) {
  const std::uint32_t correlation = launch(*graph, true, true, layout);
  for (const int duration : {10, 70, 20}) record(correlation, "node", static_cast<std::uint64_t>(duration));
  EXPECT_EQ(totals(first).launches, 2U);
  EXPECT_EQ(totals(first).timed, 2U);
  EXPECT_EQ(totals(first).total_ns, 30);
  EXPECT_EQ(totals(first + 1).launches, 1U);
  EXPECT_EQ(totals(first + 1).total_ns, 70);
  EXPECT_EQ(totals(graph->record.kernel).total_ns, 100);
}

TEST_F(LaunchTimesOfNodes, CountsThemWithoutRecordsAndWithoutSomeOfThem) {
  launch(*graph, true, false, layout);
  record(launch(*graph, true, true, layout), "node", 10);
  EXPECT_EQ(totals(first).launches, 4U);
  EXPECT_EQ(totals(first + 1).launches, 2U);
  EXPECT_EQ(totals(first).timed, 0U) << "nobody knows which of them the record is of";
  EXPECT_EQ(totals(graph->record.kernel).timed, 0U);
}

TEST_F(LaunchTimesOfNodes, BelievesRecordsOnlyOfALaunchInACapture) {
  launch(*graph, false, true, layout);
  EXPECT_EQ(times->launches(), 0U);
  const std::uint32_t correlation = launch(*graph, false, true, layout);
  for (int i = 0; i < 3; ++i) record(correlation, "node", 10);
  EXPECT_EQ(totals(first).launches, 2U);
  EXPECT_EQ(totals(graph->record.kernel).launches, 1U);
}

// Kernels that those of the graph launch have their correlation.
TEST_F(LaunchTimesOfNodes, CountsWhatTheDeviceLaunchesBesides) {
  const std::uint32_t correlation = launch(*graph, true, true, layout);
  for (int i = 0; i < 3; ++i) record(correlation, "node", 10);
  record(correlation, "child", 5);
  EXPECT_EQ(totals(graph->record.kernel).total_ns, 30);
  EXPECT_EQ(written("child")->launches_made, 1U);
  EXPECT_EQ(totals(first).launches, 2U);
}

TEST_F(LaunchTimesTest, KnowsWhenALaunchOfAGraphWasMade) {
  SeenKernel& graph = kernel("g", collect::spool::LaunchForm::graph);
  const std::int64_t before = realtime_ns();
  CUpti_ActivityKernel10 record{};
  record.correlationId = launch(graph);
  const std::int64_t after = realtime_ns();
  record.start = static_cast<std::uint64_t>(after) + 5'000'000;
  EXPECT_GE(times->made_ns(record), before);
  EXPECT_LE(times->made_ns(record), after);
  record.correlationId = launch(kernel("k"));
  EXPECT_EQ(times->made_ns(record), after + 5'000'000) << "of another launch its start is all that tells";
  record.correlationId = 99;
  record.graphNodeId = 7;
  EXPECT_EQ(times->made_ns(record), after + 5'000'000 - 10'000'000'000) << "of a graph that nobody saw, its queue";
}

}  // namespace
}  // namespace rooflens::inject
