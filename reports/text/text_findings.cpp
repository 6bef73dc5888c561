#include "reports/text/text_findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/explain/hints.hpp"
#include "models/find/findings.hpp"
#include "reports/text/text_advice.hpp"
#include "reports/text/text_remarks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/note_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;

constexpr std::size_t kFew = 12;  // kernels of which all are shown where advice was asked for
constexpr std::size_t kKernelsWithFindings = 5;
constexpr std::size_t kNameInList = 64;
constexpr std::size_t kFindingsPerKernel = 2;
constexpr std::size_t kAdvicePerKernel = 2;

Tone tone_of(models::Severity severity) { return severity == models::Severity::note ? Tone::dim : Tone::bad; }

bool is_note(const models::Finding& finding) { return finding.severity == models::Severity::note; }

// What is said of a kernel: warnings, then what to change, then notes.
struct Statements {
  const AnalysedKernel* kernel;
  std::vector<std::string> to_act_on;
  std::vector<std::string> notes;
};

// What several kernels warn of in the same words; it is said once.
std::map<std::string, std::set<std::string>> shared_warnings(const TextPage& page) {
  std::map<std::string, std::set<std::string>> names;
  for (const AnalysedKernel& kernel : page.machine.kernels) {
    for (const models::Finding& finding : kernel.findings) {
      if (finding.severity == models::Severity::warning && finding.topic != models::kRefusedCounters)
        names[finding_words(finding)].insert(page.labels.name(*kernel.observation));
    }
  }
  std::erase_if(names, [](const auto& entry) { return entry.second.size() < 2; });
  return names;
}

// Of failed kernels before all others, and then of those whose counters cannot be true, unless they take no time of an
// application.
int gravity(const AnalysedKernel& kernel) {
  if (kernel.failed()) return 2;
  if (kernel.hardly_takes_time()) return 0;
  return kernel.mismatch ||
         std::any_of(kernel.findings.begin(), kernel.findings.end(), [](const models::Finding& finding) {
           return finding.severity == models::Severity::warning && finding.topic == models::kContradictoryCounters;
         });
}

// With --advice, why it takes its time, also where nothing helps: the headline may name it. Those at their roof are
// listed together.
bool is_explained(const TextPage& page, const AnalysedKernel& kernel) {
  if (!page.options.advice || kernel.failed()) return false;
  const models::Explanation& why = kernel.explanation;
  return !why.advice.empty() || (why.gap && !kernel.findings.empty() && !kernel.is_at_its_roof());
}

// Hints stand behind the first advice: they tell of a change as well. That there is no advice, and which counters are
// missing, is said of all together.
Statements statements_of(const TextPage& page, const AnalysedKernel& kernel,
                         const std::map<std::string, std::set<std::string>>& shared) {
  Statements entry{&kernel, {}, {}};
  std::vector<std::string> hints;
  for (const models::Finding& finding : kernel.findings) {
    if (finding.topic == models::kNoAdvice || finding.topic == models::kRefusedCounters) continue;
    if (shared.contains(finding_words(finding))) continue;
    (is_hint(finding)   ? hints
     : is_note(finding) ? entry.notes
                        : entry.to_act_on)
        .push_back(finding_text(page, finding));
  }
  const auto& advice = kernel.explanation.advice;
  if (is_explained(page, kernel)) entry.to_act_on.push_back(advice_on(page, kernel));
  const std::size_t said = page.options.advice ? 0 : std::min(advice.size(), kAdvicePerKernel);
  for (std::size_t k = 0; k < said; ++k) entry.to_act_on.push_back(advice_text(page, advice[k], false));
  const auto behind = entry.to_act_on.end() - (said > 1 ? 1 : 0);
  entry.to_act_on.insert(behind, hints.begin(), hints.end());
  return entry;
}

// Where it stands among all: with --advice as in the table, those first that the headline may speak of.
std::pair<int, bool> rank(const TextPage& page, const Statements& entry) {
  const AnalysedKernel& kernel = *entry.kernel;
  if (!page.options.advice) return {gravity(kernel), !entry.to_act_on.empty()};
  return {kernel.failed() ? 1 : 0, kernel.percent_of_roof && kernel.recoverable};
}

// Those with something to do or to know before those with notes alone, then by the time that could be saved.
std::vector<Statements> statements(const TextPage& page, const std::map<std::string, std::set<std::string>>& shared) {
  std::vector<Statements> result;
  for (const std::size_t i : page.machine.by_recoverable) {
    Statements entry = statements_of(page, page.machine.kernels[i], shared);
    if (!entry.to_act_on.empty() || !entry.notes.empty()) result.push_back(std::move(entry));
  }
  std::stable_sort(result.begin(), result.end(),
                   [&](const Statements& a, const Statements& b) { return rank(page, a) > rank(page, b); });
  return result;
}

// All warnings of the profiled processes, and the first ones of what else they noted.
std::string profile_notes(const TextPage& page) {
  std::string text;
  std::size_t notes = 0;
  for (const models::Finding& finding : note_findings(page.document, page.machine)) {
    if (!is_note(finding) || ++notes <= kNotesOfAKind) text += finding_text(page, finding);
  }
  if (notes > kNotesOfAKind) {
    text += page.tone(fmt::format("  and {} in HTML and JSON\n", models::counted(notes - kNotesOfAKind, "more note")),
                      Tone::dim);
  }
  return text;
}

