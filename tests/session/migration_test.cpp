// Files of older formats are led to this build's format step by step, on a copy. The steps that lead beyond this
// build's format are made up.
#include "profiler/session/migration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "profiler/session/source_file.hpp"
#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

// The last step fails unless the one before it ran.
constexpr int kBeyond = kFormatVersion + 2;
constexpr auto kSteps = [] {
  std::array<FormatStep, kBeyond - 1> steps{};
  steps[kFormatVersion - 1] = {.then = "CREATE TABLE step_one (x); INSERT INTO step_one VALUES (1)"};
  steps[kFormatVersion] = {.then = "ALTER TABLE step_one RENAME TO both_steps; INSERT INTO both_steps VALUES (2)"};
  return steps;
}();

TEST(Migration, WalksThroughTheStepsInOrder) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  SourceFile source = open_source(folder / "a.rlens", {kBeyond, kSteps});
  EXPECT_EQ(source.database.integer("SELECT sum(x) FROM both_steps"), 3);
  EXPECT_EQ(source.database.integer("PRAGMA user_version"), kBeyond);
  EXPECT_EQ(source.database.integer("SELECT count(*) FROM kernel"), 3);
}

TEST(Migration, BeginsAtTheVersionOfTheFile) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  tamper(folder / "a.rlens",
         "PRAGMA user_version = " + std::to_string(kFormatVersion + 1) + "; CREATE TABLE step_one (x)");
  SourceFile source = open_source(folder / "a.rlens", {kBeyond, kSteps});
  EXPECT_EQ(source.database.integer("SELECT sum(x) FROM both_steps"), 2);
}

TEST(Migration, LeavesTheFileAsItWas) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  const std::string before = read_bytes(folder / "a.rlens");
  (void)open_source(folder / "a.rlens", {kBeyond, kSteps});
  EXPECT_EQ(read_bytes(folder / "a.rlens"), before);
}

TEST(Migration, HasAStepForEveryOlderVersion) {
  EXPECT_EQ(current_format().version, kFormatVersion);
  EXPECT_EQ(current_format().steps.size(), static_cast<std::size_t>(kFormatVersion - 1));
  for (const FormatStep& step : current_format().steps) EXPECT_FALSE(step.tables.front().empty());
}

// The sample was recorded with format 1.
TEST(Migration, ReadsASessionOfFormat1) {
  const std::filesystem::path sample = std::filesystem::path(ROOFLENS_SOURCE_DIR) / "tests/session/format1.rlens";
  ASSERT_EQ(query(sample, "PRAGMA user_version"), std::vector<std::string>{"1"});
  const models::Recording recording = load(sample);
  ASSERT_FALSE(recording.observations.empty());
  for (const models::Observation& observation : recording.observations) {
    EXPECT_EQ(observation.replay, models::Replay::user) << observation.name;
    EXPECT_EQ(observation.total_time, std::nullopt);
    EXPECT_TRUE(observation.remarks.empty());
    EXPECT_FALSE(observation.blocks.has_value());
  }
  EXPECT_EQ(recording.processes.front().world, 1);
  EXPECT_TRUE(recording.machines.front().ceilings.instruction.empty());
  EXPECT_TRUE(recording.families.empty());
  EXPECT_TRUE(recording.notes.empty());
  EXPECT_FALSE(recording.machines.front().ceilings.latency.has_value());
  EXPECT_FALSE(recording.machines.front().ceilings.probes.has_value()) << "not recorded is not made up";
  EXPECT_TRUE(recording.machines.front().ceilings.links.empty());
  EXPECT_FALSE(recording.machines.front().device.whole_sm_count.has_value());
  EXPECT_FALSE(recording.observations.front().work->in_flight_per_thread.has_value());
}

// What format 11 did not keep of roofs, and what is made of it.
template <class Ceiling>
void as_of_format_11(std::vector<Ceiling>& ceilings) {
  for (Ceiling& ceiling : ceilings) {
    ceiling.origin.clock_of = models::ClockOf::sm;
    ceiling.origin.power_watts.reset();
    if (ceiling.origin.source == models::CeilingSource::measured) ceiling.origin.basis = models::ClockBasis::reached;
  }
}

void as_of_format_11(models::Recording& recording) {
  for (models::Machine& machine : recording.machines) {
    as_of_format_11(machine.ceilings.memory);
    as_of_format_11(machine.ceilings.compute);
    as_of_format_11(machine.ceilings.instruction);
    for (models::MemoryCeiling& roof : machine.ceilings.memory) {
      const auto source = roof.origin.source;
      if (roof.level == models::Level::l2 && source == models::CeilingSource::counter_peak)
        roof.origin.clock_of = models::ClockOf::l2;
    }
    machine.ceilings.links.clear();
    if (!machine.ceilings.probes) continue;
    for (models::MeasuredRoof& roof : machine.ceilings.probes->roofs) roof.power_watts.reset();
  }
  for (models::Observation& observation : recording.observations) observation.timed_clock.reset();
  for (models::FunctionProfile& function : recording.functions) function.kernel.clear();
}

