#include "models/place/demand.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr auto kRun = RoofClock::run;
constexpr auto kNominal = RoofClock::nominal;

DemandModel demand(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return demand_of(analysis.machines.front().kernels.front());
}

double seconds(const DemandModel& model, InefficiencySet present, RoofClock clock = kRun) {
  return model.time(present, clock).value();
}

InefficiencySet without(Inefficiency i) { return kAllInefficiencies & ~only(i); }

std::vector<std::string> missing(const DemandModel& model, Inefficiency i) {
  for (const auto& unknown : model.unknown) {
    if (unknown.inefficiency == i) return unknown.counters;
  }
  return {};
}

TEST(Demand, TheLongestResourceSetsTheTime) {
  const auto model = demand(RoundKernel().dram(3).shared(2.0 * 4 / 128, 2.0 * 4 / 128));
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 3);
  EXPECT_EQ(model.longest(kAllInefficiencies, kRun)->label, "DRAM");
}

TEST(Demand, BankConflictsAreWavefrontsBeyondOneAnAccess) {
  // 128 bytes per wavefront at 4 GB/s: 0.25 G wavefronts are 8 s.
  const auto model = demand(RoundKernel().shared(0.25, 0.0625));
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 8);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::bank_conflicts)), 2);
  EXPECT_FALSE(model.find(Inefficiency::bank_conflicts)->at_most);
}

TEST(Demand, AFewMoreWavefrontsMayBeMixedWidths) {
  const auto model = demand(RoundKernel().shared(0.25, 0.2));
  EXPECT_TRUE(model.find(Inefficiency::bank_conflicts)->at_most);
}

TEST(Demand, WavefrontsOfAtomicsHideConflicts) {
  constexpr auto kAtomics = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
  const RoundKernel kernel = RoundKernel().shared(0.25, 0.0625).count(kAtomics, 0.1, 1);
  EXPECT_DOUBLE_EQ(seconds(demand(kernel), without(Inefficiency::bank_conflicts)), 8);
}

// Polls of a grid's barrier count as bytes of shared memory: 40 GB are more than 0.25 G wavefronts carry.
TEST(Demand, BytesBeyondTheWavefrontsHideConflicts) {
  RoundKernel kernel;
  kernel.shared(0.25, 0.0625).count("smsp__sass_data_bytes_mem_shared.sum", 40, 1);
  EXPECT_EQ(missing(demand(kernel), Inefficiency::bank_conflicts).size(), 4);
  kernel.shared(0.25, 0.25).count("smsp__sass_data_bytes_mem_shared.sum", 40, 1);
  EXPECT_DOUBLE_EQ(seconds(demand(kernel), without(Inefficiency::bank_conflicts)), 8);  // one wavefront per access
}

TEST(Demand, IdleAndSwitchedOffLanesAreIssuedAllTheSame) {
  // 16 G warp instructions at 4 G/s; a quarter of the lanes is active, half of those switched on.
  const auto model = demand(RoundKernel().instructions(16, 128, 64));
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 4);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::divergence)), 1);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::predication)), 2);
}

TEST(Demand, InstructionsThatAreNeitherArithmeticNorAccessesAreOverhead) {
  // Of 8 G warp instructions with all lanes on, 2 G are FFMA and 2 G are accesses.
  RoundKernel kernel;
  kernel.instructions(8, 256, 256).arithmetic(0, 0, 64).shared(1, 1).local(0, 0);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 1).count("smsp__sass_inst_executed_op_global_st.sum", 0);
  const auto model = demand(kernel);
  const auto issue = model.resources.back();
  EXPECT_EQ(issue.label, "Warp issue");
  EXPECT_DOUBLE_EQ(issue.needed.value(), 2);
  EXPECT_DOUBLE_EQ(issue.needed_with(without(Inefficiency::overhead), kRun).value(), 1);
  EXPECT_TRUE(model.find(Inefficiency::overhead)->at_most);
}

