// Pipes beside those of arithmetic, and roofs at the clock of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/place/demand.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;

DemandModel demand(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return demand_of(analysis.machines.front().kernels.front());
}

// Roofs of 1 G/s: 3 G sectors of atomics in L2, of which the busiest slice has 0.5 G cycles; 2 G passes in shared
// memory; 0.25 G warp instructions of special functions are 8 G results; 4 G of loads and stores.
TEST(DemandOfPipes, PipesBesideArithmeticAreResources) {
  RoundKernel kernel;
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  for (const Pipe pipe : {Pipe::sfu, Pipe::lsu, Pipe::atomic, Pipe::atomic_slice, Pipe::shared_atomic}) {
    kernel.machine().ceilings.instruction.push_back({pipe, OperationRate(1e9), origin});
  }
  kernel.count("sm__inst_executed_pipe_xu.sum", 0.25)
      .count("sm__inst_executed_pipe_lsu.sum", 4)
      .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum", 1)
      .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum", 2)
      .count("lts__d_atomic_input_cycles_active.max", 0.5)
      .count("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", 2);
  std::vector<std::pair<std::string, double>> needed;
  for (const DemandResource& r : demand(kernel).resources) needed.emplace_back(r.label, r.needed.value());
  EXPECT_THAT(needed, ElementsAre(std::pair("SFU", 8), std::pair("LSU", 4), std::pair("L2 atomics", 3),
                                  std::pair("L2 atomics of one slice", 0.5), std::pair("Shared atomics", 2)));
}

// A roof of 1 G/s that was reached at 1 GHz, and a run at 2 GHz: 2 s. That of L2 stays.
TEST(DemandOfPipes, RoofsThatWereReachedAtAnotherClockAreScaledToTheRun) {
  RoundKernel kernel;
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  kernel.machine().ceilings.instruction = {{Pipe::lsu, OperationRate(1e9), origin},
                                           {Pipe::atomic, OperationRate(1e9), origin}};
  kernel.count("sm__inst_executed_pipe_lsu.sum", 4)
      .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum", 3)
      .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum", 0)
      .count("sm__cycles_elapsed.avg.per_second", 2);
  kernel.machine().device.sm_clock_maximum = Hertz(2e9);
  const DemandModel model = demand(kernel);
  EXPECT_DOUBLE_EQ(model.resources[0].needed.value(), 2);
  EXPECT_DOUBLE_EQ(model.resources[1].needed.value(), 3);
}

const DemandResource* of(const DemandModel& model, Pipe pipe) {
  const auto it = std::find_if(model.resources.begin(), model.resources.end(),
                               [&](const DemandResource& r) { return r.resource == RoofResource(pipe); });
  return it == model.resources.end() ? nullptr : &*it;
}

// 8 of 32 lanes are on. Full warps would load as much with a quarter of the instructions.
TEST(DemandOfPipes, IdleLanesAreInWhatIsCountedByWarps) {
  RoundKernel kernel = RoundKernel().instructions(2, 16, 16).count("sm__inst_executed_pipe_lsu.sum", 4);
  kernel.machine().ceilings.instruction = {
      {Pipe::lsu, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  const DemandModel model = demand(kernel);
  ASSERT_TRUE(of(model, Pipe::lsu));
  EXPECT_DOUBLE_EQ(of(model, Pipe::lsu)->needed.value(), 4);
  EXPECT_DOUBLE_EQ(of(model, Pipe::lsu)->needed_with(0, RoofClock::run).value(), 1);
}

// 2 G warp instructions of 8 lanes are 16 G fused pairs; half of the warps went to the pipe that also does integers.
TEST(DemandOfPipes, FloatingPointOfFewLanesIsNoIntegerWork) {
  RoundKernel kernel = RoundKernel().instructions(2, 16, 16).arithmetic(0, 0, 16);
  kernel.machine().ceilings.instruction = {
      {Pipe::imad, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  EXPECT_FALSE(of(demand(kernel.count("sm__inst_executed_pipe_fmaheavy.sum", 1)), Pipe::imad));
  const DemandModel more = demand(kernel.count("sm__inst_executed_pipe_fmaheavy.sum", 1.5));
  ASSERT_TRUE(of(more, Pipe::imad));
  EXPECT_DOUBLE_EQ(of(more, Pipe::imad)->needed.value(), 16) << "half a G of warps, with their idle lanes";
}

// An application's multiplications may be those of its addresses: only DRAM is a roof for its % of roof.
TEST(DemandOfPipes, MultipliedIntegersAreNoTaskUnlessAFormulaSaysSo) {
  RoundKernel kernel = RoundKernel().dram(3).instructions(2, 64, 64).arithmetic(0, 0, 0);
  kernel.machine().ceilings.instruction = {
      {Pipe::imad, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  kernel.count("sm__inst_executed_pipe_fmaheavy.sum", 0.25);  // 8 of 12 s
  const Analysis analysis = kernel.analysis();
  const AnalysedKernel& seen = analysis.machines.front().kernels.front();
  EXPECT_EQ(*binding_pipe(seen), RoofResource(Pipe::imad));
  ASSERT_TRUE(seen.percent_of_roof);
  EXPECT_EQ(seen.percent_of_roof->roof, "DRAM");
  EXPECT_DOUBLE_EQ(seen.percent_of_roof->fraction, 0.25);
}

}  // namespace
}  // namespace rooflens::models