constexpr const char* kToFormat13 =
    "DROP TABLE largest_counter; ALTER TABLE kernel DROP COLUMN shortest_s;"
    "ALTER TABLE process DROP COLUMN gap_launches; ALTER TABLE process DROP COLUMN gaps_measured_s;"
    "ALTER TABLE process DROP COLUMN gaps_idle_s; ALTER TABLE process DROP COLUMN gaps_around_tiny_s;"
    "PRAGMA user_version = 13;";

void as_of_format_13(models::Recording& recording) {
  for (models::Process& process : recording.processes) process.gaps = {};
  for (models::Observation& observation : recording.observations) {
    observation.largest = {};
    observation.shortest.reset();
  }
}

constexpr const char* kToFormat11 =
    "DROP TABLE link_time; DROP TABLE link; ALTER TABLE function DROP COLUMN kernel; ALTER TABLE probe_result DROP "
    "COLUMN power_watts;"
    "ALTER TABLE kernel DROP COLUMN timed_clock_hz; PRAGMA user_version = 11;";

// 1065.6 TFLOP/s at the 1.98 GHz of the run are 885.3 at 1.645 GHz.
TEST(Migration, PutsARoofBackToTheClockThatItWasReachedAt) {
  const ScratchFolder folder;
  save(rich_recording(), folder / "a.rlens");
  tamper(folder / "a.rlens",
         std::string(kToFormat13) + kToFormat11 +
             "UPDATE ceiling SET source = 'measured', clock_basis = 'during_run', operations_per_second = 1065.6e12,"
             " clock_hz = 1.98e9, detail = 'BF16 tensor: wgmma; measured at 1.645 GHz' WHERE precision = 'tensor_bf16';"
             "UPDATE instruction_ceiling SET source = 'measured', clock_basis = 'during_run', per_second = 2e9,"
             " clock_hz = 2e9, detail = 'SFU: 8 chains; measured at 1.500 GHz' WHERE pipe = 'sfu'");
  const models::Recording read = load(folder / "a.rlens");
  const models::Ceilings& ceilings = read.machines.front().ceilings;
  const models::ComputeCeiling& bf16 = *ceilings.best(models::Precision::tensor_bf16);
  EXPECT_NEAR(bf16.rate.value(), 885.3e12, 0.1e12);
  EXPECT_NEAR(bf16.origin.clock.value(), 1.645e9, 1);
  EXPECT_EQ(bf16.origin.basis, models::ClockBasis::reached);
  EXPECT_EQ(bf16.origin.detail, "BF16 tensor: wgmma");
  const models::InstructionCeiling& sfu = *ceilings.best(models::Pipe::sfu);
  EXPECT_DOUBLE_EQ(sfu.rate.value(), 1.5e9);
  EXPECT_EQ(sfu.origin.detail, "SFU: 8 chains");
}

// Such a file is this format's without four tables and some columns.
TEST(Migration, ReadsASessionOfFormat8WhichKeptNoNotes) {
  const ScratchFolder folder;
  models::Recording written = rich_recording();
  save(written, folder / "a.rlens");
  tamper(folder / "a.rlens", std::string(kToFormat13) + kToFormat11 +
                                 "DROP VIEW run_note; DROP TABLE note; DROP TABLE digest; ALTER TABLE process DROP "
                                 "COLUMN wall_s; PRAGMA user_version = 8");
  written.notes.clear();
  for (models::Process& process : written.processes) process.wall.reset();
  as_of_format_13(written);
  as_of_format_11(written);
  EXPECT_EQ(dump(load(folder / "a.rlens")), dump(written));
}

TEST(Migration, ReadsASessionOfFormat12WhichHadNoLinks) {
  const ScratchFolder folder;
  models::Recording written = rich_recording();
  save(written, folder / "a.rlens");
  tamper(folder / "a.rlens",
         std::string(kToFormat13) + "DROP TABLE link_time; DROP TABLE link; PRAGMA user_version = 12");
  as_of_format_13(written);
  for (models::Machine& machine : written.machines) machine.ceilings.links.clear();
  const models::Recording read = load(folder / "a.rlens");
  written.provenance.altered = read.provenance.altered;
  EXPECT_EQ(dump(read), dump(written));
}

// Earlier versions gave Blackwell one, which no GPU checked.
TEST(Migration, LeavesOutARoofOfFp4) {
  const ScratchFolder folder;
  models::Recording written = rich_recording();
  save(written, folder / "a.rlens");
  tamper(folder / "a.rlens",
         "INSERT INTO ceiling (machine_id, ordinal, precision, operations_per_second, source, clock_basis, clock_hz, "
         "detail, clock_of) SELECT machine_id, 1000, 'tensor_fp4', 1, source, clock_basis, clock_hz, detail, clock_of "
         "FROM ceiling LIMIT 1");
  const models::Recording read = load(folder / "a.rlens");
  written.provenance.altered = read.provenance.altered;
  EXPECT_EQ(dump(read), dump(written));
}

}  // namespace
}  // namespace rooflens::session
