// From spools to a recording: what one kernel's launches say together.
#include "profiler/assemble/assemble.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Assembly assembled(const MadeSpool& made) {
  const std::vector<SpoolIndex> spools{made.spool()};
  return assemble(spools, {});
}

models::Observation only(const MadeSpool& made) {
  Assembly assembly = assembled(made);
  EXPECT_EQ(assembly.observations.size(), 1u);
  return assembly.observations.empty() ? models::Observation{} : assembly.observations.front();
}

std::string reason_for(const models::Observation& o, const std::string& counter) {
  for (const models::Refusal& refusal : o.refused) {
    if (refusal.counter == counter) return refusal.reason;
  }
  return {};
}

TEST(Assemble, AveragesLaunchesThatDidTheSameWork) {
  const models::Observation o = only(MadeSpool()
                                         .kernel(0, "_Z3addPf")
                                         .times(0, 10, 1000)
                                         .counted(0, 0, {100, 5000})
                                         .counted(0, 0, {300, 5000})
                                         .counted(0, 1, {64, 5000}));
  EXPECT_EQ(o.name, "add");
  EXPECT_EQ(o.launches.front().function, "add(float*)");
  EXPECT_EQ(o.replay, models::Replay::rotate);
  EXPECT_EQ(o.cache, models::CachePolicy::uncontrolled);
  EXPECT_EQ(o.launches_made, 10u);
  EXPECT_EQ(o.launches_counted, 3u);
  const models::CounterValue* bytes = o.counters.find(kBytes);
  ASSERT_NE(bytes, nullptr);
  EXPECT_DOUBLE_EQ(bytes->value, 200);
  EXPECT_DOUBLE_EQ(bytes->min, 100);
  EXPECT_DOUBLE_EQ(bytes->max, 300);
  EXPECT_EQ(bytes->samples, 2u);
  EXPECT_EQ(bytes->source, models::CounterSource::hardware);
  const models::CounterValue* flops = o.counters.find(kFlops);
  ASSERT_NE(flops, nullptr);
  EXPECT_DOUBLE_EQ(flops->value, 64);
  EXPECT_EQ(flops->pass, 1);
  EXPECT_EQ(flops->source, models::CounterSource::sass);
  EXPECT_THAT(o.refused, IsEmpty());
  EXPECT_THAT(o.remarks, IsEmpty());
}

TEST(Assemble, KeepsTheTotalTimeOfWhatWasTimed) {
  const models::Observation o =
      only(MadeSpool().kernel(0, "f").times(0, 10, 1000).times(0, 30, 2000).counted(0, 0, {1, 1}));
  EXPECT_EQ(o.launches_made, 40u);
  EXPECT_EQ(o.timed_launches, 40u);
  ASSERT_TRUE(o.total_time);
  EXPECT_DOUBLE_EQ(o.total_time->value(), 70e-6);  // 10 * 1 us + 30 * 2 us
  EXPECT_EQ(o.durations.size(), 2u);
}

TEST(Assemble, KeepsAtMostTwoHundredDurations) {
  MadeSpool made;
  made.kernel(0, "f");
  for (int i = 0; i < 1000; ++i) made.times(0, 1, 1000 + i);
  const models::Observation o = only(made);
  ASSERT_EQ(o.durations.size(), 200u);
  EXPECT_DOUBLE_EQ(o.durations[1].value(), 1005e-9);  // every fifth
  EXPECT_EQ(o.timed_launches, 1000u);
}

TEST(Assemble, RefusesWhatIsNoNumber) {
  const models::Observation o =
      only(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {std::nan(""), 5000}).counted(0, 1, {64, 5000}));
  EXPECT_FALSE(o.counters.value(kBytes));
  EXPECT_THAT(reason_for(o, kBytes), HasSubstr("CUPTI gave no number"));
}

TEST(Assemble, SaysWhichGroupsNeverHadALaunch) {
  const models::Observation o = only(MadeSpool().kernel(0, "f").times(0, 2, 1).counted(0, 0, {100, 5000}));
  EXPECT_TRUE(o.counters.value(kBytes));
  EXPECT_THAT(reason_for(o, kFlops), HasSubstr("none of its 2 launches"));
  EXPECT_THAT(reason_for(o, kFlops), HasSubstr("--replay-mode kernel"));
}

TEST(Assemble, PassesOnWhatTheChipDoesNotOffer) {
  MadeSpool made;
  spool::GroupRecord group{2, "extra 1", false, {}, {}, {{"no__such.sum", "unknown on this chip"}}};
  const models::Observation o = only(made.add(group).kernel(0, "f").times(0, 9, 1).counted(0, 0, {100, 5000}));
  EXPECT_EQ(reason_for(o, "no__such.sum"), "unknown on this chip");
}

TEST(Assemble, LeavesOutHardwareCountersOfOverlappedLaunches) {
  const models::Observation o =
      only(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {900, 5000}, true).counted(0, 0, {100, 5000}));
  EXPECT_DOUBLE_EQ(*o.counters.value(kBytes), 100);
  EXPECT_EQ(o.launches_counted, 1u);
  EXPECT_THAT(o.remarks, IsEmpty());
}

