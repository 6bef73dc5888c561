// The report for a terminal: what it was recorded on, one sentence, one row per kernel, and what to do about the worst.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "models/base/counted.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/roofs/device_part.hpp"
#include "reports/text/text_advice.hpp"
#include "reports/text/text_kernels.hpp"
#include "reports/text/text_parts.hpp"
#include "reports/text/text_remarks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/note_words.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"
#include "reports/words/text_table.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::MachineAnalysis;

constexpr std::size_t kKernelsWithFindings = 5;
constexpr std::size_t kNameInList = 40;
constexpr std::size_t kFindingsPerKernel = 2;
constexpr std::size_t kAdvicePerKernel = 2;

std::string heading(const TextPage& page) {
  const models::DeviceProperties& device = page.machine.machine->device;
  std::string text = clean_utf8(page.document.title);
  if (!device.name.empty()) text.append(" · ").append(clean_utf8(device.name));
  std::string result = page.tone(shorten_middle(text, page.width), Tone::bold) + "\n";
  for (const std::string& warning : warnings_above(page.document.recording.provenance)) {
    result += page.tone(warning, Tone::bad) + "\n";
  }
  const models::Provenance& provenance = page.document.recording.provenance;
  if (!provenance.command.empty()) {
    const std::string when = provenance.started_utc.substr(0, 10);
    result +=
        page.tone(shorten_middle(fmt::format("{}: {}", when, clean_utf8(provenance.command)), page.width), Tone::dim) +
        "\n";
  }
  std::string details;
  const auto add = [&](bool known, const std::string& part) {
    if (known) details.append(details.empty() ? "" : ", ").append(part);
  };
  add(device.sm_count > 0, sm_count_text(device));
  add(device.memory.value() > 0, format_capacity(device.memory));
  add(device.l2.value() > 0, format_capacity(device.l2) + " L2");
  add(!device.driver_version.empty(), "driver " + clean_utf8(device.driver_version));
  if (!details.empty()) result += page.tone(page.wrapped(details), Tone::dim) + "\n";
  if (const auto sharing = sharing_text(device)) result += page.tone(page.wrapped(*sharing), Tone::dim) + "\n";
  return result + page.wrapped(clean_utf8(page.machine.verdict));
}

bool has_roof_of_its_mix(const AnalysedKernel& kernel) {
  const models::MemoryCeiling* dram = kernel.machine->ceilings.best(models::Level::dram);
  return dram && kernel.demand &&
         std::any_of(kernel.demand->resources.begin(), kernel.demand->resources.end(), [&](const auto& demand) {
           return demand.resource == models::RoofResource(models::Level::dram) && demand.roof < dram->rate.value();
         });
}

// What the signs in the table mean, and why values are missing.
std::string notes(const TextPage& page) {
  bool compulsory = false, measured_demand = false, analytic = false, untimed = false, absent = false,
       contradictory = false, mixed = false;
  std::uint64_t made = 0, observed = 0;
  std::map<models::Replay, std::size_t> replays;
  std::string text;
  const auto note = [&](const std::string& words) { text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim); };
  for (const AnalysedKernel& kernel : page.machine.kernels) {
    const models::Observation& observation = *kernel.observation;
    compulsory |= !kernel.failed() && kernel.percent_of_roof && kernel.percent_of_roof->compulsory;
    measured_demand |= !kernel.failed() && kernel.percent_of_roof && !kernel.percent_of_roof->compulsory;
    analytic |= dram_is_analytic(kernel) || flops_are_analytic(kernel);
    untimed |= !kernel.time;
    mixed |= has_roof_of_its_mix(kernel);
    contradictory |= is_contradictory(kernel);
    absent |= kernel.time && (!kernel.flop_rate || !dram_rate(kernel));
    if (!observation.counters.empty()) {
      made += observation.launches_made;
      observed += observation.launches_observed;
      ++replays[observation.replay];
    }
  }
  if (page.machine.kernels.size() > 1) note("Kernels are sorted by the time that reaching their roof would save.");
  if (compulsory) note("of roof: the shortest time for what the task needs at least, over the measured time.");
  if (mixed) note("DRAM's roof is that of a kernel's own mix of reads and writes, as far as such were probed.");
  if (measured_demand) note("* of measured demand: what the task needs at least is not known.");
  if (analytic) note("~ not counted: by the kernel's formula, which for DRAM gives the least that it needs.");
  if (contradictory) {
    note(
        "contradictory in Bound by: what was counted does not fit into the time, so there is no share of a roof, no "
        "limit and no advice; the warnings say why.");
  }
  if (untimed) note(fmt::format("{} in Time: no duration was recorded, so there is no rate either.", kMissing));
  if (absent) note(fmt::format("{} in FLOP/s or DRAM: no such work, or not counted.", kMissing));
  if (observed < made) note(fmt::format("Counters saw {} of {} launches.", observed, made));
  for (const models::Replay replay : {models::Replay::kernel, models::Replay::spread}) {
    if (!replays.contains(replay)) continue;
    note(fmt::format("Counters of {} were taken by {}.", models::counted(replays[replay], "kernel"),
                     replay_text(replay)));
  }
  return text + refusals_and_remarks(page);
}