TEST(Demand, UnfusedArithmeticTakesTwiceThePipe) {
  // 4 G additions are 4 GFLOP, but the pipe could have done 8 in their slots.
  const auto model = demand(RoundKernel().instructions(0.125, 4, 4).arithmetic(4, 0, 0));
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 8);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::fma_mix)), 4);
  EXPECT_DOUBLE_EQ(seconds(demand(RoundKernel().arithmetic(0, 0, 4)), kAllInefficiencies), 8);
}

// Packed bfloat16 has the counters of half precision: its formula tells which it is.
TEST(Demand, UnfusedBfloat16TakesTwiceThePipe) {
  RoundKernel kernel = RoundKernel().instructions(0.125, 4, 4).arithmetic(0, 0, 0);
  kernel.count("smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 2, 1);
  kernel.machine().ceilings.compute.push_back(
      {Precision::bf16, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin});
  kernel.observation().work = Work{};
  kernel.observation().work->operations[Precision::bf16] = Operations(4e9);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 8);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::fma_mix)), 4);
}

TEST(Demand, UnfusedArithmeticTakesTwiceTheIssueSlots) {
  // Of 8 G warp instructions 2 G are additions; half of them could have gone with the others.
  const auto model = demand(RoundKernel().instructions(8, 256, 256).arithmetic(64, 0, 0));
  const auto issue = model.resources.back();
  EXPECT_DOUBLE_EQ(issue.needed.value(), 2);
  EXPECT_DOUBLE_EQ(issue.needed_with(without(Inefficiency::fma_mix), kRun).value(), 1.75);
}

TEST(Demand, ExcessSectorsOfStoresReachL2) {
  // 8 GB of L1 traffic: 1 GB of loads, and 7 GB of sectors for 3 GB that were stored.
  RoundKernel kernel;
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 8.0 / 32);
  kernel.global(1, 1.0 / 32, 3, 7.0 / 32);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 4);  // L2 at 2 GB/s
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::coalescing)), 2);
  EXPECT_DOUBLE_EQ(model.uncoalesced_dram_share, 0.5);
}

TEST(Demand, ExcessSectorsOfLoadsReachL2AsFarAsTheyMissInL1) {
  // 8 GB of load sectors for 4 GB, half of which L1 holds.
  RoundKernel kernel;
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 4.0 / 32);
  kernel.global(4, 8.0 / 32, 0, 0).count("smsp__sass_inst_executed_op_global_ld.sum", 4.0 / 128);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(model.resources[1].needed.value(), 2);  // L2
  EXPECT_DOUBLE_EQ(model.resources[1].needed_with(without(Inefficiency::coalescing), kRun).value(), 1);
}

// As in a naive matrix product: half of the loads read one word for all lanes, in one sector; the others are full. 2.5
// sectors per load for 66 bytes, of which none is too many.
TEST(Demand, BroadcastsAreNotUncoalesced) {
  RoundKernel kernel;
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 4.0 / 32);
  kernel.global(6.6, 0.25, 0, 0).count("smsp__sass_inst_executed_op_global_ld.sum", 0.1);
  EXPECT_DOUBLE_EQ(demand(kernel).resources[1].needed_with(without(Inefficiency::coalescing), kRun).value(), 2);
}

// Without the traffic of both caches nobody knows what the excess costs; without an excess there is nothing to know.
TEST(Demand, ExcessSectorsAreUnknownWithoutTheTrafficOfCaches) {
  const auto unknown = [](const DemandModel& model) {
    const auto it = std::find_if(model.unknown.begin(), model.unknown.end(),
                                 [](const auto& u) { return u.inefficiency == Inefficiency::coalescing; });
    return it == model.unknown.end() ? std::vector<std::string>{} : it->counters;
  };
  RoundKernel kernel;
  kernel.count("l1tex__t_bytes.sum", 8).global(1, 1.0 / 32, 3, 7.0 / 32);
  EXPECT_EQ(unknown(demand(kernel)), std::vector<std::string>{"lts__t_sectors_srcunit_tex.sum"});
  kernel.count("lts__t_sectors_srcunit_tex.sum", 8.0 / 32);
  EXPECT_TRUE(unknown(demand(kernel)).empty());
  RoundKernel perfect;
  EXPECT_TRUE(unknown(demand(perfect.global(1, 1.0 / 32, 3, 3.0 / 32))).empty());
}

