// Bounds of kernels whose counters contradict each other or their time, and of those that lack counters of pipes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/counters/counter_rules.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

constexpr auto kByHardware = "smsp__inst_executed.sum";

struct Placed {
  explicit Placed(const RoundKernel& round) : kernel(round), analysis(kernel.analysis()) {}
  RoundKernel kernel;
  Analysis analysis;
  [[nodiscard]] const AnalysedKernel& seen() const { return analysis.machines.front().kernels.front(); }
  [[nodiscard]] std::string said(const std::string& topic) const {
    const auto& all = seen().findings;
    const auto it = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.topic == topic; });
    return it == all.end() ? "" : it->cause;
  }
};

// Everything counted, next to nothing done in 12 s: 0.12 GB from DRAM are 1 % of its roof.
RoundKernel small() {
  return RoundKernel()
      .idle()
      .dram(0.12)
      .instructions(0.1, 3.2, 3.2)
      .global(0, 0, 0, 0)
      .local(0, 0)
      .count("l1tex__t_bytes.sum", 0.1)
      .count("fbpa__dram_read_bytes.sum", 0.12)
      .count("fbpa__dram_write_bytes.sum", 0);
}

RoundKernel& between(RoundKernel& kernel, const std::string& counter, double least, double most) {
  CounterValue value{.value = 1e9 * (least + most) / 2, .samples = 2, .min = 1e9 * least, .max = 1e9 * most};
  kernel.observation().counters.set(counter, value);
  return kernel;
}

// 0.08 GB of sectors passed an L1 that counted 0.04 GB.
TEST(AtMost, CountersThatContradictEachOtherBindNothingWhereTheLargerIsSmall) {
  EXPECT_EQ(Placed(small()).seen().binding, Binding::no_roof);
  RoundKernel kernel = small().global(0.08, 0.0025, 0, 0).count("l1tex__t_bytes.sum", 0.04);
  const Placed contradictory(kernel);
  EXPECT_TRUE(contradictory.seen().is_contradictory("l1tex__t_bytes.sum"));
  EXPECT_EQ(contradictory.seen().binding, Binding::no_roof);
  EXPECT_THAT(contradictory.said("no-roof"), HasSubstr("the largest counts of any launch"));
  // 20 GB of sectors would keep L1, of 4 GB/s, busy for 5 of 12 s, which is more than half of the threshold.
  kernel = small().global(20, 0.625, 0, 0).count("l1tex__t_bytes.sum", 1);
  EXPECT_EQ(Placed(kernel).seen().binding, Binding::unknown);
}

// 1 to 9 G warp instructions of 48 G that fit into the time; 9 to 18 would be too near.
TEST(AtMost, LaunchesOfDifferentWorkAreJudgedByTheLargest) {
  RoundKernel kernel = small();
  const Placed varies(between(kernel, kByHardware, 1, 9).erase("smsp__sass_inst_executed.sum"));
  EXPECT_EQ(varies.seen().mismatch->kind, Mismatch::work_varies);
  EXPECT_EQ(varies.seen().binding, Binding::no_roof);
  EXPECT_FALSE(varies.seen().percent_of_roof);
  EXPECT_EQ(varies.analysis.machines.front().verdict,
            "The kernel is not bound by a roof; its counters and its time are of different work.");
  EXPECT_EQ(Placed(between(kernel, kByHardware, 9, 18)).seen().binding, Binding::unknown);
}

