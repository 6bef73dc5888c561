// The report for a terminal: what it was recorded on, one sentence, one row per kernel, and what to do about the worst.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "models/device_part.hpp"
#include "reports/format.hpp"
#include "reports/process_labels.hpp"
#include "reports/report.hpp"
#include "reports/text_advice.hpp"
#include "reports/text_blocks.hpp"
#include "reports/text_kernels.hpp"
#include "reports/text_peers.hpp"
#include "reports/text_roofline.hpp"
#include "reports/text_sources.hpp"
#include "reports/text_table.hpp"
#include "reports/words.hpp"

namespace rooflens::reports {
namespace {

using models::KernelAnalysis;
using models::MachineAnalysis;

constexpr std::size_t kKernelsWithFindings = 5;
constexpr std::size_t kFindingsPerKernel = 2;
constexpr std::size_t kNotesOfAKind = 6;

std::string heading(const TextPage& page) {
  const models::DeviceProperties& device = page.machine.machine->device;
  std::string text = clean_utf8(page.document.title);
  if (!device.name.empty()) text.append(" · ").append(clean_utf8(device.name));
  std::string result = page.tone(shorten_middle(text, page.width), Tone::bold) + "\n";
  if (page.document.recording.provenance.kind == models::RecordingKind::simulated) {
    result += page.tone(kSimulated, Tone::bad) + "\n";
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

std::string roof_text(std::string_view name, const std::string& rate, const models::CeilingOrigin& origin) {
  return fmt::format("{} {} ({})", name, rate, origin_text(origin));
}

std::string roofs(const TextPage& page) {
  const models::Ceilings& ceilings = page.machine.machine->ceilings;
  std::string text;
  const auto add = [&text](const std::string& roof) { text.append(text.empty() ? "" : ", ").append(roof); };
  for (const models::LevelInfo& level : models::kLevels) {
    if (const auto* roof = ceilings.best(level.level)) add(roof_text(level.label, format(roof->rate), roof->origin));
  }
  std::set<models::Precision> used;
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    for (const models::PrecisionWork& work : kernel.operations) used.insert(work.precision);
  }
  for (const models::Precision precision : used) {
    if (const auto* roof = ceilings.best(precision)) {
      add(roof_text(info(precision).label, format(roof->rate, info(precision).unit), roof->origin));
    }
  }
  return text.empty() ? "" : page.tone(page.wrapped(text, "Roofs: ", "       "), Tone::dim);
}

// All of a few, or the first ones of many.
std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t kAll = 4;
  const std::size_t shown = names.size() <= kAll ? names.size() : kAll - 1;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == shown) return fmt::format("{} and {} more", text, names.size() - shown);
    text.append(text.empty() ? "" : ", ").append(name);
  }
  return text;
}

// Something that is to be known of several kernels, in words that differ in their numbers alone.
struct CommonNote {
  std::set<std::string> counters, words;
  std::set<const KernelAnalysis*> kernels;
  [[nodiscard]] std::string example() const {
    return *words.begin() + (words.size() > 1 ? " (the numbers are those of one of them)" : "");
  }
};
using CommonNotes = std::map<std::string, CommonNote>;

// With # for every number that is no part of a name.
std::string without_numbers(const std::string& words) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_in_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_digit(words[i]) || (i > 0 && (is_in_name(words[i - 1]) || is_digit(words[i - 1])))) {
      text += words[i];
      continue;
    }
    text += '#';
    i = words.find_first_not_of("0123456789.e+", i);
    if (i == std::string::npos) break;
    --i;
  }
  return text;
}

// What is missing and why, and what has to be known; what several kernels have in common is said once.
std::string refusals_and_remarks(const TextPage& page) {
  CommonNotes refusals, remarks;
  const auto add = [](CommonNotes& notes, const KernelAnalysis& kernel, const std::string& words) -> CommonNote& {
    CommonNote& note = notes[without_numbers(words)];
    note.words.insert(words);
    note.kernels.insert(&kernel);
    return note;
  };
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    for (const models::Refusal& refusal : kernel.observation->refused) {
      add(refusals, kernel, clean_utf8(refusal.reason)).counters.insert(clean_utf8(refusal.counter));
    }
    for (const std::string& remark : kernel.observation->remarks) add(remarks, kernel, clean_utf8(remark));
  }
  std::string text;
  const auto note = [&](const std::string& words) { text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim); };
  const auto left_out = [&](std::size_t all, std::string_view what) {
    if (all > kNotesOfAKind) {
      note(fmt::format("And {} more {} in the other formats.", all - kNotesOfAKind, what));
    }
  };
  std::size_t shown = 0;
  for (const auto& [reason, common] : refusals) {
    if (shown++ == kNotesOfAKind) break;
    note(fmt::format("Not counted in {}: {}: {}.", kernels_in_words(common.kernels.size()), listed(common.counters),
                     common.example()));
  }
  left_out(refusals.size(), "reasons why counters are missing are");
  shown = 0;
  for (const auto& [remark, common] : remarks) {
    if (shown++ == kNotesOfAKind) break;
    note(fmt::format("{}: {}.", kernels_in_words(common.kernels.size()), common.example()));
  }
  left_out(remarks.size(), "remarks are");
  return text;
}