TEST(Demand, AsynchronousCopiesAreNotNegativeSectors) {
  RoundKernel kernel;
  kernel.count("l1tex__t_bytes.sum", 8).global(5, 0, 1, 1.0 / 32);
  EXPECT_DOUBLE_EQ(demand(kernel).resources[0].removed[static_cast<std::size_t>(Inefficiency::coalescing)], 0);
}

TEST(Demand, LocalAccessesAreIssuedAndPassL1) {
  RoundKernel kernel;
  kernel.instructions(8, 256, 256).count("l1tex__t_bytes.sum", 8);
  kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 1).count("smsp__sass_inst_executed_op_local_st.sum", 1);
  kernel.count("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 4.0 / 32);
  kernel.count("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", 2.0 / 32);
  const auto model = demand(kernel);
  const auto rest = without(Inefficiency::spills);
  EXPECT_DOUBLE_EQ(model.resources[0].needed_with(rest, kRun).value(), 0.5);  // L1: 2 of 8 GB are left
  EXPECT_DOUBLE_EQ(model.resources[1].needed_with(rest, kRun).value(), 1.5);  // issue: 6 of 8 G
}

TEST(Demand, TrafficBeyondThatOfGlobalAccessesIsOfLocalMemory) {
  // L2 moved 8 GB and DRAM 4 GB, of which global accesses asked for 2 GB; local ones asked for 4 sectors each.
  RoundKernel kernel;
  kernel.instructions(8, 256, 256).dram(4).compulsory(1).global(1, 1.0 / 32, 1, 1.0 / 32);
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 8.0 / 32);
  kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 3.0 / 128);
  kernel.count("smsp__sass_inst_executed_op_local_st.sum", 3.0 / 128);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(model.resources[0].needed.value(), 2);  // L1 at 4 GB/s
  EXPECT_DOUBLE_EQ(model.resources[0].needed_with(without(Inefficiency::spills), kRun).value(), 0.5);
  EXPECT_DOUBLE_EQ(model.resources[1].needed.value(), 4);  // L2 at 2 GB/s
  EXPECT_DOUBLE_EQ(model.resources[1].needed_with(without(Inefficiency::spills), kRun).value(), 1);
  EXPECT_DOUBLE_EQ(model.resources[2].needed.value(), 4);  // DRAM at 1 GB/s
  EXPECT_DOUBLE_EQ(model.resources[2].needed_with(without(Inefficiency::spills), kRun).value(), 2);
  const auto both = without(Inefficiency::spills) & without(Inefficiency::cache_traffic);
  EXPECT_DOUBLE_EQ(model.resources[2].needed_with(both, kRun).value(), 1);
  EXPECT_FALSE(model.find(Inefficiency::spills)->at_most);
}

TEST(Demand, LocalAccessesCannotExplainMoreThanTheyAskFor) {
  // 8 GB at L2, of which a million local accesses ask for half a gigabyte at most.
  RoundKernel kernel;
  kernel.instructions(8, 256, 256).global(0, 0, 0, 0);
  kernel.count("l1tex__t_bytes.sum", 2).count("lts__t_sectors_srcunit_tex.sum", 8.0 / 32);
  kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 0.001).count("smsp__sass_inst_executed_op_local_st.sum", 0);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(model.resources[1].needed_with(without(Inefficiency::spills), kRun).value(), 4 - 0.512 / 2);
  EXPECT_TRUE(model.find(Inefficiency::spills)->at_most);
}