Tone tone_of(models::Severity severity) { return severity == models::Severity::note ? Tone::dim : Tone::bad; }

std::string finding_text(const TextPage& page, const models::Finding& finding) {
  const std::string words = finding_words(finding);
  const std::string label = fmt::format("  {}: ", severity_word(finding.severity));
  const std::string body = page.wrapped(words, label, "    ");
  return fmt::format("  {}{}", page.tone(label.substr(2, label.size() - 3), tone_of(finding.severity)),
                     body.substr(label.size() - 1));
}

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
      if (finding.severity == models::Severity::warning)
        names[finding_words(finding)].insert(shorten_middle(page.labels.name(*kernel.observation), kNameInList));
    }
  }
  std::erase_if(names, [](const auto& entry) { return entry.second.size() < 2; });
  return names;
}

// Of failed kernels before all others, and then of those whose counters cannot be true.
int gravity(const AnalysedKernel& kernel) {
  if (kernel.failed()) return 2;
  return kernel.mismatch ||
         std::any_of(kernel.findings.begin(), kernel.findings.end(), [](const models::Finding& finding) {
           return finding.severity == models::Severity::warning && finding.topic == models::kContradictoryCounters;
         });
}

// Those with something to do or to know before those with notes alone, then by the time that could be saved.
std::vector<Statements> statements(const TextPage& page, const std::map<std::string, std::set<std::string>>& shared) {
  std::vector<Statements> result;
  for (const std::size_t i : page.machine.by_recoverable) {
    const AnalysedKernel& kernel = page.machine.kernels[i];
    Statements entry{&kernel, {}, {}};
    for (const models::Finding& finding : kernel.findings) {
      if (shared.contains(finding_words(finding))) continue;
      (is_note(finding) ? entry.notes : entry.to_act_on).push_back(finding_text(page, finding));
    }
    const auto& advice = kernel.explanation.advice;
    if (!page.options.advice) {  // else it has a block of its own
      const std::size_t said = std::min(advice.size(), kAdvicePerKernel);
      for (std::size_t k = 0; k < said; ++k) entry.to_act_on.push_back(advice_text(page, advice[k], false));
    }
    if (!entry.to_act_on.empty() || !entry.notes.empty()) result.push_back(std::move(entry));
  }
  std::stable_sort(result.begin(), result.end(), [](const Statements& a, const Statements& b) {
    return std::pair(gravity(*a.kernel), !a.to_act_on.empty()) > std::pair(gravity(*b.kernel), !b.to_act_on.empty());
  });
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
    const std::string all = fmt::format("{} ({}): {}", models::counted(names.size(), "kernel"), listed(names), words);
    text += finding_text(page, {models::Severity::warning, "", all, "", ""});
  }
  return text.empty() ? text : "\n" + page.tone("This run", Tone::bold) + "\n" + text;
}

