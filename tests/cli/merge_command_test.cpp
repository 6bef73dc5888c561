// `rooflens merge`: several sessions into one, without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/sessions/merge_sessions.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;

models::Recording rank(int number, const std::string& uuid, const std::string& host = "node1") {
  models::Recording r = fixtures::twelve_kernels();
  r.machines.resize(1);
  r.machines.front().device.uuid = uuid;
  r.processes.resize(1);
  r.processes.front().rank = number;
  r.processes.front().hostname = host;
  for (models::Observation& o : r.observations) {
    o.machine = r.machines.front().id;
    o.process = r.processes.front().id;
  }
  return r;
}

TEST(MergeRecordings, KeepsRanksAndUnitesTheGpuThatTheyShare) {
  const models::Recording a = rank(0, "GPU-1");
  const models::Recording merged =
      actions::merge_recordings({{"a", a}, {"b", rank(1, "GPU-1")}, {"c", rank(2, "GPU-2")}});
  ASSERT_EQ(merged.processes.size(), 3U);
  EXPECT_EQ(merged.processes[2].rank, 2);
  EXPECT_EQ(merged.processes[2].id, 2);
  ASSERT_EQ(merged.machines.size(), 2U);
  EXPECT_EQ(merged.observations.size(), 3 * a.observations.size());
  EXPECT_EQ(merged.observations.back().machine, merged.machines[1].id);
  EXPECT_EQ(merged.observations.back().process, 2);
}

TEST(MergeRecordings, KeepsFamiliesOnceAndTimelinesOfAll) {
  models::Recording first = fixtures::told_families();
  models::Recording second = fixtures::traced_blocks();
  second.families = {first.families.front(), {"schedule", "", {{"schedule/block-trace", "", false, "", {}}}}};
  const models::Recording merged = actions::merge_recordings({{"a", first}, {"b", second}});
  ASSERT_EQ(merged.families.size(), 3U);
  EXPECT_EQ(merged.families[0].name, "reduction");
  EXPECT_EQ(merged.families[2].name, "schedule");
  EXPECT_EQ(merged.observations[first.observations.size()].blocks->blocks.size(), 4096U);
}

TEST(MergeRecordings, KeepsNotesWithTheirProcesses) {
  models::Recording a = rank(0, "GPU-1");
  models::Recording b = rank(1, "GPU-1");
  b.processes.front().id = 7;
  for (models::Observation& o : b.observations) o.process = 7;
  a.notes = {{models::NoteLevel::warning, "sampled", "10.0 of 41.0 s", "allow more", a.processes.front().id}};
  b.notes = {{models::NoteLevel::warning, "sampled", "9.5 of 41.0 s", "allow more", 7},
             {models::NoteLevel::information, "damaged", "2 records could not be read", "", std::nullopt}};
  const models::Recording merged = actions::merge_recordings({{"a", a}, {"b", b}});
  ASSERT_EQ(merged.notes.size(), 3U);
  EXPECT_EQ(merged.notes[0].text, "10.0 of 41.0 s");
  EXPECT_EQ(merged.notes[0].process, 0);
  EXPECT_EQ(merged.notes[1].text, "9.5 of 41.0 s");
  EXPECT_EQ(merged.notes[1].process, 1) << "rank 1 has a new number";
  EXPECT_EQ(merged.notes[2].process, std::nullopt);
}

TEST(MergeRecordings, DoesNotTakeGpusOfTwoHostsForOne) {
  const models::Recording merged =
      actions::merge_recordings({{"a", rank(0, "GPU-1", "node1")}, {"b", rank(1, "GPU-1", "node2")}});
  EXPECT_EQ(merged.machines.size(), 2U);
}

TEST(MergeRecordings, KeepsWhatProbesReached) {
  models::Recording with = rank(1, "GPU-1");
  with.machines.front().ceilings.probes =
      models::ProbeResults{"2026-11-21T03:40:00Z", "0.1.0", {{"dram-copy", "x", 4e12, {}, 0.01, 5, 15}}, {}};
  for (const bool first : {true, false}) {
    const models::Recording other = rank(0, "GPU-1");
    const auto merged = first ? actions::merge_recordings({{"a", with}, {"b", other}})
                              : actions::merge_recordings({{"b", other}, {"a", with}});
    ASSERT_EQ(merged.machines.size(), 1u);
    ASSERT_TRUE(merged.machines.front().ceilings.probes) << "an older session knows none";
    EXPECT_EQ(merged.machines.front().ceilings.probes->find("dram-copy")->value, 4e12);
  }
}

TEST(MergeRecordings, CountsNoProcessTwice) {
  models::Recording one = rank(1, "GPU-1");
  one.observations.front().total_time = models::Seconds(2);
  const models::Recording both = actions::merge_recordings({{"a", rank(0, "GPU-1")}, {"b", one}});
  try {
    (void)actions::merge_recordings({{"both", both}, {"b", one}});
    FAIL() << "rank 1 is in both";
  } catch (const CommandError& error) {
    EXPECT_THAT(error.what(), HasSubstr("b holds rank 1"));
  }
  // In containers every application has the same number.
  one.observations.front().total_time = models::Seconds(3);
  EXPECT_EQ(actions::merge_recordings({{"both", both}, {"later", one}}).processes.size(), 3U);
}

TEST(MergeRecordings, RefusesToMixMeasuredAndMadeNumbers) {
  models::Recording made = rank(0, "GPU-1");
  models::Recording measured = rank(1, "GPU-1");
  made.provenance.kind = models::RecordingKind::simulated;
  measured.provenance.kind = models::RecordingKind::recorded;
  EXPECT_THROW((void)actions::merge_recordings({{"made.rlens", made}, {"measured.rlens", measured}}), CommandError);
}

