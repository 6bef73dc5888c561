#include "profiler/fleet/kernel_identity.hpp"

#include <gtest/gtest.h>

#include "profiler/fleet/histogram.hpp"

namespace rooflens::fleet {
namespace {

models::Observation launched(const std::string& name, const std::string& function, unsigned grid) {
  models::Observation o;
  o.name = name;
  models::Launch& launch = o.launches.emplace_back();
  launch.function = function;
  launch.grid = {grid, 1, 1};
  launch.block = {128, 1, 1};
  return o;
}

TEST(KernelIdentity, IsOfFunctionAndGeometryNotOfTheShortName) {
  const KernelIdentity alone = identity_of(launched("fill", "void fill<float>(float*)", 96));
  const KernelIdentity one_of_two = identity_of(launched("fill (grid 96, block 128)", "void fill<float>(float*)", 96));
  EXPECT_EQ(alone.function, one_of_two.function);
  EXPECT_EQ(alone.geometry, one_of_two.geometry);
  EXPECT_EQ(one_of_two.kernel, "fill");
}

TEST(KernelIdentity, OfAnotherGridHasTheSameFunction) {
  const KernelIdentity a = identity_of(launched("fill", "fill", 96)), b = identity_of(launched("fill", "fill", 97));
  EXPECT_EQ(a.function, b.function);
  EXPECT_NE(a.geometry, b.geometry);
}

TEST(KernelIdentity, TellsAmountsOfWorkApart) {
  EXPECT_NE(identity_of(launched("f [work 1 of 2]", "f", 1)).geometry,
            identity_of(launched("f [work 2 of 2]", "f", 1)).geometry);
}

TEST(KernelIdentity, WithoutAFunctionIsOfTheName) {
  models::Observation o = launched("imported", "", 1);
  o.parameters = {{"n", 4096}};
  EXPECT_EQ(identity_of(o).function, "imported");
  EXPECT_NE(identity_of(o).geometry.find("n=4096"), std::string::npos);
}

TEST(IdOf, IsThatOfSha256AndPositive) {
  // sha256("abc") = ba7816bf8f01cfea...; shifted right by a bit.
  EXPECT_EQ(id_of("abc"), 0x5d3c0b5fc780e7f5);
}

TEST(Bins, StandForTheirDurationsWithinOnePercent) {
  for (double ns = 1; ns < 1e12; ns *= 1.0137) {
    const double stands_for = std::pow(kBinRatio, static_cast<double>(bin_of(models::Seconds(ns * 1e-9))));
    ASSERT_NEAR(stands_for / ns, 1, 0.01) << ns << " ns";
  }
  EXPECT_EQ(bin_of(models::Seconds(0)), 0);
}

}  // namespace
}  // namespace rooflens::fleet
