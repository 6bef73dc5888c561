#include "models/record/common_note.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

Note note(NoteLevel level, const std::string& text, std::optional<int> process) {
  return {level, "topic", text, "remedy", process};
}

TEST(CommonNotes, AreThereOnceWithAllWhoSayThem) {
  const auto notes = common_notes({note(NoteLevel::warning, "a", 4), note(NoteLevel::warning, "b", 4),
                                   note(NoteLevel::warning, "a", 2), note(NoteLevel::warning, "a", 4)});
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].note.text, "a");
  EXPECT_EQ(notes[0].processes, (std::set<int>{2, 4}));
  EXPECT_EQ(notes[1].processes, std::set<int>{4});
}

TEST(CommonNotes, BeginWithWarnings) {
  const auto notes = common_notes({note(NoteLevel::information, "a", {}), note(NoteLevel::warning, "b", {}),
                                   note(NoteLevel::information, "c", {}), note(NoteLevel::warning, "a", {})});
  std::string order;
  for (const CommonNote& common : notes) order += common.note.text;
  EXPECT_EQ(order, "baac") << "those of one level keep their order, and levels are not mixed";
  EXPECT_TRUE(notes[0].processes.empty());
}

TEST(CommonNotes, DifferInTheirRemedyToo) {
  Note other = note(NoteLevel::warning, "a", 1);
  other.remedy = "another";
  EXPECT_EQ(common_notes({note(NoteLevel::warning, "a", 0), other}).size(), 2u);
}

}  // namespace
}  // namespace rooflens::models