TEST(Assemble, SaysSoWhereEveryLaunchWasOverlapped) {
  const models::Observation o = only(MadeSpool().kernel(0, "f").times(0, 9, 1).counted(0, 0, {900, 5000}, true));
  EXPECT_DOUBLE_EQ(*o.counters.value(kBytes), 900);
  EXPECT_THAT(o.remarks, Contains(HasSubstr("other threads launched work")));
}

TEST(Assemble, KeepsPatchedCountersOfOverlappedLaunches) {
  const models::Observation o = only(MadeSpool()
                                         .kernel(0, "f")
                                         .times(0, 9, 1)
                                         .counted(0, 0, {100, 5000})
                                         .counted(0, 1, {60, 5000}, true)
                                         .counted(0, 1, {64, 5000}));
  EXPECT_DOUBLE_EQ(*o.counters.value(kFlops), 62);
  EXPECT_THAT(o.remarks, IsEmpty());
}

TEST(Assemble, HasOnlyTimesOfAKernelThatWasNeverCounted) {
  const models::Observation o = only(MadeSpool().kernel(0, "f").times(0, 9, 1000));
  EXPECT_EQ(o.replay, models::Replay::none);
  EXPECT_EQ(o.launches_counted, 0u);
  EXPECT_TRUE(o.counters.empty());
  EXPECT_THAT(o.remarks, Contains(HasSubstr("no launch was counted")));
}

TEST(Assemble, LeavesOutWhatWasOnlyCaptured) {
  EXPECT_THAT(assembled(MadeSpool().kernel(0, "f")).observations, IsEmpty());
}

TEST(Assemble, ListsAGraphAsARangeOfItsOwn) {
  const models::Observation o =
      only(MadeSpool().kernel(4, "graph", 1, spool::LaunchForm::graph).times(4, 5, 100).counted(4, 0, {100, 5000}));
  EXPECT_EQ(o.name, "graph 4");
  EXPECT_EQ(o.scope, models::Scope::range);
  EXPECT_THAT(o.launches, IsEmpty());
  EXPECT_THAT(reason_for(o, kFlops), HasSubstr("cannot patch"));
}

TEST(Assemble, MakesOneMachineOfAGpuThatSeveralRanksUse) {
  const MadeSpool first = MadeSpool("node1", 0).kernel(0, "f").times(0, 1, 1);
  const MadeSpool second = MadeSpool("node1", 1).kernel(0, "f").times(0, 1, 1);
  const std::vector<SpoolIndex> spools{first.spool(), second.spool()};
  const Assembly assembly = assemble(spools, {});
  ASSERT_EQ(assembly.processes.size(), 2u);
  EXPECT_EQ(assembly.processes[1].id, 1);
  EXPECT_EQ(assembly.processes[1].rank, 1);
  EXPECT_EQ(assembly.processes[1].world, 2);
  EXPECT_EQ(assembly.processes[1].launcher, "torchrun");
  EXPECT_EQ(assembly.processes[1].command, "./app");
  EXPECT_EQ(assembly.machines.size(), 1u);
  ASSERT_EQ(assembly.observations.size(), 2u);
  EXPECT_EQ(assembly.observations[0].name, assembly.observations[1].name);
  EXPECT_EQ(assembly.observations[1].process, 1);
}

TEST(Assemble, KeepsGpusOfDifferentHostsApart) {
  const MadeSpool first = MadeSpool("node1").kernel(0, "f").times(0, 1, 1);
  const MadeSpool second = MadeSpool("node2").kernel(0, "f").times(0, 1, 1);
  const std::vector<SpoolIndex> spools{first.spool(), second.spool()};
  EXPECT_EQ(assemble(spools, {}).machines.size(), 2u);
}

TEST(Assemble, TakesTheFullerPropertiesOfAnInstalledGpu) {
  models::DeviceProperties installed;
  installed.name = "NVIDIA H200";
  installed.uuid = "GPU-1";
  installed.driver_version = "580.1";
  const std::vector<SpoolIndex> spools{MadeSpool().kernel(0, "f").times(0, 1, 1).spool()};
  const std::vector<models::DeviceProperties> all{installed};
  const Assembly assembly = assemble(spools, all);
  EXPECT_EQ(assembly.machines.front().device.driver_version, "580.1");
  EXPECT_EQ(assembly.machines.front().device.chip, "GH100");
}

TEST(Assemble, SaysThatAProcessWasKilled) {
  EXPECT_EQ(assembled(MadeSpool().kernel(0, "f").times(0, 1, 1)).notes.front().topic, "killed");
  EXPECT_THAT(assembled(MadeSpool().kernel(0, "f").times(0, 1, 1).end()).notes, IsEmpty());
}

