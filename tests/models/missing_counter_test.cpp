// Which factors of a gap each counter carries: exactly those go when it was not collected, and name it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/gap/gap.hpp"
#include "tests/models/gap_of.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::Contains;
using ::testing::UnorderedElementsAreArray;

constexpr auto kFused = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

// A kernel with every counter and every inefficiency: DRAM is busy for 8 of 12 s.
RoundKernel complete() {
  RoundKernel kernel = RoundKernel().cycles(12, 11, 10).dram(8).compulsory(2).shared(0.1, 0.05);
  kernel.instructions(4, 64, 48).arithmetic(4, 2, 3).global(0.5, 1.0 / 32, 0.5, 1.0 / 32).local(0.01, 0.01);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0.1, 1);
  kernel.count("smsp__sass_inst_executed_op_global_st.sum", 0.1, 1);
  kernel.count("l1tex__t_bytes.sum", 3).count("lts__t_sectors_srcunit_tex.sum", 3.0 / 32);
  kernel.count(std::string(kTensorActivity), 0.02).count(std::string(kHalfOnTensorPipe), 0.02);
  Machine& machine = kernel.machine();
  const CeilingOrigin origin = machine.ceilings.compute.front().origin;
  machine.ceilings.compute = {{Precision::fp64, OperationRate(64e9), origin},
                              {Precision::fp32, OperationRate(128e9), origin},
                              {Precision::fp16, OperationRate(256e9), origin},
                              {Precision::tensor_fp16, OperationRate(1024e9), origin}};
  return kernel;
}

struct Carried {
  const char* counter;
  std::vector<std::string> factors;  // and demands of resources
};

void PrintTo(const Carried& carried, std::ostream* out) { *out << carried.counter; }

std::vector<std::string> missing_ids(const Gap& gap) {
  std::vector<std::string> ids;
  for (const MissingFactor& factor : gap.missing) ids.push_back(factor.id);
  return ids;
}

class MissingCounter : public ::testing::TestWithParam<Carried> {};

TEST(MissingCounter, OfACompleteKernelOnlyHostGapsAreMissing) {
  EXPECT_THAT(missing_ids(gap_of(complete()).value()), ::testing::ElementsAre("launch"));
}

TEST_P(MissingCounter, TakesItsOwnFactorsAndNoOthers) {
  const Gap before = gap_of(complete()).value();
  const Gap after = gap_of(complete().erase(GetParam().counter)).value();
  std::vector<std::string> expected = GetParam().factors;
  expected.emplace_back("launch");
  EXPECT_THAT(missing_ids(after), UnorderedElementsAreArray(expected));
  for (const MissingFactor& factor : after.missing) {
    if (factor.id == "launch") continue;
    EXPECT_THAT(factor.counters, Contains(GetParam().counter)) << factor.id;
    EXPECT_FALSE(after.find(factor.id)) << factor.id;
  }
  for (const GapFactor& factor : before.factors) {
    const auto& gone = GetParam().factors;
    EXPECT_EQ(after.find(factor.id) == nullptr, std::find(gone.begin(), gone.end(), factor.id) != gone.end())
        << factor.id;
  }
  EXPECT_NEAR(product(after), 6, 1e-12);  // 12 s over the 2 s of the task
}

TEST_P(MissingCounter, IsSaidToBeContradictoryWhereItIsNegative) {
  RoundKernel kernel = complete();
  kernel.count(GetParam().counter, -1, 5);
  const Gap gap = gap_of(kernel).value();
  for (const std::string& id : GetParam().factors) {
    const auto it = std::find_if(gap.missing.begin(), gap.missing.end(), [&](const auto& m) { return m.id == id; });
    ASSERT_NE(it, gap.missing.end()) << id;
    EXPECT_THAT(it->reason, ::testing::HasSubstr("contradictory")) << id;
    EXPECT_THAT(it->counters, Contains(std::string(GetParam().counter) + " (pass 5)")) << id;
  }
}

// 4 G warp instructions, were they all of FP32 or FP16, would take those pipes 2 s at their roofs, no longer than DRAM
// takes at least; of FP64 4 s.
const Carried kAll[] = {
    {"sm__cycles_elapsed.max", {"start-up"}},
    {"sm__cycles_active.max", {"start-up", "imbalance"}},
    {"sm__cycles_active.avg", {"imbalance"}},
    {"dram__bytes.sum", {"cache-traffic", "demand-dram"}},
    {"lts__t_sectors_srcunit_tex.sum", {"coalescing", "demand-l2"}},
    {"l1tex__t_bytes.sum", {"coalescing", "demand-l1"}},
    {"smsp__sass_inst_executed.sum", {"divergence", "predication", "spills", "overhead", "fma-mix", "demand-issue"}},
    {"smsp__sass_thread_inst_executed.sum", {"divergence", "predication"}},
    {"smsp__sass_thread_inst_executed_pred_on.sum", {"predication", "overhead", "fma-mix"}},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", {"overhead", "fma-mix"}},
    {kFused, {"overhead", "fma-mix"}},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", {"overhead", "fma-mix", "demand-fp64"}},
    {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", {"overhead", "fma-mix"}},
    {"smsp__sass_inst_executed_op_global_ld.sum", {"overhead", "coalescing"}},
    {"smsp__sass_inst_executed_op_global_st.sum", {"overhead"}},
    {"smsp__sass_inst_executed_op_shared_ld.sum", {"overhead", "bank-conflicts"}},
    {"smsp__sass_inst_executed_op_shared_st.sum", {"overhead", "bank-conflicts"}},
    {"smsp__sass_inst_executed_op_local_ld.sum", {"overhead", "spills"}},
    {"smsp__sass_inst_executed_op_local_st.sum", {"overhead", "spills"}},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", {"bank-conflicts", "demand-shared"}},
    {"smsp__sass_data_bytes_mem_shared.sum", {"bank-conflicts"}},
    {"smsp__sass_data_bytes_mem_global_op_ld.sum", {"coalescing"}},
    {"smsp__sass_data_bytes_mem_global_op_st.sum", {"coalescing"}},
    {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", {"coalescing", "spills", "demand-data-stage"}},
    {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", {"coalescing", "spills", "demand-data-stage"}},
    {"sm__inst_executed_pipe_tensor.sum", {"overhead", "demand-tensor"}},
    {"sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum", {"overhead", "demand-tensor"}},
};

INSTANTIATE_TEST_SUITE_P(Gap, MissingCounter, ::testing::ValuesIn(kAll));

// Every counter of the complete kernel stands in the table above, or is a kind of arithmetic like those that do.
TEST(MissingCounter, TheTableKnowsAllCountersOfAGap) {
  RoundKernel kernel = complete();
  for (const auto& [name, value] : kernel.observation().counters) {
    const bool listed =
        std::any_of(std::begin(kAll), std::end(kAll), [&](const Carried& c) { return name == c.counter; });
    EXPECT_TRUE(listed || name.find("_inst_executed_op_") != std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rooflens::models
