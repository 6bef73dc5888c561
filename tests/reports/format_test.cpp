#include "reports/words/format.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace rooflens::reports {
namespace {

using namespace models;

TEST(Format, HasThreeSignificantDigits) {
  EXPECT_EQ(format(ByteRate(4.9168e12)), "4.92 TB/s");
  EXPECT_EQ(format(ByteRate(48.0e9)), "48.0 GB/s");
  EXPECT_EQ(format(OperationRate(353.7e12)), "354 TFLOP/s");
}

TEST(Format, PicksTheTimeUnitThatNeedsNoExponent) {
  EXPECT_EQ(format(Seconds(32e-9)), "32.0 ns");
  EXPECT_EQ(format(Seconds(383e-6)), "383 µs");
  EXPECT_EQ(format(Seconds(0.0218)), "21.8 ms");
  EXPECT_EQ(format(Seconds(3.2)), "3.20 s");
}

TEST(Format, CarriesIntoTheNextUnitWhenRoundingDoes) {
  EXPECT_EQ(format(Seconds(999.6e-9)), "1.00 µs");
  EXPECT_EQ(format(ByteRate(999.4e9)), "999 GB/s");
}

TEST(Format, CountsTrafficInThousandsAndCapacityInPowersOfTwo) {
  EXPECT_EQ(format(Bytes(60e6)), "60.0 MB");
  EXPECT_EQ(format_capacity(Bytes(60.0 * 1024 * 1024)), "60 MiB");
  EXPECT_EQ(format_capacity(Bytes(143771.0 * 1024 * 1024)), "140 GiB");
}

TEST(Format, NamesIntegerOperationsAsSuch) { EXPECT_EQ(format(OperationRate(16.1e12), "OP"), "16.1 TOP/s"); }

TEST(Format, WritesIntensityAndClock) {
  EXPECT_EQ(format(Intensity(0.0833)), "0.0833 FLOP/B");
  EXPECT_EQ(format(megahertz(1980)), "1.98 GHz");
}

TEST(Format, WritesSharesWithANoBreakSpace) {
  EXPECT_EQ(format_percent(0.8731), "87.3\u00A0%");
  EXPECT_EQ(format_percent(1.456), "146\u00A0%");
  EXPECT_EQ(format_factor(8.12), "8.12×");
  EXPECT_EQ(format_percent(std::numeric_limits<double>::infinity()), "∞");
}

TEST(Format, PrintsADashForWhatIsMissingAndAZeroForZero) {
  EXPECT_EQ(format(std::optional<Seconds>{}), "–");
  EXPECT_EQ(format_percent(std::optional<double>{}), "–");
  EXPECT_EQ(format(Bytes(0)), "0 B");
}

TEST(Format, WritesAnIntervalAsOneNumberWhereItsEndsReadTheSame) {
  EXPECT_EQ(format_percents(0.131, 0.294), "13–29\u00A0%");
  EXPECT_EQ(format_percents(0.0616, 0.0649), "6\u00A0%");
  EXPECT_EQ(format_percents(0.0001, 0.0091), "0–0.9\u00A0%");
  EXPECT_EQ(format_percents(0.004, 0.0096), "0–1\u00A0%");
  EXPECT_EQ(format_percents(0, 0.0004), "0\u00A0%");
  EXPECT_EQ(format_percents(1, 1), "100\u00A0%");
  EXPECT_EQ(format_times(models::Seconds(0.0263), models::Seconds(0.1107)), "26–111 ms");
  EXPECT_EQ(format_times(models::Seconds(312e-6), models::Seconds(1.2e-3)), "0.3–1.2 ms");
  EXPECT_EQ(format_times(models::Seconds(), models::Seconds(0.242)), "0–242 ms");
  EXPECT_EQ(format_times(models::Seconds(0.242), models::Seconds(0.2421)), "242 ms");
  EXPECT_EQ(format_times(models::Seconds(), models::Seconds()), "0 ns");
}

TEST(Format, RoundTripsForMachines) {
  const double third = 1.0 / 3.0;
  EXPECT_EQ(std::stod(round_trip(third)), third);
  EXPECT_EQ(round_trip(0.5), "0.5");
  EXPECT_EQ(round_trip(std::numeric_limits<double>::infinity()), "");
}

}  // namespace
}  // namespace rooflens::reports