TEST(Assemble, KnowsHowLongAnOrderlyProcessRan) {
  EXPECT_FALSE(assembled(MadeSpool().kernel(0, "f").times(0, 1, 1)).processes.front().wall) << "it was killed";
  const Assembly assembly = assembled(MadeSpool().add(spool::EndRecord{.ended_ns = 2'500'000'000}));
  ASSERT_TRUE(assembly.processes.front().wall);
  EXPECT_DOUBLE_EQ(assembly.processes.front().wall->value(), 2.5);  // from 0 on
}

// Each record tells of all since the process began.
TEST(Assemble, KnowsTheGapsOfAProcessOfOneGpuUnlessRecordsAreLacking) {
  MadeSpool spool;
  spool.kernel(0, "f").times(0, 1, 1);
  spool.add(spool::GapsRecord{0, 10, 1e9, 3e8, 1e8}).add(spool::GapsRecord{0, 20, 2e9, 5e8, 1e8});
  const models::KernelGaps gaps = assembled(spool).processes.front().gaps;
  EXPECT_EQ(gaps.launches, 20u);
  EXPECT_DOUBLE_EQ(gaps.measured.value(), 2);
  EXPECT_DOUBLE_EQ(gaps.idle.value(), 0.5);
  EXPECT_DOUBLE_EQ(gaps.around_tiny.value(), 0.1);
  MadeSpool lacking = spool;
  EXPECT_EQ(assembled(lacking.add(spool::EndRecord{0, 0, 0, 12})).processes.front().gaps.launches, 0u);
  EXPECT_EQ(assembled(spool.add(spool::GapsRecord{1, 5, 1e9, 1e8, 0})).processes.front().gaps.launches, 0u);
}

TEST(Assemble, SaysThatRecordsWereDropped) {
  const Assembly assembly = assembled(MadeSpool().add(spool::EndRecord{0, 0, 0, 12}));
  ASSERT_EQ(assembly.notes.size(), 1u);
  EXPECT_THAT(assembly.notes.front().text, HasSubstr("dropped 12 records"));
}

// The end may have been written, and lost.
TEST(Assemble, SaysNothingOfTheEndWhereTheDiskWasFull) {
  SpoolIndex spool = MadeSpool().kernel(0, "f").times(0, 1, 1).spool();
  spool.damage.disk_was_full = true;
  const std::vector<SpoolIndex> spools{spool};
  const Assembly assembly = assemble(spools, {});
  ASSERT_EQ(assembly.notes.size(), 1u);
  EXPECT_EQ(assembly.notes.front().topic, "disk-full");
  EXPECT_THAT(assembly.notes.front().text, HasSubstr("some of what it saw is lost"));
}

TEST(Assemble, TellsANoteOfEachRankOnce) {
  const spool::NoteRecord note{spool::NoteRecord::Level::warning, "permission", "counters are refused", "ask"};
  const MadeSpool first = MadeSpool("node1", 0).add(note).add(note).end();
  const MadeSpool second = MadeSpool("node1", 1).add(note).end();
  const std::vector<SpoolIndex> spools{first.spool(), second.spool()};
  const std::vector<models::Note> notes = assemble(spools, {}).notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].process, 0);
  EXPECT_EQ(notes[1].process, 1);
  EXPECT_EQ(notes[1].level, models::NoteLevel::warning);
  EXPECT_EQ(notes[1].text, "counters are refused");
  EXPECT_EQ(notes[1].remedy, "ask");
}

TEST(Assemble, AddsUpWhatIsSaidOfAnInstruction) {
  const auto record = [](double waits, std::uint64_t launches) {
    return spool::InstructionsRecord{0,        "_Z1fPf", 7,       launches, {"stall.wait", "stall.drain"},
                                     {"a.cu"}, {16, 32}, {0, -1}, {7, 0},   {waits, 0, 2, 3}};
  };
  spool::InstructionsRecord damaged = record(100, 1);
  damaged.lines.pop_back();
  const Assembly assembly =
      assembled(MadeSpool().kernel(0, "_Z1fPf").times(0, 1, 1).add(record(1, 0)).add(record(4, 2)).add(damaged).end());
  ASSERT_EQ(assembly.functions.size(), 1u);
  const models::FunctionProfile& function = assembly.functions.front();
  EXPECT_EQ(function.function, "f(float*)");
  EXPECT_EQ(function.counted_launches, 2u);
  ASSERT_EQ(function.instructions.size(), 2u);
  EXPECT_EQ(function.instructions[0].offset, 16u);
  EXPECT_EQ(function.instructions[0].file, "a.cu");
  EXPECT_EQ(function.instructions[0].line, 7);
  EXPECT_EQ(function.instructions[0].values, (std::map<std::string, double>{{"stall.wait", 5}}));
  EXPECT_EQ(function.instructions[1].file, "");
  EXPECT_EQ(function.instructions[1].values, (std::map<std::string, double>{{"stall.wait", 4}, {"stall.drain", 6}}));
}

}  // namespace
}  // namespace rooflens::collect