TEST(MergeRecordings, KeepsThatOneWasAltered) {
  models::Recording altered = rank(0, "GPU-1");
  altered.provenance.altered = true;
  const models::Recording merged = actions::merge_recordings({{"a.rlens", altered}, {"b.rlens", rank(1, "GPU-1")}});
  ASSERT_EQ(merged.notes.size(), 1U);
  EXPECT_EQ(merged.notes.front().text, "session 'a.rlens' was altered since it was recorded");
  const ScratchFolder folder;
  actions::save_recording(folder / "all.rlens", merged, false);
  EXPECT_EQ(session::load(folder / "all.rlens").provenance.altered, true) << "a part of it was";
}

struct Said {
  int code;
  std::string out, err;
};

Said merge(const Arguments& arguments) {
  FakeBackend backend;
  std::ostringstream out, err;
  Arguments all{"merge"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const int code = dispatch(backend, all, {.out = out, .err = err});
  return {code, out.str(), err.str()};
}

struct MergeCommand : ::testing::Test {
  ScratchFolder folder;
  std::string path(const std::string& name) const { return folder / name; }
};

TEST_F(MergeCommand, WritesOneSession) {
  actions::save_recording(path("a.rlens"), rank(0, "GPU-1"), false);
  models::Recording second = rank(1, "GPU-1");
  second.notes = {{models::NoteLevel::warning, "sampled", "10.0 of 41.0 s", "", second.processes.front().id}};
  actions::save_recording(path("b.rlens"), second, false);
  const Said said = merge({path("a.rlens"), path("b.rlens"), "-o", path("c.rlens")});
  EXPECT_EQ(said.code, kOk) << said.err;
  ASSERT_EQ(session::load(path("c.rlens")).notes.size(), 1U);
  EXPECT_EQ(session::load(path("c.rlens")).notes.front().process, 1);
  EXPECT_THAT(said.err, HasSubstr("of 2 processes on 1 GPU into"));
  EXPECT_EQ(session::load(path("c.rlens")).processes.size(), 2U);
}

TEST_F(MergeCommand, NeedsSessionsAndAnOutput) {
  EXPECT_EQ(merge({}).code, kUsage);
  actions::save_recording(path("a.rlens"), rank(0, "GPU-1"), false);
  const Said said = merge({path("a.rlens")});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("--output"));
}

TEST_F(MergeCommand, NeverWritesOverWhatItReads) {
  actions::save_recording(path("a.rlens"), rank(0, "GPU-1"), false);
  const Said said = merge({path("a.rlens"), "-o", path("a.rlens"), "--force"});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_EQ(session::load(path("a.rlens")).processes.size(), 1U);
}

TEST_F(MergeCommand, CountsNoSessionTwice) {
  actions::save_recording(path("a.rlens"), rank(0, "GPU-1"), false);
  const Said said = merge({path("a.rlens"), folder.path() / "." / "a.rlens", "-o", path("c.rlens")});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("a.rlens twice"));
  EXPECT_FALSE(std::filesystem::exists(path("c.rlens")));
}

TEST_F(MergeCommand, ReadsSessionsOfAnOlderFormat) {
  const std::string old = std::string(ROOFLENS_SOURCE_DIR) + "/tests/session/format1.rlens";
  models::Recording recent = rank(1, "GPU-2");
  recent.provenance.kind = session::load(old).provenance.kind;
  actions::save_recording(path("b.rlens"), recent, false);
  const Said said = merge({old, path("b.rlens"), "-o", path("c.rlens")});
  EXPECT_EQ(said.code, kOk) << said.err;
  const models::Recording merged = session::load(path("c.rlens"));
  EXPECT_EQ(merged.observations.size(), session::load(old).observations.size() + recent.observations.size());
  EXPECT_EQ(merged.observations.front().replay, models::Replay::user);
}

TEST_F(MergeCommand, OverwritesOnlyWithForce) {
  actions::save_recording(path("a.rlens"), rank(0, "GPU-1"), false);
  actions::save_recording(path("b.rlens"), rank(1, "GPU-1"), false);
  actions::save_recording(path("c.rlens"), rank(2, "GPU-1"), false);
  EXPECT_EQ(merge({path("a.rlens"), path("b.rlens"), "-o", path("c.rlens")}).code, kFailure);
  EXPECT_EQ(session::load(path("c.rlens")).processes.size(), 1U);
  EXPECT_EQ(merge({path("a.rlens"), path("b.rlens"), "-o", path("c.rlens"), "--force"}).code, kOk);
  EXPECT_EQ(session::load(path("c.rlens")).processes.size(), 2U);
}

TEST_F(MergeCommand, SaysWhichSessionsCannotBeMixed) {
  models::Recording made = rank(0, "GPU-1");
  models::Recording measured = rank(1, "GPU-1");
  made.provenance.kind = models::RecordingKind::simulated;
  measured.provenance.kind = models::RecordingKind::recorded;
  actions::save_recording(path("made.rlens"), made, false);
  actions::save_recording(path("measured.rlens"), measured, false);
  const Said said = merge({path("made.rlens"), path("measured.rlens"), "-o", path("c.rlens")});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("made.rlens"));
  EXPECT_THAT(said.err, HasSubstr("is simulated, the other recorded"));
  EXPECT_FALSE(std::filesystem::exists(path("c.rlens")));
}

TEST_F(MergeCommand, SaysWhichSessionIsMissing) {
  const Said said = merge({path("none.rlens"), "-o", path("c.rlens")});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("none.rlens"));
  EXPECT_FALSE(std::filesystem::exists(path("c.rlens")));
}

}  // namespace
}  // namespace rooflens::cli