// What the signs in the table mean, and why values are missing.
std::string notes(const TextPage& page) {
  bool compulsory = false, measured_demand = false, analytic = false, untimed = false, absent = false;
  std::uint64_t made = 0, observed = 0;
  std::map<models::Replay, std::size_t> replays;
  std::string text;
  const auto note = [&](const std::string& words) { text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim); };
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    const models::Observation& observation = *kernel.observation;
    compulsory |= !kernel.failed() && kernel.percent_of_roof && kernel.percent_of_roof->compulsory;
    measured_demand |= !kernel.failed() && kernel.percent_of_roof && !kernel.percent_of_roof->compulsory;
    analytic |= dram_is_analytic(kernel) || flops_are_analytic(kernel);
    untimed |= !kernel.time;
    absent |= kernel.time && (!kernel.flop_rate || !dram_rate(kernel));
    if (!observation.counters.empty()) {
      made += observation.launches_made;
      observed += observation.launches_observed;
      ++replays[observation.replay];
    }
  }
  if (compulsory) note("of roof: the shortest time for what the task needs at least, over the measured time.");
  if (measured_demand) note("* of measured demand: what the task needs at least is not known.");
  if (analytic) note("~ not counted: by the kernel's formula, which for DRAM gives the least that it needs.");
  if (untimed) note(fmt::format("{} in Time: no duration was recorded, so there is no rate either.", kMissing));
  if (absent) note(fmt::format("{} in FLOP/s or DRAM: no such work, or not counted.", kMissing));
  if (observed < made) note(fmt::format("Counters saw {} of {} launches.", observed, made));
  for (const models::Replay replay : {models::Replay::kernel, models::Replay::spread}) {
    if (!replays.contains(replay)) continue;
    note(fmt::format("Counters of {} were taken by {}.", kernels_in_words(replays[replay]), replay_text(replay)));
  }
  return text + refusals_and_remarks(page);
}

Tone tone_of(models::Severity severity) {
  return severity == models::Severity::failure || severity == models::Severity::warning ? Tone::bad
         : severity == models::Severity::advice                                         ? Tone::advice
                                                                                        : Tone::dim;
}

std::string finding_text(const TextPage& page, const models::Finding& finding) {
  const std::string words = finding_words(finding);
  const std::string label = fmt::format("  {}: ", severity_word(finding.severity));
  const std::string body = page.wrapped(words, label, "    ");
  return fmt::format("  {}{}", page.tone(label.substr(2, label.size() - 3), tone_of(finding.severity)),
                     body.substr(label.size() - 1));
}

// Time that the kernel could save, failed kernels before all others.
double urgency(const KernelAnalysis& kernel) {
  if (kernel.failed()) return 2;
  return kernel.percent_of_roof ? kernel.share_of_time * std::max(0.0, 1 - kernel.percent_of_roof->fraction) : 0;
}

std::string findings(const TextPage& page) {
  std::string text;
  if (!page.machine.findings.empty()) {
    text.append("\n").append(page.tone("This run", Tone::bold)).append("\n");
    for (const models::Finding& finding : page.machine.findings) text += finding_text(page, finding);
  }
  std::vector<const KernelAnalysis*> worst;
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    if (!kernel.findings.empty()) worst.push_back(&kernel);
  }
  std::stable_sort(worst.begin(), worst.end(),
                   [](const KernelAnalysis* a, const KernelAnalysis* b) { return urgency(*a) > urgency(*b); });
  const std::size_t shown = std::min(worst.size(), kKernelsWithFindings);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string name = shorten_middle(page.labels.name(*worst[i]->observation), page.width);
    text.append("\n").append(page.tone(name, Tone::bold)).append("\n");
    const std::vector<models::Finding>& all = worst[i]->findings;
    const std::size_t most = std::min(all.size(), kFindingsPerKernel);
    for (std::size_t k = 0; k < most; ++k) text += finding_text(page, all[k]);
    if (most < all.size())
      text += page.tone(fmt::format("  and {} more in the other formats\n", all.size() - most), Tone::dim);
  }
  if (shown < worst.size()) {
    text += page.tone(fmt::format("\nFindings on {} more kernels are in the other formats.\n", worst.size() - shown),
                      Tone::dim);
  }
  return text;
}

}  // namespace

std::string render_text(const Document& document, const TextOptions& options) {
  std::string text;
  const ProcessLabels labels(document.recording);
  for (const MachineAnalysis& machine : document.analysis.machines) {
    const TextPage page{document, machine, options, labels,
                        static_cast<std::size_t>(std::clamp(options.width, 80, 200))};
    if (!text.empty()) text += "\n";
    text += heading(page) + roofs(page);
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
