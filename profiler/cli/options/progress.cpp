#include "profiler/cli/options/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "models/record/common_note.hpp"
#include "reports/words/format.hpp"
#include "reports/words/note_words.hpp"

namespace rooflens::cli {
namespace {

constexpr std::size_t kBar = 24;

}  // namespace

void Progress::step(const std::string& what) {
  clear();
  streams_.err << "rooflens: " << what << '\n' << std::flush;
}

void Progress::progress(std::size_t done, std::size_t total, const std::string& now) {
  if (!streams_.err_is_terminal) return;
  total = std::max<std::size_t>(1, total);
  const std::size_t filled = kBar * std::min(done, total) / total;
  std::string bar;
  for (std::size_t i = 0; i < kBar; ++i) bar += i < filled ? "━" : "╌";
  const std::string count = " " + std::to_string(done) + '/' + std::to_string(total) + ' ';
  const std::size_t columns = static_cast<std::size_t>(std::max(0, streams_.err_columns));
  const std::size_t taken = kBar + count.size() + 1;
  if (columns <= taken) bar.clear();
  const std::size_t room = columns > taken ? columns - taken : columns - std::min(columns, count.size() + 1);
  streams_.err << "\r\033[K" << bar << count << reports::shorten_middle(now, room) << std::flush;
  drawn_ = true;
}

void Progress::notes(const std::vector<models::Note>& notes, const std::vector<models::Process>& processes) {
  clear();
  std::string text;  // printed in one piece: other ranks may be printing theirs
  for (const models::CommonNote& common : models::common_notes(notes)) {
    const models::Note& note = common.note;
    const std::string who = reports::said_by(common, processes);
    text += fmt::format("rooflens: {}: {}{}\n", note.level == models::NoteLevel::warning ? "warning" : "note",
                        who.empty() ? "" : who + ": ", note.text);
    if (!note.remedy.empty()) text += fmt::format("rooflens: hint: {}\n", note.remedy);
  }
  streams_.err << text << std::flush;
}

void Progress::clear() {
  if (drawn_) streams_.err << "\r\033[K" << std::flush;
  drawn_ = false;
}

}  // namespace rooflens::cli
