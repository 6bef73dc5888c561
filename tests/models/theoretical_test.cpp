#include "models/theoretical.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

DeviceProperties board(ComputeCapability cc, int sms, int bus_bits) {
  DeviceProperties device;
  device.compute_capability = cc;
  device.sm_count = sms;
  device.memory_bus_bits = bus_bits;
  return device;
}

double tera(const Ceilings& roofs, Precision p) { return roofs.best(p) ? roofs.best(p)->rate.value() * 1e-12 : 0; }
double giga(const Ceilings& roofs, Level l) { return roofs.best(l) ? roofs.best(l)->rate.value() * 1e-9 : 0; }

// The vendors' figures, recomputed from SMs, clock and bus: V100, A100 40 GB and H100 SXM data sheets and white papers.
TEST(Theoretical, V100) {
  const auto roofs =
      theoretical_ceilings(board({7, 0}, 80, 4096), megahertz(1530), megahertz(877), ClockBasis::maximum);
  EXPECT_NEAR(tera(roofs, Precision::fp32), 15.7, 0.05);
  EXPECT_NEAR(tera(roofs, Precision::fp64), 7.8, 0.05);
  EXPECT_NEAR(tera(roofs, Precision::tensor_fp16), 125, 0.5);
  EXPECT_NEAR(giga(roofs, Level::dram), 898, 0.5);
  EXPECT_EQ(roofs.best(Precision::tensor_bf16), nullptr);
}

TEST(Theoretical, A100) {
  const auto roofs =
      theoretical_ceilings(board({8, 0}, 108, 5120), megahertz(1410), megahertz(1215), ClockBasis::maximum);
  EXPECT_NEAR(tera(roofs, Precision::fp32), 19.5, 0.05);
  EXPECT_NEAR(tera(roofs, Precision::tensor_bf16), 312, 0.5);
  EXPECT_NEAR(tera(roofs, Precision::tensor_tf32), 156, 0.5);
  EXPECT_NEAR(tera(roofs, Precision::tensor_int8), 624, 0.5);
  EXPECT_NEAR(giga(roofs, Level::dram), 1555, 0.5);
  EXPECT_NEAR(giga(roofs, Level::l1), 19492, 5);
}

TEST(Theoretical, H100TensorPeakHoldsAtTheTensorClock) {
  const auto device = board({9, 0}, 132, 5120);
  const auto roofs = theoretical_ceilings(device, megahertz(1830), megahertz(2619), ClockBasis::maximum);
  EXPECT_NEAR(tera(roofs, Precision::tensor_bf16), 989.4, 0.5);
  EXPECT_NEAR(tera(roofs, Precision::tensor_fp8), 1979, 1);
  EXPECT_NEAR(giga(roofs, Level::dram), 3352, 1);
  EXPECT_NEAR(tera(theoretical_ceilings(device, megahertz(1980), Hertz(), ClockBasis::maximum), Precision::fp32), 66.9,
              0.05);
}

TEST(Theoretical, AnUnknownClockOrBusGivesNoDramRoofInsteadOfZero) {
  EXPECT_EQ(
      theoretical_ceilings(board({9, 0}, 132, 0), megahertz(1), megahertz(1), ClockBasis::maximum).best(Level::dram),
      nullptr);
  EXPECT_EQ(theoretical_ceilings(board({9, 0}, 132, 8), megahertz(1), Hertz(), ClockBasis::maximum).best(Level::dram),
            nullptr);
}

TEST(Theoretical, ComputeCapabilityAloneDoesNotSettleTensorRatesOfBoards) {
  EXPECT_FALSE(tensor_throughput({8, 6}).has_value());
  EXPECT_FALSE(throughput({6, 0}).has_value());
}

TEST(Theoretical, RoofsSayHowTheyWereMade) {
  const auto roofs =
      theoretical_ceilings(board({9, 0}, 132, 6016), megahertz(1980), megahertz(3201), ClockBasis::during_run);
  EXPECT_EQ(roofs.best(Level::dram)->origin.detail, "2 x 3.201 GHz x 6016 bit");
  EXPECT_EQ(roofs.best(Precision::fp32)->origin.detail, "132 SM x 256 FLOP/clk x 1.980 GHz");
  EXPECT_EQ(roofs.best(Precision::fp32)->origin.basis, ClockBasis::during_run);
}

}  // namespace
}  // namespace rooflens::models
