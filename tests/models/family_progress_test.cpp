#include "models/explain/family_progress.hpp"

#include <gtest/gtest.h>

#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

// A kernel with one duration, which is all that these tests need.
Observation timed(const char* name, double microseconds, std::map<std::string, std::int64_t> parameters = {{"n", 8}}) {
  Observation o;
  o.name = name;
  o.parameters = std::move(parameters);
  o.durations = {nanoseconds(1e3 * microseconds)};
  o.launches_made = 1;
  return o;
}

struct Told {
  explicit Told(std::vector<Observation> observations, std::vector<FamilyMember> members) {
    recording.machines.push_back(fixtures::simulated_h200());
    recording.processes.push_back({});
    recording.observations = std::move(observations);
    recording.families = {{"f", "", std::move(members)}};
    analysis = analyse(recording);
    all = family_progress(recording.families, analysis.machines.front().kernels);
  }
  [[nodiscard]] const FamilyProgress& family() const { return all.at(0); }
  Recording recording;
  Analysis analysis;
  std::vector<FamilyProgress> all;
};

FamilyMember step(const char* kernel) { return {kernel, "changes", true, "", {}}; }
FamilyMember variant(const char* kernel) { return {kernel, "differs", false, "", {}}; }

TEST(FamilyProgress, HoldsEachStepAgainstTheOneBefore) {
  const Told told({timed("f/a", 12), timed("f/b", 6), timed("f/c", 2)}, {step("f/a"), step("f/b"), step("f/c")});
  const auto& steps = told.family().steps;
  EXPECT_EQ(steps[0].over_previous, std::nullopt);
  EXPECT_DOUBLE_EQ(*steps[1].over_previous, 2);
  EXPECT_DOUBLE_EQ(*steps[2].over_previous, 3);
  EXPECT_DOUBLE_EQ(*steps[2].over_first, 6);
  EXPECT_EQ(told.family().fastest()->member->kernel, "f/c");
}

TEST(FamilyProgress, PassesOverStepsThatFailedOrDidNotRun) {
  Observation wrong = timed("f/b", 1);
  wrong.verification.status = VerificationStatus::mismatch;
  Observation untimed = timed("f/c", 1);
  untimed.durations.clear();
  const Told told({timed("f/a", 12), wrong, untimed, timed("f/e", 3)},
                  {step("f/a"), step("f/b"), step("f/c"), step("f/d"), step("f/e")});
  const auto& steps = told.family().steps;
  EXPECT_EQ(steps[1].state, MemberState::failed);
  EXPECT_EQ(steps[2].state, MemberState::not_timed);
  EXPECT_EQ(steps[3].state, MemberState::not_run);
  EXPECT_EQ(steps[1].over_previous, std::nullopt);
  EXPECT_DOUBLE_EQ(*steps[4].over_previous, 4);
  EXPECT_EQ(told.family().fastest()->member->kernel, "f/e") << "a wrong result is never the fastest";
}

TEST(FamilyProgress, DoesNotCompareOtherProblems) {
  const Told told({timed("f/a", 12), timed("f/b", 6, {{"n", 4}})}, {step("f/a"), step("f/b")});
  EXPECT_TRUE(told.family().steps[1].other_problem);
  EXPECT_EQ(told.family().steps[1].over_previous, std::nullopt);
  EXPECT_EQ(told.family().fastest()->member->kernel, "f/a");
}

TEST(FamilyProgress, TakesTheSameProblemOfASweep) {
  const Told told({timed("f/a", 3, {{"n", 4}}), timed("f/a", 12, {{"n", 8}}), timed("f/b", 1, {{"n", 4}}),
                   timed("f/b", 6, {{"n", 8}}), timed("f/b", 9, {{"n", 16}})},
                  {step("f/a"), step("f/b")});
  EXPECT_DOUBLE_EQ(*told.family().steps[1].over_previous, 2);
}

TEST(FamilyProgress, ShowsVariantsByTime) {
  const Told told({timed("f/slow", 9), timed("f/fast", 1)},
                  {variant("f/absent"), variant("f/slow"), variant("f/fast")});
  const auto& variants = told.family().variants;
  EXPECT_TRUE(told.family().steps.empty());
  EXPECT_EQ(variants[0].member->kernel, "f/fast");
  EXPECT_EQ(variants[1].member->kernel, "f/slow");
  EXPECT_EQ(variants[2].state, MemberState::not_run);
}

