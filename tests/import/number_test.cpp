#include "profiler/import/number.hpp"

#include <gtest/gtest.h>

namespace rooflens::imports {
namespace {

TEST(ReadNumber, TakesThousandsSeparatorsInTheirPlaces) {
  EXPECT_EQ(read_number("1234"), 1234.0);
  EXPECT_EQ(read_number("1,234"), 1234.0);
  EXPECT_EQ(read_number("123,456"), 123456.0);
  EXPECT_EQ(read_number("12,345,678.5"), 12345678.5);
  EXPECT_EQ(read_number("-1,000"), -1000.0);
  EXPECT_EQ(read_number("1.5e+06"), 1.5e6);
  EXPECT_EQ(read_number(" 7 "), 7.0);
}

TEST(ReadNumber, RefusesWhatMayBeAnotherNumber) {
  for (const char* text : {"", "1,23", ",123", "1234,567", "1,234,", "1.234,5", "12a", "nan", "inf", "n/a", "--1"}) {
    EXPECT_FALSE(read_number(text)) << text;
  }
}

TEST(ReadNumber, TakesTheTotalOfAMetricWithInstances) { EXPECT_EQ(read_number("12 (3; 4; 5)"), 12.0); }

TEST(UnitFactor, ScalesBytesByPowersOfAThousand) {
  EXPECT_EQ(unit_factor("byte"), 1.0);
  EXPECT_EQ(unit_factor("Kbyte"), 1e3);
  EXPECT_EQ(unit_factor("Gbyte"), 1e9);
  EXPECT_EQ(unit_factor("Kbyte/block"), 1e3);
}

TEST(UnitFactor, HoldsTimesInNanoseconds) {
  EXPECT_EQ(unit_factor("nsecond"), 1.0);
  EXPECT_EQ(unit_factor("ns"), 1.0);
  EXPECT_EQ(unit_factor("usecond"), 1e3);
  EXPECT_EQ(unit_factor("us"), 1e3);
  EXPECT_EQ(unit_factor("ms"), 1e6);
  EXPECT_EQ(unit_factor("second"), 1e9);
}

TEST(UnitFactor, HoldsRatesPerSecond) {
  EXPECT_DOUBLE_EQ(*unit_factor("cycle/nsecond"), 1e9);
  EXPECT_DOUBLE_EQ(*unit_factor("cycle/usecond"), 1e6);
  EXPECT_EQ(unit_factor("Gbyte/second"), 1e9);
  EXPECT_EQ(unit_factor("Tbyte/s"), 1e12);
  EXPECT_EQ(unit_factor("Ghz"), 1e9);
}

TEST(UnitFactor, LeavesWordsThatCannotBeScaled) {
  for (const char* unit : {"", "%", "inst", "register/thread", "warp", "SM", "block", "inst/cycle"}) {
    EXPECT_EQ(unit_factor(unit), 1.0) << unit;
  }
}

TEST(UnitFactor, DoesNotGuess) { EXPECT_FALSE(unit_factor("Kfoo")); }

}  // namespace
}  // namespace rooflens::imports
