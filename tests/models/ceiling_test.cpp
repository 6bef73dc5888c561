#include "models/roofs/ceiling.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

MemoryCeiling dram(double rate, CeilingSource source, ClockBasis basis) {
  return {Level::dram, ByteRate(rate), {source, basis, Hertz(1), "", {}}};
}

TEST(Ceilings, BestPrefersMeasuredOverCounterPeakOverTheoretical) {
  Ceilings roofs;
  roofs.memory = {dram(3, CeilingSource::theoretical, ClockBasis::during_run),
                  dram(1, CeilingSource::measured, ClockBasis::maximum),
                  dram(2, CeilingSource::counter_peak, ClockBasis::during_run)};
  ASSERT_NE(roofs.best(Level::dram), nullptr);
  EXPECT_DOUBLE_EQ(roofs.best(Level::dram)->rate.value(), 1);
}

TEST(Ceilings, BestPrefersTheClockOfTheRunWithinASource) {
  Ceilings roofs;
  roofs.memory = {dram(1, CeilingSource::theoretical, ClockBasis::during_run),
                  dram(2, CeilingSource::theoretical, ClockBasis::maximum)};
  EXPECT_DOUBLE_EQ(roofs.best(Level::dram)->rate.value(), 1);
}

TEST(Ceilings, AppendKeepsAllKinds) {
  Ceilings roofs;
  Ceilings more;
  more.memory = {dram(1, CeilingSource::theoretical, ClockBasis::maximum)};
  more.compute = {{Precision::bf16, OperationRate(2), {}}};
  more.instruction = {{Pipe::sfu, OperationRate(3), {}}};
  roofs.append(more);
  EXPECT_NE(roofs.best(Level::dram), nullptr);
  EXPECT_NE(roofs.best(Precision::bf16), nullptr);
  EXPECT_DOUBLE_EQ(roofs.best(Pipe::sfu)->rate.value(), 3);
}

TEST(Ceilings, AResourceWithoutRoofHasNone) {
  EXPECT_EQ(Ceilings{}.best(Level::l2), nullptr);
  EXPECT_EQ(Ceilings{}.best(Precision::fp64), nullptr);
}

TEST(Ceilings, IdsReadBackAsWhatTheyName) {
  for (const auto source :
       {CeilingSource::theoretical, CeilingSource::counter_peak, CeilingSource::measured, CeilingSource::user}) {
    EXPECT_EQ(from_id<CeilingSource>(id(source)), source);
  }
  EXPECT_EQ(from_id<ClockBasis>(id(ClockBasis::during_run)), ClockBasis::during_run);
  EXPECT_EQ(from_id<CeilingSource>("guessed"), std::nullopt);
}

TEST(Tables, EveryEntryStandsAtItsOwnIndex) {
  for (const auto& entry : kLevels) EXPECT_EQ(&info(entry.level), &entry);
  for (const auto& entry : kPrecisions) EXPECT_EQ(&info(entry.precision), &entry);
  EXPECT_EQ(from_id<Level>("l2"), Level::l2);
  EXPECT_EQ(from_id<Precision>("tensor_bf16"), Precision::tensor_bf16);
  EXPECT_EQ(from_id<Precision>("fp128"), std::nullopt);
  for (const auto& entry : kPipes) {
    EXPECT_EQ(&info(entry.pipe), &entry);
    EXPECT_EQ(from_id<Pipe>(entry.id), entry.pipe);
  }
  EXPECT_EQ(from_id<Pipe>("steam"), std::nullopt);
}

}  // namespace
}  // namespace rooflens::models
