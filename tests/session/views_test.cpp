// What a person or pandas reads: the views, and the points that store_points() leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/explain/analysis.hpp"
#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// One kernel of 1, 2 and 3 us that moves 4096 bytes of DRAM.
class Views : public ::testing::Test {
 protected:
  Views() {
    models::Recording recording = rich_recording();
    recording.observations = {plain_observation("k"), plain_observation("wrong")};
    recording.observations[0].durations.push_back(models::nanoseconds(5000));
    recording.observations[1].durations.clear();
    recording.observations[1].verification.status = models::VerificationStatus::mismatch;
    Writer writer = Writer::create(path_, recording.provenance, Writer::IfExists::refuse);
    for (const auto& process : recording.processes) writer.add_process(process);
    for (const auto& machine : recording.machines) writer.put_machine(machine);
    writer.append(recording.observations);
    store_points(recording, writer);
    store_points(recording, writer);  // replaces
    writer.close();
  }
  std::vector<std::string> rows(const std::string& sql) { return query(path_, sql); }
  ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "a.rlens";
};

TEST_F(Views, SummariseEachKernel) {
  EXPECT_THAT(rows("SELECT printf('%s %d %.0f %.0f %.0f', name, repetitions, minimum_duration_ns, median_duration_ns, "
                   "maximum_duration_ns) FROM kernel_summary WHERE kernel_id = 1"),
              ElementsAre("k 4 1000 2500 5000"));
  EXPECT_THAT(rows("SELECT device || ' ' || verification || ' ' || launches_made FROM kernel_summary"),
              ElementsAre("NVIDIA H200 not_checked 40", "NVIDIA H200 mismatch 40"));
}

TEST_F(Views, SayHowKernelsWereCounted) {
  const std::filesystem::path path = folder_ / "rich.rlens";
  save(rich_recording(), path);
  EXPECT_THAT(query(path, "SELECT replay || ' ' || timed_launches FROM kernel_summary WHERE kernel_id = 1"),
              ElementsAre("spread 9001"));
  EXPECT_THAT(query(path, "SELECT remark FROM kernel_remark WHERE kernel_id = 1"),
              ElementsAre("counted in turns", "\xCE\xBB 'quoted'; --"));
}

TEST_F(Views, SayOfWhichRankANoteIs) {
  const std::filesystem::path path = folder_ / "rich.rlens";
  save(rich_recording(), path);
  EXPECT_THAT(query(path, "SELECT level || ' ' || topic || ' ' || coalesce(rank, 'none') FROM run_note"),
              ElementsAre("warning sampled 0", "information  none", "warning sampled 1"));
}

TEST_F(Views, LeaveTheMedianOpenWithoutDurations) {
  EXPECT_THAT(rows("SELECT median_duration_ns FROM kernel_summary WHERE name = 'wrong'"), ElementsAre("NULL"));
}

TEST_F(Views, GiveDurationsInNanoseconds) {
  EXPECT_THAT(rows("SELECT printf('%.0f', duration_ns) FROM kernel_duration WHERE kernel_id = 1"),
              ElementsAre("1000", "3000", "2000", "5000"));
}

TEST_F(Views, GiveCountersAndCeilingsByName) {
  EXPECT_THAT(rows("SELECT value FROM kernel_counter WHERE name = 'k' AND counter = 'dram__bytes.sum'"),
              ElementsAre("4096.0"));
  EXPECT_THAT(rows("SELECT gb_per_second FROM machine_ceiling WHERE resource = 'l2'"), ElementsAre("5500.0"));
  EXPECT_THAT(rows("SELECT printf('%.3f', giga_operations_per_second) FROM machine_ceiling WHERE resource = 'sfu'"),
              ElementsAre("0.333"));
  EXPECT_THAT(rows("SELECT count(*) FROM machine_ceiling"), ElementsAre("24"));
}

TEST_F(Views, GiveProbesWithTheirUnit) {
  EXPECT_THAT(rows("SELECT printf('%s %.1f %s %.1f %.2f', probe, value * 3e-12, unit, clock_mhz, spread_percent) "
                   "FROM machine_probe WHERE probe = 'dram-copy'"),
              ElementsAre("dram-copy 4.1 B/s 1755.1 0.33"));
  EXPECT_THAT(rows("SELECT unit FROM machine_probe WHERE probe = 'launch-latency'"), ElementsAre("s"));
}

TEST_F(Views, CanAllBeRead) {
  for (const std::string& view : rows("SELECT name FROM sqlite_schema WHERE type = 'view'")) {
    rows("SELECT * FROM " + view);  // query() fails the test when it cannot be prepared
  }
}

TEST_F(Views, HaveThePointsOfTheAnalysis) {
  const models::Recording recording = load(path_);
  const models::Analysis analysis = models::analyse(recording);
  std::vector<std::string> expected;
  for (const auto& machine : analysis.machines) {
    for (const auto& kernel : machine.kernels) {
      for (const auto& point : kernel.points) {
        expected.push_back(kernel.observation->name + " " + std::string(models::info(point.level).id) + " " +
                           std::string(models::info(kernel.binding).id) + " " +
                           std::to_string(point.bandwidth.value()));
      }
    }
  }
  ASSERT_FALSE(expected.empty());
  EXPECT_THAT(rows("SELECT name || ' ' || level || ' ' || binding || ' ' || printf('%.6f', bytes_per_second) "
                   "FROM roofline_point"),
              ::testing::UnorderedElementsAreArray(expected));
  EXPECT_THAT(rows("SELECT DISTINCT model_version FROM roofline_point"),
              ElementsAre(std::to_string(models::kModelVersion)));
}

TEST_F(Views, HaveNoPointWithoutATime) {
  EXPECT_THAT(rows("SELECT level FROM roofline_point WHERE name = 'wrong'"), IsEmpty());
}

}  // namespace
}  // namespace rooflens::session