TEST(FamilyProgress, LeavesFamiliesOutThatThisMachineDidNotRun) {
  EXPECT_TRUE(Told({timed("g/a", 1)}, {step("f/a")}).all.empty());
}

TEST(FamilyProgress, TakesRatiosFromCounters) {
  Observation o = timed("f/a", 12);
  const auto count = [&](const char* name, double value) {
    o.counters.set(name, {value, 1, value, value, 0, CounterSource::sass});
  };
  count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", 300);
  count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", 100);
  count("smsp__sass_data_bytes_mem_global_op_ld.sum", 3200);
  count("smsp__sass_data_bytes_mem_global_op_st.sum", 3200);
  count("smsp__sass_thread_inst_executed.sum", 16);
  count("smsp__sass_inst_executed.sum", 1);
  const Told told({o}, {step("f/a")});
  EXPECT_DOUBLE_EQ(*told.family().steps[0].sectors_over_ideal, 2);  // 400 sectors of 32 bytes for 6400 bytes
  EXPECT_DOUBLE_EQ(*told.family().steps[0].lane_efficiency, 0.5);
  EXPECT_EQ(told.family().steps[0].wavefronts_over_ideal, std::nullopt);
}

FamilyMember with_peer() { return {"f/a", "", true, "peer/p", {}}; }

TEST(PeerComparison, IsTheRatioOfTimesOfOneProblem) {
  const Told told({timed("f/a", 12, {{"n", 8}, {"block", 256}}), timed("peer/p", 3)}, {with_peer()});
  const auto& peer = told.family().steps[0].kernel->peer;
  ASSERT_TRUE(peer);
  EXPECT_DOUBLE_EQ(peer->ratio, 4);
  EXPECT_TRUE(peer->same_problem);
}

TEST(PeerComparison, PrefersThePeersSameProblem) {
  const Told told({timed("f/a", 12), timed("peer/p", 100, {{"n", 64}}), timed("peer/p", 3)}, {with_peer()});
  EXPECT_DOUBLE_EQ(told.family().steps[0].kernel->peer->ratio, 4);
}

// Merged sessions hold several runs of a peer.
TEST(PeerComparison, IsTheFastestOfTheKernelsOwnProcessAndCaches) {
  Observation elsewhere = timed("peer/p", 1);
  elsewhere.process = 1;
  Observation warm = timed("peer/p", 2);
  warm.cache = CachePolicy::warm;
  const Told told({timed("f/a", 12), elsewhere, warm, timed("peer/p", 4), timed("peer/p", 3)}, {with_peer()});
  EXPECT_DOUBLE_EQ(told.family().steps[0].kernel->peer->ratio, 4);
}

TEST(PeerComparison, IsTheRatioOfRatesWhereSizesDiffer) {
  Observation kernel = timed("f/a", 12);
  kernel.work.emplace().operations[Precision::fp32] = Operations(120);
  Observation peer = timed("peer/p", 6, {{"n", 16}});
  Told told({kernel, peer}, {with_peer()});
  EXPECT_FALSE(told.family().steps[0].kernel->peer) << "the peer's work is not known";
  peer.work.emplace().operations[Precision::fp32] = Operations(240);
  const Told known({kernel, peer}, {with_peer()});
  ASSERT_TRUE(known.family().steps[0].kernel->peer);
  EXPECT_FALSE(known.family().steps[0].kernel->peer->same_problem);
  EXPECT_DOUBLE_EQ(known.family().steps[0].kernel->peer->ratio, 4);  // 40 against 10 operations a microsecond
}

TEST(PeerComparison, NeedsTwoGoodTimes) {
  Observation wrong = timed("peer/p", 3);
  wrong.verification.status = VerificationStatus::mismatch;
  EXPECT_FALSE(Told({timed("f/a", 12), wrong}, {with_peer()}).family().steps[0].kernel->peer);
  EXPECT_FALSE(Told({timed("f/a", 12)}, {with_peer()}).family().steps[0].kernel->peer);
  EXPECT_FALSE(Told({timed("f/a", 12), timed("peer/p", 3)}, {step("f/a")}).family().steps[0].kernel->peer);
}

}  // namespace
}  // namespace rooflens::models