// There an advice to stop is worth more than any other.
std::string at_their_roofs(const TextPage& page) {
  std::set<std::string> names;
  for (const AnalysedKernel& kernel : page.machine.kernels) {
    if (kernel.is_at_its_roof()) names.insert(shorten_middle(page.labels.name(*kernel.observation), kNameInList));
  }
  if (names.empty()) return "";
  return "\n" + page.wrapped(fmt::format("At {} of their roofs or more: {}.", format_percent(models::kAtItsRoof),
                                         listed(names)));
}

std::string findings(const TextPage& page) {
  const auto shared = shared_warnings(page);
  std::string text = this_run(page, shared);
  const std::vector<Statements> kernels = statements(page, shared);
  const auto to_act_on = static_cast<std::size_t>(
      std::count_if(kernels.begin(), kernels.end(), [](const auto& entry) { return !entry.to_act_on.empty(); }));
  const std::size_t shown = std::min(kernels.size(), kKernelsWithFindings);
  const bool crowded = to_act_on > shown;  // notes give way to what can be done elsewhere
  for (std::size_t i = 0; i < shown; ++i) {
    const Statements& entry = kernels[i];
    const std::string name = shorten_middle(page.labels.name(*entry.kernel->observation), page.width);
    text.append("\n").append(page.tone(name, Tone::bold)).append("\n");
    std::size_t left = kFindingsPerKernel;
    for (const auto* list : {&entry.to_act_on, &entry.notes}) {
      if (crowded && list == &entry.notes && left < kFindingsPerKernel) break;
      for (std::size_t k = 0; k < list->size() && left > 0; ++k, --left) text += (*list)[k];
    }
    const std::size_t said = kFindingsPerKernel - left;
    const std::size_t all = entry.to_act_on.size() + entry.notes.size();
    if (said < all) text += page.tone(fmt::format("  and {} more in HTML and JSON\n", all - said), Tone::dim);
  }
  text += at_their_roofs(page);
  if (shown < kernels.size()) {
    text += "\n" + page.tone(page.wrapped(fmt::format("What there is to say of {} is in HTML and JSON.",
                                                      models::counted(kernels.size() - shown, "more kernel"))),
                             Tone::dim);
  }
  return text;
}

// Those that were asked for, the first in the order of what their roof leaves.
std::string of_chosen(const TextPage& page) {
  const std::regex wanted(page.options.kernel, std::regex::ECMAScript);
  std::vector<AnalysedKernel> chosen;
  for (const std::size_t i : page.machine.by_recoverable) {
    const AnalysedKernel& kernel = page.machine.kernels[i];
    if (std::regex_search(page.labels.name(*kernel.observation), wanted)) chosen.push_back(kernel);
  }
  if (chosen.empty()) return "";
  std::string text = kernel_table(page, chosen, "Kernel");
  for (const AnalysedKernel& kernel : chosen) {
    text += "\n" + advice_on(page, kernel);
    for (const models::Finding& finding : kernel.findings) text += finding_text(page, finding);
  }
  return text;
}

}  // namespace

std::string render_text(const Document& document, const TextOptions& options) {
  std::string text;
  const ProcessLabels labels(document.recording);
  for (const MachineAnalysis& machine : document.analysis.machines) {
    const TextPage page{document, machine, options, labels, text_width(options.width)};
    if (!options.kernel.empty()) {
      text += of_chosen(page);
      continue;
    }
    if (!text.empty()) text += "\n";
    text += heading(page) + text_roofs(page);
    if (!machine.kernels.empty())
      text.append("\n").append(kernel_table(page, machine.kernels, "Kernel")).append(notes(page));
    if (const std::string chart = text_roofline(page); !chart.empty()) text.append("\n").append(chart);
    if (!machine.ranges.empty()) {
      text.append("\n").append(kernel_table(page, machine.ranges, "NVTX range"));
      text += page.tone(page.wrapped("sums over the kernels above, over the whole run", "  ", "  "), Tone::dim);
    }
    text += peer_paragraphs(page);
    text += block_paragraphs(page);
    text += source_tables(page);
    text += findings(page);
    if (options.advice) text += advice_block(page);
  }
  return text;
}

}  // namespace rooflens::reports