// 24 G of FP64 additions at 4 G/s by warps of which half of the lanes are active: the pipe works for all 12 s, though
// the additions alone would need 6.
TEST(Demand, WarpsOccupyTheirPipeHoweverFewLanesAreActive) {
  RoundKernel kernel;
  kernel.instructions(1.5, 24, 24).arithmetic(0, 0, 0).count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 12);
  kernel.machine().ceilings.compute.push_back(
      {Precision::fp64, OperationRate(4e9), kernel.machine().ceilings.compute.front().origin});
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 12);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::divergence)), 6);
  const Analysis analysis = kernel.analysis();
  const AnalysedKernel& placed = analysis.machines.front().kernels.front();
  EXPECT_EQ(placed.binding, Binding::compute);
  EXPECT_EQ(placed.busiest, RoofResource(Precision::fp64));
  EXPECT_DOUBLE_EQ(*placed.busiest_fraction, 1);
}

// As above, with a quarter of the lanes: 24 s do not fit, so the warps of that pipe had more of them than all others.
TEST(Demand, LanesThatDoNotFitIntoTheTimeWereThoseOfOtherPipes) {
  RoundKernel kernel;
  kernel.instructions(3, 24, 24).arithmetic(0, 0, 0).count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 12);
  kernel.machine().ceilings.compute.push_back(
      {Precision::fp64, OperationRate(4e9), kernel.machine().ceilings.compute.front().origin});
  EXPECT_DOUBLE_EQ(seconds(demand(kernel), kAllInefficiencies), 6);
}

TEST(Demand, L1AndSharedMemoryTakeTurns) {
  RoundKernel kernel;  // 3 s of shared memory and 2 s of L1, at 4 GB/s
  kernel.shared(12.0 / 128, 12.0 / 128).count("l1tex__t_bytes.sum", 8).global(8, 8.0 / 32, 0, 0);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 5);
  EXPECT_EQ(model.longest(kAllInefficiencies, kRun)->label, "Shared");
  EXPECT_DOUBLE_EQ(model.times_of_subsets({}).front().value(), 5);
}

// Of 8 GB that passed L1, loads moved 4: the others went on to shared memory, and are counted there.
TEST(Demand, AsynchronousCopiesAreCountedOnce) {
  RoundKernel kernel;
  kernel.shared(12.0 / 128, 12.0 / 128).count("l1tex__t_bytes.sum", 8).global(4, 4.0 / 32, 0, 0);
  EXPECT_DOUBLE_EQ(seconds(demand(kernel), kAllInefficiencies), 3);
}

TEST(Demand, IntegerTasksAreMultiplyAdds) {
  RoundKernel kernel;
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  kernel.machine().ceilings.compute.push_back({Precision::int32, OperationRate(2e9), origin});
  kernel.machine().ceilings.instruction.push_back({Pipe::imad, OperationRate(1e9), origin});
  kernel.count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 12, 1).compulsory(1);
  kernel.observation().work->operations[Precision::int32] = Operations(11e9);
  const auto model = demand(kernel);
  EXPECT_EQ(model.longest(kAllInefficiencies, kRun)->label, "IMAD");
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 11);
  EXPECT_THAT(model.uncounted, Not(Contains(::testing::Field(&UnknownDemand::id, "demand-imad"))));
}

// Of 8 G sectors, 2 G are read and 1 G is written.
TEST(Demand, SectorsThatAreNeitherReadNorWrittenAreThoseOfAtomics) {
  RoundKernel kernel;
  kernel.count("lts__t_sectors_srcunit_tex.sum", 8).count("lts__t_sectors_op_read.sum", 2);
  EXPECT_THAT(demand(kernel).uncounted, Not(Contains(::testing::Field(&UnknownDemand::id, "demand-atomics"))));
  kernel.count("lts__t_sectors_op_write.sum", 1);
  EXPECT_THAT(demand(kernel).uncounted, Contains(::testing::Field(&UnknownDemand::id, "demand-atomics")));
}

TEST(Demand, DramTrafficBeyondTheCompulsoryIsRepeated) {
  const auto model = demand(RoundKernel().dram(6).compulsory(2));
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies), 6);
  EXPECT_DOUBLE_EQ(seconds(model, without(Inefficiency::cache_traffic)), 2);
}

TEST(Demand, DramTrafficBelowTheCompulsoryIsNoInefficiency) {
  const auto model = demand(RoundKernel().dram(1).compulsory(2));
  EXPECT_DOUBLE_EQ(seconds(model, 0), 1);
}