// Some launches may have been all special functions, others all integers: 1 G warps of the first take 32 s. What the
// others did is not taken off.
TEST(AtMost, LargestCountsAreNotSubtractedFromEachOther) {
  RoundKernel kernel = small().count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 38.4, 1);
  between(kernel, kByHardware, 1, 1.2).erase("smsp__sass_inst_executed.sum");
  EXPECT_EQ(Placed(kernel).seen().binding, Binding::no_roof);
  kernel.machine().ceilings.instruction = {
      {Pipe::sfu, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  EXPECT_EQ(Placed(kernel).seen().binding, Binding::unknown);
}

// The same counts in a launch of 1 s may have kept the issue slots busy.
TEST(AtMost, TheShortestLaunchCounts) {
  RoundKernel kernel = small();
  between(kernel, kByHardware, 1, 9).erase("smsp__sass_inst_executed.sum");
  kernel.observation().durations = {Seconds(1), Seconds(12), Seconds(12)};
  EXPECT_EQ(Placed(kernel).seen().binding, Binding::unknown);
}

// Launches of several amounts of work, of which nobody knows which times are whose, and of which this one's counters
// tell little: the largest of all of them do, in the shortest time.
TEST(AtMost, LargestCountsOfAllLaunchesTellWhatThoseOfOneWorkDoNot) {
  RoundKernel all = small();
  RoundKernel one = RoundKernel().idle().dram(0.06);
  one.observation().durations.clear();
  one.observation().largest = largest(all.observation().counters);
  one.observation().shortest = Seconds(6);
  const Placed told(one);
  EXPECT_EQ(told.seen().binding, Binding::no_roof);
  EXPECT_FALSE(told.seen().time);
  EXPECT_FALSE(told.seen().percent_of_roof);
  EXPECT_THAT(told.said("no-roof"), HasSubstr("in the time of the shortest"));
  one.observation().shortest = Seconds(0.02);  // in which 0.12 GB would need all of DRAM's roof
  EXPECT_EQ(Placed(one).seen().binding, Binding::unknown);
}

// Matrix work of a format that was not counted: the pipe's own cycles tell. 12 s at 1 GHz, half of them active.
TEST(AtMost, CyclesOfTheTensorPipeStandForFormatsThatWereNotCounted) {
  constexpr auto kBusy = "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";
  RoundKernel kernel = small()
                           .cycles(12, 6, 6)
                           .count("sm__cycles_elapsed.avg.per_second", 1)
                           .count("sm__inst_executed_pipe_tensor.sum", 1)
                           .count("sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum", 0)
                           .count(kBusy, 40e-9);
  const Placed idle(kernel);
  EXPECT_EQ(idle.seen().uncounted, MatrixWork::certain);
  EXPECT_EQ(idle.seen().binding, Binding::no_roof);
  EXPECT_EQ(idle.seen().busiest, RoofResource(Pipe::tensor));
  EXPECT_DOUBLE_EQ(*idle.seen().busiest_fraction, 0.2);
  const Placed busy(kernel.cycles(12, 12, 12).count(kBusy, 90e-9));
  EXPECT_EQ(busy.seen().binding, Binding::compute);
  EXPECT_EQ(*binding_pipe(busy.seen()), RoofResource(Pipe::tensor));
  EXPECT_DOUBLE_EQ(*busy.seen().busiest_fraction, 0.9);
}

// One matrix instruction takes 256 cycles at most: 0.01 G of them 2.56 of 12 s, 0.1 G more than there are.
TEST(AtMost, FewMatrixInstructionsBindNothing) {
  RoundKernel kernel = small().count("sm__cycles_elapsed.avg.per_second", 1);
  EXPECT_EQ(Placed(kernel.count("sm__inst_executed_pipe_tensor.sum", 0.01)).seen().binding, Binding::no_roof);
  EXPECT_EQ(Placed(kernel.count("sm__inst_executed_pipe_tensor.sum", 0.1)).seen().binding, Binding::unknown);
}

// 0.5 G warps are 16 G results, more than 12 s hold. 0.4 G of them were branches, which are no special functions.
TEST(AtMost, SpecialFunctionsThatWereNotCountedMayBindAKernel) {
  RoundKernel kernel = small().instructions(0.5, 16, 16).count(kByHardware, 0.5);
  kernel.machine().ceilings.instruction = {
      {Pipe::sfu, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  const Placed unknown(kernel);
  EXPECT_EQ(unknown.seen().binding, Binding::unknown);
  EXPECT_THAT(unknown.said("unknown-bound"), HasSubstr("SFU (not collected)"));
  EXPECT_EQ(Placed(RoundKernel(kernel).count("smsp__sass_inst_executed_op_branch.sum", 0.4)).seen().binding,
            Binding::no_roof);
  EXPECT_EQ(Placed(RoundKernel(kernel).count("sm__inst_executed_pipe_xu.sum", 0.1)).seen().binding, Binding::no_roof);
  EXPECT_EQ(*binding_pipe(Placed(kernel.count("sm__inst_executed_pipe_xu.sum", 0.3)).seen()), RoofResource(Pipe::sfu));
}

}  // namespace
}  // namespace rooflens::models
