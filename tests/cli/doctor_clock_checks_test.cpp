// What the preflight says of clocks, throttling and persistence mode.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/healthy_facts.hpp"

namespace rooflens::doctor {
namespace {

using ::testing::HasSubstr;

class ClockChecks : public ::testing::Test {
 protected:
  void expect(const std::string& id, Status status, const std::string& fact, const std::string& remedy = "") const {
    const Check check = checked(facts, id);
    EXPECT_EQ(name(check.status), name(status)) << check.fact;
    EXPECT_THAT(check.fact, HasSubstr(fact));
    EXPECT_THAT(check.remedy, HasSubstr(remedy));
  }
  device::NvmlState& gpu() { return facts.driver->gpus[0]; }
  Facts facts = healthy_facts();
};

TEST_F(ClockChecks, ReadsClocks) {
  expect("clocks", Status::ok, "GPU 0 (NVIDIA H200) at 345 MHz of 1.98 GHz, set by a user.");
  gpu().clocks.throttle_reasons.clear();
  expect("clocks", Status::unknown, "345 MHz of 1.98 GHz.", "nvidia-smi --lock-gpu-clocks=tdp,tdp");
  EXPECT_THAT(checked(facts, "clocks").consequence, HasSubstr("rooflens records the clock"));
  EXPECT_FALSE(checked(facts, "clocks").at_start);
}

TEST_F(ClockChecks, SeesThrottling) {
  expect("throttling", Status::ok, "No GPU is throttled now.");
  gpu().clocks.throttle_reasons = {"power cap", device::kChosenClock, "hardware slowdown"};
  expect("throttling", Status::warning, "Throttled now: GPU 0 (NVIDIA H200) by power cap and hardware slowdown.",
         "cool");
}

TEST_F(ClockChecks, ReadsThePersistenceMode) {
  expect("persistence", Status::ok, "Persistence mode is on.");
  gpu().persistence = false;
  expect("persistence", Status::warning, "Persistence mode is off: GPU 0 (NVIDIA H200).", "--persistence-mode=1");
  gpu().persistence.reset();
  expect("persistence", Status::unknown, "does not tell");
}

TEST_F(ClockChecks, SaysNothingWithoutGpus) {
  facts.driver->gpus.clear();
  for (const char* id : {"clocks", "throttling", "persistence", "mig", "dcgm"})
    EXPECT_EQ(checked(facts, id).id, "absent");
}

}  // namespace
}  // namespace rooflens::doctor
