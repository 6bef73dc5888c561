#include "models/roofs/theoretical.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/record/run_ceilings.hpp"

namespace rooflens::models {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

DeviceProperties board(const char* name, ComputeCapability cc, int sms, int bus_bits) {
  DeviceProperties device;
  device.name = name;
  device.compute_capability = cc;
  device.sm_count = sms;
  device.memory_bus_bits = bus_bits;
  return device;
}

const DeviceProperties kH200 = board("NVIDIA H200", {9, 0}, 132, 6016);

// At 1 GHz a rate per clock reads in giga.
Ceilings at_one_gigahertz(const DeviceProperties& device) {
  return theoretical_ceilings(device, megahertz(1000), megahertz(1000), ClockBasis::maximum);
}
double giga(const Ceilings& roofs, auto resource) {
  const auto* roof = roofs.best(resource);
  return roof ? roof->rate.value() * 1e-9 : 0;
}

TEST(Theoretical, TheClockThatIsGivenCounts) {
  const auto roofs = theoretical_ceilings(kH200, megahertz(1980), megahertz(3201), ClockBasis::maximum);
  EXPECT_NEAR(giga(roofs, Precision::tensor_bf16), 132 * 4096 * 1.98, 1e-6);
  EXPECT_NEAR(giga(roofs, Level::dram), 2 * 3.201 * 6016 / 8, 1e-6);
}

TEST(Theoretical, IntegerWorkHasTwoPipes) {
  const auto roofs = at_one_gigahertz(board("", {9, 0}, 1, 0));
  EXPECT_DOUBLE_EQ(giga(roofs, Precision::int32), 128);
  EXPECT_DOUBLE_EQ(giga(roofs, Pipe::imad), 64);
}

TEST(Theoretical, FourWarpInstructionsAndSixteenSpecialFunctionsAClock) {
  const auto roofs = at_one_gigahertz(board("", {8, 9}, 2, 0));
  EXPECT_DOUBLE_EQ(giga(roofs, Pipe::issue), 8);
  EXPECT_DOUBLE_EQ(giga(roofs, Pipe::sfu), 32);
  EXPECT_EQ(roofs.best(Pipe::issue)->origin.detail, "2 SM x 4 inst/clk x 1.000 GHz");
}

TEST(Theoretical, NoArchitectureIsFasterThanItsSchedulers) {
  for (int major = 7; major <= 12; ++major) {
    for (int minor = 0; minor <= 9; ++minor) {
      const auto rate = throughput({major, minor});
      if (!rate) continue;
      EXPECT_LE(rate->fp32, 32 * kIssueRate);
      EXPECT_LE(rate->int32, 32 * kIssueRate);
      EXPECT_LE(rate->fp16, 2 * 32 * kIssueRate);
      EXPECT_LE(rate->fp64, rate->fp32);
    }
  }
}

TEST(Theoretical, Bfloat16MayBeSlowerThanHalf) {
  EXPECT_EQ(throughput({8, 0})->bf16, 128);
  EXPECT_EQ(throughput({8, 0})->fp16, 256);
  EXPECT_EQ(at_one_gigahertz(board("", {7, 5}, 1, 0)).best(Precision::bf16), nullptr);
}

TEST(Theoretical, TheClassOfTheBoardSettlesTensorRates) {
  EXPECT_EQ(tensor_throughput({8, 9}, BoardClass::professional)->bf16, 1024);
  EXPECT_EQ(tensor_throughput({8, 9}, BoardClass::geforce)->bf16, 512);
  EXPECT_FALSE(tensor_throughput({8, 9}, BoardClass::data_centre).has_value());
  EXPECT_FALSE(throughput({6, 0}).has_value());
}

TEST(Theoretical, ABoardInNoTableHasTheRoofsThatCanBeQueried) {
  const DeviceProperties unknown = board("NVIDIA H20", {9, 0}, 78, 6144);
  const auto roofs = at_one_gigahertz(unknown);
  EXPECT_EQ(roofs.best(Precision::tensor_bf16), nullptr);
  EXPECT_DOUBLE_EQ(giga(roofs, Precision::fp32), 78 * 256);
  EXPECT_DOUBLE_EQ(giga(roofs, Level::dram), 2 * 6144 / 8);
  EXPECT_THAT(unknown_roofs(unknown, roofs),
              ElementsAre(HasSubstr("NVIDIA H20 with 78 SMs is in no table"), HasSubstr("L2")));
}

TEST(Theoretical, L2IsKnownWhereTheVendorTellsItsWidth) {
  const DeviceProperties a100 = board("NVIDIA A100-SXM4-40GB", {8, 0}, 108, 5120);
  EXPECT_DOUBLE_EQ(giga(at_one_gigahertz(a100), Level::l2), 5120);
  EXPECT_THAT(unknown_roofs(a100, at_one_gigahertz(a100)), IsEmpty());
  EXPECT_EQ(at_one_gigahertz(kH200).best(Level::l2), nullptr);
}

TEST(Theoretical, TheL1OfTuringIsNotKnownAndCountersFillIt) {
  const DeviceProperties t4 = board("Tesla T4", {7, 5}, 40, 256);
  EXPECT_EQ(at_one_gigahertz(t4).best(Level::l1), nullptr);
  EXPECT_DOUBLE_EQ(giga(at_one_gigahertz(t4), Level::shared), 40 * 128);
  Observation counted;
  counted.counters.set("l1tex__t_bytes.sum.peak_sustained", {.value = 2560, .min = 2560, .max = 2560});
  counted.counters.set("l1tex__cycles_elapsed.avg.per_second", {.value = 1e9, .min = 1e9, .max = 1e9});
  const std::vector<Observation> seen{counted};
  const Ceilings roofs = run_ceilings(t4, seen);
  EXPECT_DOUBLE_EQ(giga(roofs, Level::l1), 2560);
  EXPECT_EQ(roofs.best(Level::l1)->origin.source, CeilingSource::counter_peak);
}

TEST(Theoretical, AnUnknownClockOrBusGivesNoDramRoofInsteadOfZero) {
  const auto dram = [](int bits, Hertz clock) {
    return theoretical_ceilings(board("", {9, 0}, 132, bits), megahertz(1), clock, ClockBasis::maximum)
        .best(Level::dram);
  };
  EXPECT_EQ(dram(0, megahertz(1)), nullptr);
  EXPECT_EQ(dram(8, Hertz()), nullptr);
}

TEST(Theoretical, RoofsSayHowTheyWereMade) {
  const auto roofs = theoretical_ceilings(kH200, megahertz(1980), megahertz(3201), ClockBasis::during_run);
  EXPECT_EQ(roofs.best(Level::dram)->origin.detail, "2 x 3.201 GHz x 6016 bit");
  EXPECT_EQ(roofs.best(Level::l1)->origin.detail, "132 SM x 128 B x 1.980 GHz");
  EXPECT_EQ(roofs.best(Precision::fp32)->origin.detail, "132 SM x 256 FLOP/clk x 1.980 GHz");
  EXPECT_EQ(roofs.best(Precision::fp32)->origin.basis, ClockBasis::during_run);
}

}  // namespace
}  // namespace rooflens::models
