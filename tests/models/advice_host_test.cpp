// Operands in the host's memory: a resource, a bound, and what it gains to move them.
#include "models/advise/advice_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/counters/names.hpp"
#include "models/explain/verdict.hpp"
#include "tests/models/advice_of.hpp"
#include "tests/models/gap_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// 12 s in which 0.1 GB come from DRAM, at 1 GB/s, and some from the host, at 0.1 GB/s.
RoundKernel with_host_reads(double gigabytes, bool link = true) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(0.1).idle();
  kernel.count(std::string(counter::kLtsTSectorsSrcunitTexApertureSysmemOpReadSum), gigabytes / 32);
  if (!link) {
    for (MemoryCeiling& roof : kernel.machine().ceilings.memory) roof.rate = ByteRate(1e12);
  } else {
    kernel.machine().ceilings.links = {{.peer = "host", .direction = LinkDirection::from_peer, .rate = ByteRate(0.1e9)},
                                       {.peer = "host", .direction = LinkDirection::to_peer, .rate = ByteRate(0.1e9)}};
  }
  return kernel;
}

TEST(HostAdvice, ReadsOfTheHostThatFillTheLinkBind) {
  const RoundKernel reading = with_host_reads(0.9);  // what is analysed has to live
  const Analysis analysis = reading.analysis();
  const AnalysedKernel& kernel = analysis.machines.front().kernels.front();
  EXPECT_EQ(kernel.binding, Binding::host);
  EXPECT_EQ(kernel.busiest, RoofResource(Pipe::host_read));
  EXPECT_NEAR(kernel.busiest_fraction.value(), 0.75, 1e-9);
  EXPECT_THAT(headline(kernel), HasSubstr("bound by the host's memory (Host reads)"));
}

// With these bytes in the GPU's memory DRAM moves 1 GB, in 1 s.
TEST(HostAdvice, TheLinksTimeGoesAndDramGetsTheBytes) {
  const auto advice = advice_for(with_host_reads(0.9));
  const Advice* host = advice_called(advice, "host-memory");
  ASSERT_TRUE(host);
  EXPECT_EQ(&advice.front(), host);
  EXPECT_NEAR(host->gain_high, 12, 1e-9);
  EXPECT_DOUBLE_EQ(host->gain_low, 1) << "what is used once takes as long to copy";
  EXPECT_THAT(host->evidence, HasSubstr("a launch reads 900 MB of it at 0.0750 GB/s"));
  EXPECT_THAT(host->evidence, HasSubstr("75 % of the rate of copies over the link"));
}

TEST(HostAdvice, AFewBytesAreNoCause) { EXPECT_FALSE(advice_called(advice_for(with_host_reads(0.05)), "host-memory")); }

// DRAM has 1 TB/s. At 4 GB/s, as the slowest link in use, 60 GB would take more than the 12 s, and 1 GB a quarter of a
// second.
TEST(HostAdvice, OfALinkThatWasNotMeasuredNothingIsCertain) {
  const auto advice = advice_for(with_host_reads(60, false));
  const Advice* host = advice_called(advice, "host-memory");
  ASSERT_TRUE(host);
  EXPECT_DOUBLE_EQ(host->gain_low, 1);
  EXPECT_THAT(host->assumes, HasSubstr("the link takes the time"));
  EXPECT_TRUE(missing(gap_of(with_host_reads(60, false)).value(), "demand-host_read"));
  EXPECT_FALSE(advice_called(advice_for(with_host_reads(1, false)), "host-memory"));
}

}  // namespace
}  // namespace rooflens::models
