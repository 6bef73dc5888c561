// The report for a terminal: what it was recorded on, one sentence, one row per kernel, and what to do about the worst.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <regex>

#include "models/base/counted.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/roofs/device_part.hpp"
#include "reports/text/text_advice.hpp"
#include "reports/text/text_findings.hpp"
#include "reports/text/text_kernels.hpp"
#include "reports/text/text_parts.hpp"
#include "reports/words/format.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"
#include "reports/words/run_words.hpp"
#include "reports/words/text_table.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::MachineAnalysis;

std::string warnings(const TextPage& page) {
  std::string text;
  for (const std::string& warning : warnings_above(page.document.recording.provenance)) {
    text += page.tone(warning, Tone::bad) + "\n";
  }
  return text;
}

std::string heading(const TextPage& page) {
  const models::DeviceProperties& device = page.machine.machine->device;
  std::string text = clean_utf8(page.document.title);
  if (!device.name.empty()) text.append(" · ").append(clean_utf8(device.name));
  std::string result = page.tone(shorten_middle(text, page.width), Tone::bold) + "\n" + warnings(page);
  const models::Provenance& provenance = page.document.recording.provenance;
  if (!provenance.command.empty()) {
    const std::string when = provenance.started_utc.substr(0, 10);
    const std::string line = (when.empty() ? "" : when + ": ") + clean_utf8(provenance.command);
    result += page.tone(shorten_middle(line, page.width), Tone::dim) + "\n";
  }
  std::string details;
  const auto add = [&](bool known, const std::string& part) {
    if (known) details.append(details.empty() ? "" : ", ").append(part);
  };
  add(device.sm_count > 0, sm_count_text(device));
  add(device.memory.value() > 0, format_capacity(device.memory));
  add(device.l2.value() > 0, format_capacity(device.l2) + " L2");
  add(!device.driver_version.empty(), "driver " + clean_utf8(device.driver_version));
  std::string lines;
  for (const std::string& line : {details, sharing_text(device).value_or(""), run_time_text(page.machine)}) {
    if (!line.empty()) lines += page.tone(page.wrapped(line), Tone::dim);
  }
  if (!lines.empty()) result += lines + "\n";
  return result + page.wrapped(clean_utf8(page.machine.verdict));
}

std::string group_table(const TextPage& page) {
  const KernelRows groups = group_rows(page.machine);
  if (groups.rows.empty()) return "";
  return "\n" + table(groups.columns, groups.rows, page.width, 16, page.options.colour);
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
    made += observation.launches_made;
    if (!observation.counters.empty()) {
      observed += observation.launches_counted;
      ++replays[observation.replay];
    }
  }
  if (page.machine.kernels.size() > 1)
    note(
        "Recov.: the share of GPU time that could be saved, at least by the first advice, at most at the longest roof "
        "or by any advice; sorted by the latter.");
  if (compulsory) note("of roof: roofline time / measured time, counting only compulsory bytes and FLOPs.");
  if (mixed) note("The DRAM roof follows each kernel's mix of reads and writes, where such mixes were measured.");
  if (measured_demand) note("* measured work, because the compulsory work is unknown.");
  if (analytic) note("~ from formula, not counted (DRAM: compulsory bytes).");
  if (contradictory) {
    note(
        "contradictory in Bound by: what was counted does not fit into the time, so there is no % of roof, no bound "
        "and no advice; the warnings say why.");
  }
  if (untimed) note(fmt::format("{} in Time: no duration is known, so there is no rate either.", kMissing));
  if (absent) note(fmt::format("{} in rates, Confl. and Occ.: no such work, or not counted.", kMissing));
  if (observed < made) note(fmt::format("Counted {} of {} launches.", observed, made));
  for (const models::Replay replay : {models::Replay::kernel, models::Replay::rotate}) {
    if (!replays.contains(replay)) continue;
    note(fmt::format("Counters of {} were taken by {}.", models::counted(replays[replay], "kernel"),
                     replay_text(replay)));
  }
  return text;
}

// What was launched, in full: tables shorten names.
std::string launches_of(const TextPage& page, const AnalysedKernel& kernel) {
  std::string text;
  for (const models::Launch& launch : kernel.observation->launches) {
    const auto shared = models::Bytes(static_cast<double>(launch.static_shared_bytes + launch.dynamic_shared_bytes));
    if (!launch.function.empty()) text += page.wrapped(clean_utf8(launch.function), "  ", "  ");
    text += page.wrapped(
        fmt::format("grid {}, block {}, {} registers per thread, {} shared memory per block", format(launch.grid),
                    format(launch.block), launch.registers_per_thread, format_capacity(shared)),
        "  ", "  ");
  }
  return page.tone(text, Tone::dim);
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
  std::string text = warnings(page) + kernel_table(page, chosen, "Kernel");
  for (const AnalysedKernel& kernel : chosen) {
    text += "\n" + page.tone(shorten_middle(page.labels.name(*kernel.observation), page.width), Tone::bold) + "\n";
    text += launches_of(page, kernel) + advice_on(page, kernel);
    for (const models::Finding& finding : kernel.findings) text += finding_text(page, finding);
  }
  if (std::ranges::any_of(chosen, &AnalysedKernel::may_be_of_library))
    text += "\n" + page.tone(page.wrapped(page.machine.for_callers), Tone::dim);
  return text;
}

}  // namespace

std::string render_text(const Document& document, const TextOptions& options) {
  std::string text;
  const ProcessLabels labels(document.recording, document.analysis.problems);
  for (const MachineAnalysis& machine : document.analysis.machines) {
    const TextPage page{document, machine, options, labels, text_width(options.width)};
    if (!options.kernel.empty()) {
      text += of_chosen(page);
      continue;
    }
    if (!text.empty()) text += "\n";
    text += heading(page);
    if (!machine.kernels.empty())
      text.append("\n").append(kernel_table(page, machine.kernels, "Kernel")).append(notes(page));
    text += group_table(page);
    if (const std::string roofs = text_roofs(page); !roofs.empty()) text.append("\n").append(roofs);
    if (const std::string chart = text_roofline(page); !chart.empty()) text.append("\n").append(chart);
    if (!machine.ranges.empty()) {
      text.append("\n").append(kernel_table(page, machine.ranges, "NVTX range"));
      text += page.tone(
          page.wrapped(machine.run_time.whole ? "sums over the kernels above, over the whole run"
                                              : "sums over the kernels above, over the recorded part of the run",
                       "  ", "  "),
          Tone::dim);
    }
    text += peer_paragraphs(page);
    text += source_tables(page);
    text += findings(page);
  }
  return text;
}

}  // namespace rooflens::reports
