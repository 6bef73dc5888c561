#include "models/roofs/measured_roof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "models/explain/analysis.hpp"
#include "models/record/run_ceilings.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

MeasuredRoof roof(const char* probe, double value, double clock_mhz) {
  return {probe, "the best point", value, megahertz(clock_mhz), 0.004, 5, 15};
}

MeasuredRoofs of(std::vector<MeasuredRoof> roofs) {
  MeasuredRoofs measured;
  measured.roofs = std::move(roofs);
  return measured;
}

TEST(Probes, HaveIdsOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const ProbeInfo& probe : kProbes) {
    EXPECT_TRUE(ids.insert(probe.id).second) << probe.id;
    EXPECT_EQ(find_probe(probe.id), &probe);
    EXPECT_EQ(std::holds_alternative<std::monostate>(probe.resource), probe.unit == "s") << probe.id;
  }
  EXPECT_EQ(find_probe("dram"), nullptr);
}

TEST(MeasuredRoofs, TheFastestProbeOfALevelIsItsRoof) {
  const auto ceilings = measured_ceilings(
      of({roof("dram-copy", 3e12, 1500), roof("dram-read", 4e12, 1500), roof("dram-triad", 2e12, 0)}), std::nullopt);
  ASSERT_EQ(ceilings.memory.size(), 1u);
  EXPECT_DOUBLE_EQ(ceilings.memory[0].rate.value(), 4e12);
  EXPECT_EQ(ceilings.memory[0].origin.source, CeilingSource::measured);
  EXPECT_EQ(ceilings.memory[0].origin.detail, "DRAM read: the best point");
  EXPECT_EQ(ceilings.memory[0].origin.spread, 0.004);
}

TEST(MeasuredRoofs, AreWhatWasReachedAtTheClockThatPowerAllowed) {
  MeasuredRoofs measured = of({roof("fp32", 50e12, 1500)});
  measured.roofs.front().power_watts = 698;
  const auto ceilings = measured_ceilings(measured, megahertz(1800));
  const ComputeCeiling& best = *ceilings.best(Precision::fp32);
  EXPECT_DOUBLE_EQ(best.rate.value(), 50e12);
  EXPECT_DOUBLE_EQ(in_megahertz(best.origin.clock), 1500);
  EXPECT_EQ(best.origin.basis, ClockBasis::reached);
  EXPECT_EQ(best.origin.clock_of, ClockOf::sm);
  EXPECT_EQ(best.origin.power_watts, 698);
  EXPECT_EQ(best.origin.detail, "FP32: the best point");
}

TEST(MeasuredRoofs, StandBesideThemselvesAtTheMaximumClockWhereItSetsThePace) {
  const auto measured = of({roof("fp32", 50e12, 1500), roof("dram-read", 4e12, 1500), roof("sfu", 3e12, 1500),
                            roof("atomic", 1e12, 1500), roof("fp64", 20e12, 1795)});
  const auto ceilings = measured_ceilings(measured, megahertz(1800));
  ASSERT_EQ(ceilings.compute.size(), 3u) << "the one of FP64 was reached within 1 % of that clock";
  EXPECT_DOUBLE_EQ(ceilings.compute[2].rate.value(), 60e12);
  EXPECT_EQ(ceilings.compute[2].origin.basis, ClockBasis::maximum);
  EXPECT_DOUBLE_EQ(in_megahertz(ceilings.compute[2].origin.clock), 1800);
  EXPECT_EQ(ceilings.memory.size(), 1u);
  ASSERT_EQ(ceilings.instruction.size(), 3u);
  EXPECT_DOUBLE_EQ(ceilings.instruction[2].rate.value(), 3.6e12);
  EXPECT_EQ(ceilings.instruction[2].pipe, Pipe::sfu);
}

TEST(MeasuredRoofs, WhatCountersContradictIsNoRoof) {
  MeasuredRoof wrong = roof("lsu", 3e11, 1500), right = roof("dram-read", 4e12, 1500);
  wrong.counted = 0.875;
  right.counted = 0.99;
  const auto ceilings = measured_ceilings(of({wrong, right}), std::nullopt);
  EXPECT_EQ(ceilings.memory.size(), 1u);
  EXPECT_TRUE(ceilings.instruction.empty());
}

