#include "models/roofs/dram_mix.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

// 4 GB/s of reads, 3 of writes, 2 of copies.
Ceilings measured() {
  Ceilings ceilings;
  CeilingOrigin origin;
  origin.source = CeilingSource::measured;
  ceilings.memory = {{Level::dram, ByteRate(4e9), origin}};
  ceilings.probes.emplace();
  for (const auto& [probe, rate] : {std::pair{"dram-read", 4e9}, {"dram-write", 3e9}, {"dram-copy", 2e9}}) {
    MeasuredRoof roof;
    roof.probe = probe;
    roof.value = rate;
    ceilings.probes->roofs.push_back(roof);
  }
  return ceilings;
}

double gigabytes(const Ceilings& ceilings, std::optional<double> read_share) {
  return dram_roof(ceilings, read_share)->value() * 1e-9;
}

TEST(DramMix, IsWhatTheProbeOfThatMixReached) {
  EXPECT_DOUBLE_EQ(gigabytes(measured(), 1), 4);
  EXPECT_DOUBLE_EQ(gigabytes(measured(), 0.5), 2);
  EXPECT_DOUBLE_EQ(gigabytes(measured(), 0), 3);
}

// Half a byte at 2 GB/s and half a byte at 4 GB/s take 0.375 ns.
TEST(DramMix, BetweenTwoProbesTheTimesOfTheirBytesAdd) { EXPECT_DOUBLE_EQ(gigabytes(measured(), 0.75), 1 / 0.375); }

TEST(DramMix, TheLatencySweepMayHaveReachedMore) {
  Ceilings ceilings = measured();
  ceilings.latency.emplace();
  ceilings.latency->knee = {Seconds(1e-6), 2, ByteRate(4e9)};
  ceilings.latency->write_penalty = Seconds(0.1e-9);  // 1/4 + 1/2 0.1 ns a byte
  EXPECT_DOUBLE_EQ(gigabytes(ceilings, 0.5), 1 / 0.3);
  ceilings.latency->fitted.median = 0.1;  // the better half of its points lay above the curve
  EXPECT_DOUBLE_EQ(gigabytes(ceilings, 0.5), 1.1 / 0.3);
  EXPECT_DOUBLE_EQ(gigabytes(ceilings, 1), 4);  // never above the roof of all mixes
}

TEST(DramMix, WithoutProbesOrAShareItIsTheRoof) {
  EXPECT_DOUBLE_EQ(gigabytes(measured(), std::nullopt), 4);
  Ceilings stated = measured();
  stated.memory.front().origin.source = CeilingSource::user;
  EXPECT_DOUBLE_EQ(gigabytes(stated, 0.5), 4);
  Ceilings alone = measured();
  alone.probes.reset();
  EXPECT_DOUBLE_EQ(gigabytes(alone, 0.5), 4);
  EXPECT_FALSE(dram_roof({}, 0.5));
}

}  // namespace
}  // namespace rooflens::models