std::string this_run(const TextPage& page, const std::map<std::string, std::set<std::string>>& shared) {
  std::string text = profile_notes(page);
  for (const models::Finding& finding : page.machine.findings) text += finding_text(page, finding);
  for (const auto& [words, names] : shared) {
    const std::string all =
        fmt::format("{} ({}): {}", models::counted(names.size(), "kernel"), listed(names, kNameInList), words);
    text += finding_text(page, {models::Severity::warning, "", all, "", ""});
  }
  text += refusals_and_remarks(page);
  return text.empty() ? text : "\n" + page.tone("This run", Tone::bold) + "\n" + text;
}

// There an advice to stop is worth more than any other.
std::string at_their_roofs(const TextPage& page) {
  std::set<std::string> names;
  for (const AnalysedKernel& kernel : page.machine.kernels) {
    if (kernel.is_at_its_roof()) names.insert(page.labels.name(*kernel.observation));
  }
  if (names.empty()) return "";
  return "\n" + page.wrapped(fmt::format("At {:.0f} % of their roof or more, no improvement known: {}.",
                                         100 * models::kAtItsRoof, listed(names, kNameInList)));
}

// Of those that could save most: a reader who looks for them is told why they are not there.
std::string without_advice(const TextPage& page) {
  std::set<std::string> names;
  std::string remedy;
  const auto& order = page.machine.by_recoverable;
  for (std::size_t i = 0; i < std::min(order.size(), kFew); ++i) {
    const AnalysedKernel& kernel = page.machine.kernels[order[i]];
    for (const models::Finding& finding : kernel.findings) {
      if (finding.topic != models::kNoAdvice) continue;
      names.insert(page.labels.name(*kernel.observation));
      if (remedy.empty() && !finding.remedy.empty()) remedy = " " + finding.remedy;
    }
  }
  if (names.empty()) return "";
  return "\n" +
         page.wrapped(fmt::format("No advice on {}: nothing that was counted backs a change that would bring 2 %.{}",
                                  listed(names, kNameInList), remedy));
}

// One kernel in few words: the first things to do, then notes where nothing to do was left out for them.
std::string in_brief(const TextPage& page, const Statements& entry, bool crowded) {
  std::string text;
  std::size_t left = kFindingsPerKernel;
  for (const auto* list : {&entry.to_act_on, &entry.notes}) {
    if (crowded && list == &entry.notes && left < kFindingsPerKernel) break;
    for (std::size_t k = 0; k < list->size() && left > 0; ++k, --left) text += (*list)[k];
  }
  const std::size_t said = kFindingsPerKernel - left;
  const std::size_t all = entry.to_act_on.size() + entry.notes.size();
  if (said < all) text += page.tone(fmt::format("  and {} more with --advice\n", all - said), Tone::dim);
  return text;
}

std::string in_full(const Statements& entry) {
  std::string text;
  for (const auto* list : {&entry.to_act_on, &entry.notes}) {
    for (const std::string& statement : *list) text += statement;
  }
  return text;
}

std::string heading_of(const TextPage& page, std::size_t shown, std::size_t all) {
  std::string words =
      page.options.advice ? "What would help, with the predicted speed-up" : "What to try first (all: --advice)";
  if (shown < all)
    words += fmt::format(": {} of {} kernels with findings, by the time that could be saved", shown, all);
  std::string text = "\n" + page.tone(page.wrapped(words), Tone::bold);
  if (!page.machine.for_callers.empty())
    text += page.tone(page.wrapped(page.machine.for_callers, "  ", "  "), Tone::dim);
  return text;
}

}  // namespace

std::string finding_text(const TextPage& page, const models::Finding& finding) {
  const std::string words = finding_words(finding);
  const std::string label = fmt::format("  {}: ", severity_word(finding.severity));
  const std::string body = page.wrapped(words, label, "    ");
  return fmt::format("  {}{}", page.tone(label.substr(2, label.size() - 3), tone_of(finding.severity)),
                     body.substr(label.size() - 1));
}

std::string findings(const TextPage& page) {
  const auto shared = shared_warnings(page);
  std::string text = this_run(page, shared);
  const std::vector<Statements> kernels = statements(page, shared);
  const auto to_act_on = static_cast<std::size_t>(
      std::count_if(kernels.begin(), kernels.end(), [](const auto& entry) { return !entry.to_act_on.empty(); }));
  const bool in_brief_alone = !page.options.advice || kernels.size() > kFew;
  const std::size_t shown = std::min(kernels.size(), in_brief_alone ? kKernelsWithFindings : kFew);
  const bool crowded = to_act_on > shown;  // notes give way to what can be done elsewhere
  if (shown > 0) text += heading_of(page, shown, kernels.size());
  const bool any = std::any_of(page.machine.kernels.begin(), page.machine.kernels.end(),
                               [](const AnalysedKernel& kernel) { return !kernel.explanation.advice.empty(); });
  if (page.options.advice && !any && !page.machine.kernels.empty())
    text += "  No change is known that would bring 2 %.\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string name = shorten_middle(page.labels.name(*kernels[i].kernel->observation), page.width);
    text.append("\n").append(page.tone(name, Tone::bold)).append("\n");
    text += page.options.advice ? in_full(kernels[i]) : in_brief(page, kernels[i], crowded);
  }
  text += without_advice(page);
  text += at_their_roofs(page);
  if (shown < kernels.size()) {
    text += "\n" + page.tone(page.wrapped(fmt::format("{}: -k REGEX, HTML report or JSON.",
                                                      models::counted(kernels.size() - shown, "more kernel"))),
                             Tone::dim);
  }
  return text;
}

}  // namespace rooflens::reports
