// Warps that wait: one SM at 1 GHz, where a block takes 10 ns to start, an instruction 1 ns and a load 15 ns.
#include "models/wait/waiting.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/gap_of.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

constexpr WaitingConstants kRound{.launch_cycles = 0,
                                  .block_cycles = 10,
                                  .warp_cycles = 0,
                                  .instruction_cycles = 1,
                                  .first_instructions = 100,
                                  .sharpness = 2,
                                  .few_blocks = 1e-3};

// Ten blocks of a warp, one after the other: 10 ns + 5 instructions + one load are 30 ns each.
Waiting ten_blocks() {
  Waiting waiting;
  waiting.blocks = 10;
  waiting.batches = 1;
  waiting.instructions = 5;
  return waiting;
}

double total_ns(const Waiting& waiting, const std::vector<Seconds>& units, double imbalance = 1) {
  const WaitingOn gpu{1, Hertz(1e9), Seconds(15e-9)};
  return waiting_time(waiting, units, gpu, imbalance, kRound).total.value() * 1e9;
}

TEST(Waiting, IsTheLifeOfABlockForEachThatRunsOneAfterTheOther) {
  EXPECT_NEAR(total_ns(ten_blocks(), {}), 300 - 10, 1e-9) << "where the first one starts is part of the launch";
  Waiting side_by_side = ten_blocks();
  side_by_side.blocks_per_sm = 5;
  EXPECT_NEAR(total_ns(side_by_side, {}), 60 - 10, 1e-9);
  side_by_side.blocks_per_sm = 100;
  EXPECT_NEAR(total_ns(side_by_side, {}), 30 - 10, 1e-9) << "no less than one life";
}

TEST(Waiting, EachLaunchWaitsForItsCodeAndParameters) {
  WaitingConstants cold = kRound;
  cold.launch_cycles = 50;
  Waiting waiting = ten_blocks();
  waiting.launches = 2;
  const WaitingTime time = waiting_time(waiting, {}, {1, Hertz(1e9), Seconds(15e-9)}, 1, cold);
  EXPECT_NEAR(time.total.value() * 1e9, 290 + 2 * 50, 1e-9);
  EXPECT_NEAR(time.blocks_share, 190.0 / 390, 1e-12);
}

// 290 ns, of which the first load and its instructions, 20 ns, overlap with nothing: 360 and 270 ns at p = 2 are 450.
TEST(Waiting, OverlapsWithBusyUnitsByASoftKnee) {
  EXPECT_NEAR(total_ns(ten_blocks(), {Seconds(360e-9)}), 450 + 20, 1e-9);
  EXPECT_NEAR(total_ns(ten_blocks(), {Seconds(180e-9)}, 2), std::sqrt(360.0 * 360 + 570 * 570) + 20, 1e-9)
      << "SMs that work twice as long as others, and run twice as many blocks";
}

TEST(Waiting, BlocksThatMeetAtBarriersOverlapLess) {
  WaitingConstants few = kRound;
  few.sharpness = 3;
  few.few_blocks = 1;
  Waiting waiting = ten_blocks();
  const WaitingOn gpu{1, Hertz(1e9), Seconds(15e-9)};
  const std::vector<Seconds> unit{Seconds(270e-9)};
  waiting.independent = 1e9;
  EXPECT_NEAR(waiting_time(waiting, unit, gpu, 1, few).total.value() * 1e9, 270 * std::pow(2, 1.0 / 3) + 20, 1e-6);
  waiting.independent = std::log(2);  // half way to p = 1
  EXPECT_NEAR(waiting_time(waiting, unit, gpu, 1, few).total.value() * 1e9, 270 * std::pow(2, 1.0 / 2) + 20, 1e-6);
}

