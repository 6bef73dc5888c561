#include "profiler/actions/profile/spool_recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "profiler/actions/command_error.hpp"
#include "profiler/spool/spool_writer.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

namespace spool = collect::spool;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

spool::ProcessRecord process(std::int64_t pid, std::int64_t seconds) {
  spool::ProcessRecord record;
  record.pid = pid;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  record.hostname = host;
  record.command = "app " + std::to_string(pid);
  record.started_ns = seconds * 1'000'000'000;
  record.tool_version = "0.1.0";
  record.cupti_version = "130001";
  return record;
}

// A process that launched one kernel twice on the GPU with that uuid.
void write_process(const std::string& path, const spool::ProcessRecord& own, const std::string& uuid) {
  spool::SpoolWriter writer(path);
  writer.write(own);
  spool::DeviceRecord device;
  device.name = "GPU of the spool";
  device.uuid = uuid;
  device.chip = "GH100";
  device.sm_count = 132;
  device.memory_bandwidth_bytes_per_second = 4e12;
  writer.write(device);
  spool::KernelRecord kernel;
  kernel.function = "_Z4copyPf";
  writer.write(kernel);
  writer.write(spool::TimesRecord{{{0, 0, 2, 2, 4000, {1900, 2100}}}});
}

TEST(SpoolRecording, TakesTheFullerPropertiesOfAnInstalledGpuAndItsRoofs) {
  const ScratchFolder folder;
  const FakeBackend backend;
  write_process(folder / "a.1.spool", process(1, 10), backend.machine.device.uuid);
  const models::Recording recording = actions::recording_from_spools(folder.path(), backend).recording;
  ASSERT_EQ(recording.machines.size(), 1U);
  EXPECT_EQ(recording.machines[0].device.name, "NVIDIA H200");
  EXPECT_NE(recording.machines[0].ceilings.best(models::Level::dram), nullptr);
  ASSERT_EQ(recording.observations.size(), 1U);
  EXPECT_EQ(recording.observations[0].launches_made, 2U);
}

TEST(SpoolRecording, DoesWithoutAGpu) {
  const ScratchFolder folder;
  FakeBackend backend;
  backend.machine.any_device = false;
  write_process(folder / "a.1.spool", process(1, 10), "GPU-elsewhere");
  const models::Recording recording = actions::recording_from_spools(folder.path(), backend).recording;
  ASSERT_EQ(recording.machines.size(), 1U);
  EXPECT_EQ(recording.machines[0].device.name, "GPU of the spool");
  const models::MemoryCeiling* dram = recording.machines[0].ceilings.best(models::Level::dram);
  ASSERT_NE(dram, nullptr) << "nothing could be DRAM-bound";
  EXPECT_EQ(dram->rate, models::ByteRate(4e12));
}

TEST(SpoolRecording, ComesFromTheProcessThatBeganFirst) {
  const ScratchFolder folder;
  write_process(folder / "a.7.spool", process(7, 1'795'247'161), "GPU-1");
  write_process(folder / "a.8.spool", process(8, 1'795'247'101), "GPU-1");
  const models::Provenance p = actions::recording_from_spools(folder.path(), FakeBackend{}).recording.provenance;
  EXPECT_EQ(p.command, "app 8");
  EXPECT_EQ(p.started_utc, "2026-11-21T07:45:01Z");
  EXPECT_EQ(p.tool_version, "0.1.0");
  EXPECT_EQ(p.cupti_version, "130001");
  EXPECT_EQ(p.collector, "cupti");
}

TEST(SpoolRecording, TellsWhoStillRuns) {
  const ScratchFolder folder;
  write_process(folder / "a.1.spool", process(getpid(), 10), "GPU-1");
  write_process(folder / "a.2.spool", process(999'999'999, 10), "GPU-1");
  auto elsewhere = process(getpid(), 10);
  elsewhere.hostname = "elsewhere";
  write_process(folder / "a.3.spool", elsewhere, "GPU-1");
  EXPECT_THAT(read_spool_folder(folder.path(), FakeBackend{}).still_running, ElementsAre(getpid()));
}

TEST(SpoolRecording, WaitsAMomentForWhoeverIsAboutToEnd) {
  const ScratchFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    usleep(50'000);
    write_process(folder / "a.2.spool", process(2, 10), "GPU-1");
    _exit(0);
  }
  write_process(folder / "a.1.spool", process(child, 10), "GPU-1");
  const actions::SpoolRecording read = actions::read_spool_folder(folder.path(), FakeBackend{});
  EXPECT_THAT(read.still_running, ElementsAre()) << "nobody has asked about it, but it has ended";
  EXPECT_EQ(read.recording.processes.size(), 2U) << "what it wrote at its end";
  waitpid(child, nullptr, 0);
}

TEST(SpoolRecording, DoesNotCallAProcessKilledThatStillRuns) {
  const ScratchFolder folder;
  write_process(folder / "a.1.spool", process(getpid(), 10), "GPU-1");
  write_process(folder / "a.2.spool", process(999'999'999, 10), "GPU-1");
  const std::vector<models::Note> notes = actions::recording_from_spools(folder.path(), FakeBackend{}).recording.notes;
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].topic, "killed");
  EXPECT_EQ(notes[0].process, 1);
  EXPECT_EQ(notes[1].topic, "still-running");
  EXPECT_EQ(notes[1].process, 0);
  EXPECT_THAT(notes[1].remedy, HasSubstr("`rooflens merge " + folder.path().string() + " -o NEW.rlens`"));
}

TEST(SpoolRecording, SurvivesDamage) {
  const ScratchFolder folder;
  write_process(folder / "a.1.spool", process(1, 10), "GPU-1");
  std::ofstream(folder / "a.1.spool", std::ios::app) << "\xA7\x08nothing of ours";
  std::ofstream(folder / "b.2.spool") << "nothing of ours\n{";
  const actions::SpoolRecording read = actions::read_spool_folder(folder.path(), FakeBackend{});
  EXPECT_EQ(read.recording.processes.size(), 1U);
  EXPECT_EQ(read.recording.observations.size(), 1U);
}

TEST(SpoolRecording, OfAnotherVersionIsAnError) {
  const ScratchFolder folder;
  std::ofstream(folder / "a.1.spool") << "{\"record\":\"process\",\"pid\":1}\n";
  try {
    (void)actions::read_spool_folder(folder.path(), FakeBackend{});
    ADD_FAILURE() << "accepted";
  } catch (const models::Trouble& error) {
    EXPECT_THAT(error.what(), HasSubstr("another version of rooflens wrote"));
    EXPECT_THAT(error.remedy(), HasSubstr("rooflens merge"));
  }
}

TEST(SpoolRecording, OfNothingIsAnError) {
  const ScratchFolder folder;
  const FakeBackend backend;
  EXPECT_TRUE(actions::read_spool_folder(folder.path(), backend).recording.processes.empty());
  try {
    (void)actions::recording_from_spools(folder.path(), backend);
    ADD_FAILURE() << "accepted";
  } catch (const CommandError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no process wrote of any kernel"));
  }
}

}  // namespace
}  // namespace rooflens::cli
