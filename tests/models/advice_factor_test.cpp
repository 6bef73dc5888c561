#include "models/advise/advice_factor.hpp"

#include <gtest/gtest.h>

#include "models/gap/gap.hpp"
#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

// 8 warps of 2,000 instructions at 4 G a second, which take 4 us of 6, with half of their lanes.
RoundKernel half_of_lanes() {
  constexpr double kOne = 1e-9;
  RoundKernel kernel = RoundKernel().eight_warps(6e-6, 8 * kOne, Seconds(1e-7));
  kernel.instructions(16000 * kOne, 256000 * kOne, 256000 * kOne).arithmetic(0, 0, 0).shared(0, 0);
  kernel.machine().ceilings.instruction = {
      {Pipe::issue, OperationRate(4e9), kernel.machine().ceilings.compute.front().origin}};
  return kernel;
}

TEST(FactorAdvice, IsOfFactorsThatAChangeBelongsTo) {
  const RoundKernel round = half_of_lanes();
  const Analysis analysis = round.analysis();
  const AnalysedKernel& kernel = analysis.machines.front().kernels.front();
  const std::optional<Gap> gap = explain_gap(kernel);
  ASSERT_TRUE(gap);
  EXPECT_FALSE(advice_on(kernel, *gap, "unexplained"));
  EXPECT_FALSE(advice_on(kernel, *gap, "no-such-factor"));
  EXPECT_TRUE(is_demand("divergence"));
  EXPECT_FALSE(is_demand("imbalance"));
}

}  // namespace
}  // namespace rooflens::models
