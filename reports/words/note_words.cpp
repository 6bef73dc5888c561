#include "reports/words/note_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace rooflens::reports {
namespace {

using models::CommonNote;
using models::Process;

// "rank 0", "ranks 0 and 1", "ranks 0, 1, 2 and 5 more".
std::string enumerated(const std::string& what, const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t kAll = 4;
  const std::size_t shown = numbers.size() <= kAll ? numbers.size() : kAll - 1;
  std::string text = what + " ";
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == numbers.size();
    text.append(i == 0 ? "" : last ? " and " : ", ").append(std::to_string(numbers[i]));
  }
  if (shown < numbers.size()) text += fmt::format(" and {} more", numbers.size() - shown);
  return text;
}

bool names_process(const std::string& text, std::int64_t pid) {
  const std::string name = fmt::format("process {}", pid);
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return false;
  const char next = at + name.size() < text.size() ? text[at + name.size()] : ' ';
  return next < '0' || next > '9';
}

// A name such as libcupti.so or cuInit keeps its first letter.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto word_end = text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find_first_of(" ,:;"), text.size()));
  if (word_end != text.begin() && std::all_of(text.begin(), word_end, is_small)) {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  if (text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

std::set<int> processes_on(const models::Recording& recording, int machine) {
  std::set<int> processes;
  for (const models::Observation& observation : recording.observations) {
    if (observation.machine == machine) processes.insert(observation.process);
  }
  return processes;
}

}  // namespace

std::string said_by(const CommonNote& note, const std::vector<Process>& processes) {
  const bool all = note.processes.size() == processes.size() && processes.size() > 1;
  if (note.processes.empty() || all) return {};
  std::multiset<int> known_ranks;
  for (const Process& process : processes) {
    if (process.world != 1) known_ranks.insert(process.rank);
  }
  bool by_rank = true;
  std::vector<std::int64_t> ranks, pids;
  for (const Process& process : processes) {
    if (!note.processes.contains(process.id)) continue;
    by_rank &= process.world != 1 && known_ranks.count(process.rank) == 1;
    ranks.push_back(process.rank);
    pids.push_back(process.pid);
  }
  std::sort(ranks.begin(), ranks.end());
  if (by_rank) return enumerated(ranks.size() > 1 ? "ranks" : "rank", ranks);
  if (processes.size() < 2 || (pids.size() == 1 && names_process(note.note.text, pids.front()))) return {};
  return enumerated(pids.size() > 1 ? "processes" : "process", pids);
}

std::vector<models::Finding> note_findings(const Document& document, const models::MachineAnalysis& machine) {
  const models::Recording& recording = document.recording;
  const std::set<int> own = processes_on(recording, machine.machine->id);
  std::set<int> elsewhere;  // processes that other machines tell of
  for (const models::Machine& other : recording.machines) elsewhere.merge(processes_on(recording, other.id));
  const bool first = &machine == &document.analysis.machines.front();
  std::vector<models::Finding> findings;
  for (const CommonNote& common : document.analysis.notes) {
    const auto is_of = [&](const std::set<int>& some) {
      return std::any_of(common.processes.begin(), common.processes.end(), [&](int id) { return some.contains(id); });
    };
    if (!is_of(own) && (!first || is_of(elsewhere))) continue;
    const models::Note& note = common.note;
    const std::string who = said_by(common, recording.processes);
    const bool warning = note.level == models::NoteLevel::warning;
    findings.push_back({warning ? models::Severity::warning : models::Severity::note, note.topic,
                        sentence((who.empty() ? "" : who + ": ") + note.text), "", sentence(note.remedy)});
  }
  return findings;
}

}  // namespace rooflens::reports