TEST(MeasuredRoofs, TimesAreNoRoofs) {
  const auto ceilings = measured_ceilings(of({roof("launch-latency", 5e-6, 0), roof("nothing", 1, 1)}), std::nullopt);
  EXPECT_TRUE(ceilings.memory.empty() && ceilings.compute.empty() && ceilings.instruction.empty());
}

// 4e12 B/s at 1.5 GHz stay that, whatever the run's clock: results of probes are as measured.
TEST(MeasuredRoofs, KeepWhatEachProbeReached) {
  MeasuredRoofs measured =
      of({roof("dram-read", 4e12, 1500), roof("dram-copy", 3e12, 1500), roof("launch-latency", 5e-6, 0)});
  measured.measured_utc = "2026-11-21T03:40:00Z";
  measured.refused = {{"tensor-fp8", "no such instruction"}};
  const auto ceilings = run_ceilings(fixtures::simulated_h200().device, {}, &measured);
  ASSERT_TRUE(ceilings.probes);
  EXPECT_EQ(ceilings.probes->measured_utc, "2026-11-21T03:40:00Z");
  EXPECT_DOUBLE_EQ(ceilings.probes->find("dram-copy")->value, 3e12);
  EXPECT_DOUBLE_EQ(ceilings.probes->find("launch-latency")->value, 5e-6);
  EXPECT_EQ(ceilings.probes->find("dram-write"), nullptr);
  EXPECT_EQ(ceilings.probes->refused.at(0).counter, "tensor-fp8");
  EXPECT_FALSE(run_ceilings(fixtures::simulated_h200().device, {}).probes) << "nothing was measured";
}

TEST(Probes, ThatNoRoofShowsAreOneOfSeveralOrTimes) {
  std::vector<std::string_view> ids;
  for (const ProbeInfo& probe : kProbes) {
    if (is_beside_roofs(probe)) ids.push_back(probe.id);
  }
  EXPECT_THAT(ids, ::testing::ElementsAre("dram-read", "dram-write", "dram-copy", "dram-triad", "dram-1r3w",
                                          "dram-3r1w", "l2", "l2-shared", "atomic-shared", "atomic-shared-address",
                                          "launch-latency", "empty-kernel"));
}

TEST(MeasuredRoofs, PerClockIsPerSmAndClock) {
  EXPECT_DOUBLE_EQ(*per_clock(roof("fp32", 100 * 1.5e9 * 250, 1500), 100), 250);
  EXPECT_EQ(per_clock(roof("fp32", 1, 0), 100), std::nullopt);
  EXPECT_EQ(per_clock(roof("launch-latency", 1, 1500), 100), std::nullopt);
}

TEST(MeasuredRoofs, AreWhatARunIsJudgedBy) {
  const auto measured = of({roof("dram-read", 4.4e12, 1500)});
  const auto ceilings = run_ceilings(fixtures::simulated_h200().device, {}, &measured);
  EXPECT_DOUBLE_EQ(ceilings.best(Level::dram)->rate.value(), 4.4e12);
  EXPECT_EQ(ceilings.best(Precision::fp32)->origin.source, CeilingSource::theoretical);
}

// 1612 MB in 392 us are 4.11 TB/s.
TEST(MeasuredRoofs, MoreThanTwoPercentAboveOneIsAFinding) {
  for (const auto& [rate, found] : {std::pair{4.0e12, true}, std::pair{4.1e12, false}}) {
    Recording recording = fixtures::one_kernel();
    const auto measured = of({roof("dram-read", rate, 1500)});
    recording.machines[0].ceilings.append(measured_ceilings(measured, std::nullopt));
    const Analysis analysis = analyse(recording);
    std::string causes;
    for (const Finding& finding : analysis.machines[0].kernels[0].findings) causes += finding.cause;
    EXPECT_EQ(causes.find("DRAM roof that was measured on this GPU") != std::string::npos, found) << causes;
  }
}

}  // namespace
}  // namespace rooflens::models