TEST(Waiting, LoadsThatHitAreShorterAndLoopsIssueInOrderOfTheCompiler) {
  Waiting waiting = ten_blocks();
  waiting.l1_misses = 0;  // 32 cycles
  EXPECT_NEAR(total_ns(waiting, {}), 10 * (10 + 5 + 32) - 10, 1e-9);
  waiting.instructions = 1100;  // a hundred wait for each other
  WaitingConstants slow = kRound;
  slow.instruction_cycles = 4;
  const WaitingOn gpu{1, Hertz(1e9), Seconds(15e-9)};
  EXPECT_NEAR(waiting_time(waiting, {}, gpu, 1, slow).total.value() * 1e9, 10 * (10 + 400 + 1000 + 32) - 10, 1e-9);
}

TEST(Waiting, SharesAreOfWhatAWarpWaitsFor) {
  const WaitingTime time = waiting_time(ten_blocks(), {}, {1, Hertz(1e9), Seconds(15e-9)}, 1, kRound);
  EXPECT_NEAR(time.loads_share, 150.0 / 290, 1e-12);
  EXPECT_NEAR(time.instructions_share, 50.0 / 290, 1e-12);
  EXPECT_NEAR(time.blocks_share, 90.0 / 290, 1e-12);
}

// A kernel whose counters say all of it: its own time plays no part.
RoundKernel counted(double seconds) {
  RoundKernel kernel =
      RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3).instructions(1, 32, 32).arithmetic(0, 0, 0);
  kernel.count("l1tex__t_bytes.sum", 3).count("lts__t_sectors_srcunit_tex.sum", 3.0 / 32);
  kernel.global(3, 3.0 / 32, 0, 0).shared(0, 0).count("smsp__sass_inst_executed_op_global_ld.sum", 0.1, 1);
  kernel.count("lts__t_sectors_op_read.sum", 3.0 / 32).count("sm__cycles_elapsed.avg.per_second", 1);
  kernel.machine().ceilings.latency = LatencyRoof{{Seconds(1e-6), 2, ByteRate(1e9)}, {}, {}};
  Launch& launch = kernel.observation().launches.front();
  launch.grid = {1'000'000, 1, 1};
  launch.block = {256, 1, 1};
  launch.blocks_per_sm = 8;
  kernel.observation().durations = {Seconds(seconds)};
  return kernel;
}

TEST(Waiting, TheLatencyOfDramIsMeasuredOrThatOfOtherHopperGpus) {
  Machine machine;
  machine.device.compute_capability = {8, 0};
  EXPECT_FALSE(dram_latency_of(machine));
  machine.device.compute_capability = {9, 0};
  EXPECT_NEAR(dram_latency_of(machine).value().value(), 411e-9, 3e-9) << "409 ns on an H100, 414 on an H200";
  machine.ceilings.latency = LatencyRoof{{Seconds(1e-6), 2, ByteRate(1e9)}, {}, {}};
  EXPECT_EQ(dram_latency_of(machine), Seconds(1e-6));
}

TEST(Waiting, AKernelsOwnTimeMovesUnexplainedAlone) {
  const Gap now = gap_of(counted(12)).value(), longer = gap_of(counted(1.3 * 12)).value();
  ASSERT_TRUE(now.waiting);
  for (const MissingFactor& m : now.missing) EXPECT_FALSE(m.id.starts_with("demand-")) << m.id;
  EXPECT_DOUBLE_EQ(now.predicted.value().value(), longer.predicted.value().value());
  for (const char* id : {"overlap", "turnover", "latency", "dependence"}) {
    EXPECT_DOUBLE_EQ(factor(now, id), factor(longer, id)) << id;
  }
  EXPECT_NEAR(factor(longer, "unexplained") / factor(now, "unexplained"), 1.3, 1e-9);
  EXPECT_NEAR(product(now), now.total, 1e-9);
}

