#include "models/record/run_ceilings.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

Observation at_clock(double sm_mhz) {
  Observation o;
  o.clocks_during.sm = megahertz(sm_mhz);
  o.clocks_during.memory = megahertz(3201);
  return o;
}

TEST(RunCeilings, KeepsTheMaximumClockBesideTheMedianClockOfTheRun) {
  const auto device = fixtures::simulated_h200().device;
  const std::vector<Observation> seen{at_clock(1500), at_clock(1980), at_clock(1600)};
  const Ceilings roofs = run_ceilings(device, seen);
  double maximum = 0;
  double running = 0;
  for (const ComputeCeiling& c : roofs.compute) {
    if (c.precision != Precision::fp32) continue;
    (c.origin.basis == ClockBasis::maximum ? maximum : running) = in_megahertz(c.origin.clock);
  }
  EXPECT_DOUBLE_EQ(maximum, 1980);
  EXPECT_DOUBLE_EQ(running, 1600);
}

TEST(RunCeilings, WithoutClocksThereAreOnlyRoofsAtTheMaximum) {
  const std::vector<Observation> seen(1);
  for (const auto& c : run_ceilings(fixtures::simulated_h200().device, seen).compute) {
    EXPECT_EQ(c.origin.basis, ClockBasis::maximum);
  }
}

TEST(RunCeilings, TheL2RoofIsThePeakPerClockTimesTheCountedClock) {
  Observation o;
  o.counters.set("lts__lts2xbar_cycles_active.sum.peak_sustained", {.value = 100, .min = 100, .max = 100});
  o.counters.set("lts__cycles_elapsed.avg.per_second", {.value = 2e9, .min = 2e9, .max = 2e9});
  const std::vector<Observation> seen{o};
  const Ceilings roofs = run_ceilings(fixtures::simulated_h200().device, seen);
  ASSERT_NE(roofs.best(Level::l2), nullptr);
  EXPECT_DOUBLE_EQ(roofs.best(Level::l2)->rate.value(), 100 * 32 * 2e9);
  EXPECT_EQ(roofs.best(Level::l2)->origin.source, CeilingSource::counter_peak);
}

TEST(RunCeilings, CyclesOfAPartOfTheTimeTellTheL2ClockBesideTheMaximum) {
  Observation o;
  const auto set = [&](const char* name, double value) {
    o.counters.set(name, {.value = value, .min = value, .max = value});
  };
  set("lts__lts2xbar_cycles_active.sum.peak_sustained", 100);
  set("lts__cycles_elapsed.avg.per_second", 25e6);
  set("sm__cycles_elapsed.avg.per_second", 30e6);
  const std::vector<Observation> seen{o};
  const Ceilings roofs = run_ceilings(fixtures::simulated_h200().device, seen);
  EXPECT_DOUBLE_EQ(roofs.best(Level::l2)->rate.value(), 100 * 32 * 25.0 / 30 * 1.98e9);
}

}  // namespace
}  // namespace rooflens::models
