// What goes in comes out, to the last bit.
#include <gtest/gtest.h>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

TEST(RoundTrip, KeepsEveryField) {
  const ScratchFolder folder;
  const models::Recording written = rich_recording();
  save(written, folder / "a.rlens");
  EXPECT_EQ(dump(load(folder / "a.rlens")), dump(written));
}

TEST(RoundTrip, KeepsAnEmptyRecording) {
  const ScratchFolder folder;
  save({}, folder / "a.rlens");
  EXPECT_EQ(dump(load(folder / "a.rlens")), dump({}));
}

TEST(RoundTrip, KeepsTextWithANullByte) {
  const ScratchFolder folder;
  models::Recording written = rich_recording();
  written.observations[0].name = std::string("a\0b", 3);
  save(written, folder / "a.rlens");
  EXPECT_EQ(load(folder / "a.rlens").observations[0].name, written.observations[0].name);
}

TEST(RoundTrip, KeepsTheOrderOverSeveralBatches) {
  const ScratchFolder folder;
  const models::Recording recording = rich_recording();
  Writer writer = Writer::create(folder / "a.rlens", recording.provenance, Writer::IfExists::refuse);
  writer.add_process(recording.processes[1]);
  writer.put_machine(recording.machines[0]);
  const std::vector<models::Observation> first{plain_observation("z"), plain_observation("a")};
  const std::vector<models::Observation> second{plain_observation("m")};
  writer.append(first);
  writer.append(second);
  writer.close();
  const models::Recording read = load(folder / "a.rlens");
  ASSERT_EQ(read.observations.size(), 3U);
  EXPECT_EQ(read.observations[0].name, "z");
  EXPECT_EQ(read.observations[1].name, "a");
  EXPECT_EQ(read.observations[2].name, "m");
}

TEST(RoundTrip, KeepsTheOrderOfNotesOfSeveralCalls) {
  const ScratchFolder folder;
  Writer writer = Writer::create(folder / "a.rlens", {}, Writer::IfExists::refuse);
  for (const char* text : {"z", "a", "m"}) {
    writer.add_notes(std::vector<models::Note>{{models::NoteLevel::warning, "t", text, "", std::nullopt}});
  }
  writer.close();
  const models::Recording read = load(folder / "a.rlens");
  ASSERT_EQ(read.notes.size(), 3U);
  EXPECT_EQ(read.notes[0].text + read.notes[1].text + read.notes[2].text, "zam");
}

}  // namespace
}  // namespace rooflens::session