TEST(Waiting, WithoutTheInstructionsItIsMissingAndNamesThem) {
  const Gap gap = gap_of(counted(12).erase("smsp__sass_inst_executed_op_global_ld.sum")).value();
  EXPECT_FALSE(gap.waiting);
  ASSERT_TRUE(missing(gap, "latency"));
  EXPECT_EQ(missing(gap, "latency")->counters, std::vector<std::string>{"smsp__sass_inst_executed_op_global_ld.sum"});
}

// No waiting to speak of, so that the longest unit is the time.
WaitingModel busy() { return {Waiting{}, {1, Hertz(1e15), Seconds(1e-15)}, 1, Seconds()}; }

DemandResource resource(RoofResource which, double needed) {
  DemandResource r;
  r.resource = which;
  r.needed = Seconds(needed);
  r.roof = 1e9;
  return r;
}

// Half of 8 s of issue is overhead: for four times the work in a thread it is an eighth of them.
TEST(WorkPerThread, SharesOverhead) {
  DemandModel demand;
  demand.resources = {resource(Pipe::issue, 8)};
  demand.resources.front().removed[static_cast<std::size_t>(Inefficiency::overhead)] = 0.5;
  EXPECT_NEAR(time_with_work_per_thread(busy(), demand, 4, Shared::overhead).value(), 4 + 1, 1e-9);
  demand.resources = {resource(Level::l1, 8)};
  EXPECT_NEAR(time_with_work_per_thread(busy(), demand, 4, Shared::overhead).value(), 8, 1e-9);
}

// L1 serves nothing that the task asks for; of issue it is one instruction for each 64 operations: 128 G are 2 s of 8.
TEST(WorkPerThread, SharesOperandsOnTheSmAndAtomicsBeyondIt) {
  const auto time = [](RoofResource which) {
    DemandModel demand;
    demand.resources = {resource(which, 8)};
    DemandResource task = resource(Precision::fp32, 1);
    task.amount = 128e9;
    demand.task = {task};
    return time_with_work_per_thread(busy(), demand, 4, Shared::operands).value();
  };
  EXPECT_NEAR(time(Level::l1), 2, 1e-9);
  EXPECT_NEAR(time(Pipe::issue), 2 + 6 / 4.0, 1e-9);
  EXPECT_NEAR(time(Precision::fp32), 1 + 7 / 4.0, 1e-9);
  DemandResource l2 = resource(Level::l2, 8), atomics = resource(Pipe::atomic, 8);
  l2.shared = atomics.shared = true;
  DemandModel demand;
  demand.resources = {l2};
  EXPECT_NEAR(time_with_work_per_thread(busy(), demand, 4, Shared::operands).value(), 8, 1e-9);
  demand.resources = {atomics};
  EXPECT_NEAR(time_with_work_per_thread(busy(), demand, 4, Shared::operands).value(), 2, 1e-9);
}

TEST(Waiting, TwiceAsManyResidentBlocksTakeHalfTheTurns) {
  Waiting waiting = ten_blocks();
  waiting.blocks = 1e6;
  const WaitingModel model{waiting, {1, Hertz(1e9), Seconds(15e-9)}, 1, Seconds()};
  EXPECT_NEAR(time_with(model, {}, kAllInefficiencies) / time_with_occupancy(model, {}, 2), 2, 1e-4);
}

// Half of the SMs' time is a tail: 2, which the model knows to a tenth.
TEST(Waiting, ATailIsAdvisedOnWithTheErrorOfTheModel) {
  const Analysis analysis = counted(12).cycles(12, 12, 6).analysis();
  const auto& advice = analysis.machines.front().kernels.front().explanation.advice;
  const auto tail = std::find_if(advice.begin(), advice.end(), [](const Advice& a) { return a.id == "imbalance"; });
  ASSERT_NE(tail, advice.end());
  EXPECT_NEAR(tail->gain_high, 1 + 1 * 1.1, 1e-9);
  EXPECT_NEAR(tail->gain_low, 2 / 1.1, 1e-9);
}

}  // namespace
}  // namespace rooflens::models
