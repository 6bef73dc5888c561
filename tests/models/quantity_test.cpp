#include "models/base/quantity.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace rooflens::models {
namespace {

TEST(Quantity, DividingOperationsByBytesGivesAnIntensity) {
  const auto intensity = Operations(6) / Bytes(3);
  static_assert(std::is_same_v<decltype(intensity), const Intensity>);
  EXPECT_DOUBLE_EQ(intensity.value(), 2.0);
}

TEST(Quantity, CancelledDimensionsArePlainNumbers) {
  static_assert(std::is_same_v<decltype(Bytes(1) / Bytes(1)), double>);
  EXPECT_DOUBLE_EQ(Seconds(3) / Seconds(2), 1.5);
}

TEST(Quantity, BandwidthTimesIntensityIsAnOperationRate) {
  static_assert(std::is_same_v<decltype(ByteRate(2) * Intensity(3)), OperationRate>);
  EXPECT_DOUBLE_EQ((ByteRate(2) * Intensity(3)).value(), 6.0);
}

TEST(Quantity, DifferentDimensionsDoNotConvert) {
  EXPECT_FALSE((std::is_convertible_v<ByteRate, OperationRate>));
  EXPECT_FALSE((std::is_constructible_v<OperationRate, ByteRate>));
  EXPECT_FALSE((std::is_convertible_v<double, Bytes>));
}

TEST(Quantity, NanosecondsAndMegahertzAreBaseUnitsInside) {
  EXPECT_DOUBLE_EQ(nanoseconds(5).value(), 5e-9);
  EXPECT_DOUBLE_EQ(megahertz(1980).value(), 1.98e9);
}

}  // namespace
}  // namespace rooflens::models