TEST(Demand, RoofsOfTheSmGoWithItsClockAndDramDoesNot) {
  RoundKernel kernel;
  kernel.arithmetic(0, 0, 2).dram(3).observation().clocks_during.sm = Hertz(0.5e9);
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies, kRun), 8);
  EXPECT_DOUBLE_EQ(seconds(model, kAllInefficiencies, kNominal), 4);
  EXPECT_DOUBLE_EQ(model.resources.back().needed_with(kAllInefficiencies, kNominal).value(), 3);
}

TEST(Demand, TheCountedClockStandsInForTheDriversAndIsNamed) {
  RoundKernel kernel;
  kernel.dram(1).count("sm__cycles_elapsed.avg.per_second", 0.8, 2).observation().clocks_during.sm.reset();
  const auto model = demand(kernel);
  EXPECT_DOUBLE_EQ(model.run_clock->value(), 0.8e9);
  EXPECT_EQ(model.clock_source, "sm__cycles_elapsed.avg.per_second (pass 2)");
}

TEST(Demand, AMissingCounterMakesOnlyItsOwnInefficiencyUnknown) {
  RoundKernel kernel;
  kernel.dram(6).compulsory(2).shared(0.25, 0.0625).count("smsp__sass_inst_executed.sum", 16);
  const auto model = demand(kernel);
  EXPECT_TRUE(model.find(Inefficiency::cache_traffic));
  EXPECT_TRUE(model.find(Inefficiency::bank_conflicts));
  EXPECT_THAT(missing(model, Inefficiency::divergence), ElementsAre("smsp__sass_thread_inst_executed.sum"));
  EXPECT_FALSE(model.find(Inefficiency::divergence));
  EXPECT_EQ(model.known.size() + model.unknown.size(), kInefficiencies);
}

TEST(Demand, ContradictoryCountersTakeNoPart) {
  const auto model = demand(RoundKernel().instructions(1, 64, 32).dram(3).compulsory(1));  // 64 lanes a warp
  EXPECT_THAT(missing(model, Inefficiency::divergence),
              ElementsAre("smsp__sass_inst_executed.sum (pass 1)", "smsp__sass_thread_inst_executed.sum (pass 1)"));
  EXPECT_THAT(missing(model, Inefficiency::predication), Contains("smsp__sass_thread_inst_executed.sum (pass 1)"));
  EXPECT_TRUE(model.find(Inefficiency::cache_traffic));
}

TEST(Demand, NothingIsFasterWithAnInefficiencyThanWithout) {
  RoundKernel kernel;
  kernel.instructions(16, 256, 200).arithmetic(20, 10, 30).shared(0.25, 0.05).dram(6).compulsory(2);
  kernel.count("l1tex__t_bytes.sum", 9)
      .count("lts__t_sectors_srcunit_tex.sum", 8.0 / 32)
      .global(1, 2.0 / 32, 3, 7.0 / 32);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 1).count("smsp__sass_inst_executed_op_global_st.sum", 1);
  kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 1).count("smsp__sass_inst_executed_op_local_st.sum", 1);
  const auto model = demand(kernel);
  EXPECT_THAT(model.unknown, IsEmpty());
  for (InefficiencySet set = 0; set <= kAllInefficiencies; ++set) {
    for (unsigned bit = 0; bit < kInefficiencies; ++bit) {
      EXPECT_LE(seconds(model, set & ~(1U << bit), kNominal), seconds(model, set, kNominal));
    }
  }
  std::vector<Inefficiency> all;
  for (const InefficiencyInfo& entry : kInefficiencyTable) all.push_back(entry.inefficiency);
  const std::vector<Seconds> times = model.times_of_subsets(all);
  for (InefficiencySet set = 0; set <= kAllInefficiencies; ++set) {
    EXPECT_NEAR(times[set].value() / seconds(model, set, kNominal), 1, 1e-12);
  }
}

}  // namespace
}  // namespace rooflens::models
