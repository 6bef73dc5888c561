// The report for a terminal: what it was recorded on, one sentence, one row per kernel, and what to do about the worst.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/format.hpp"
#include "reports/report.hpp"
#include "reports/text_table.hpp"
#include "reports/words.hpp"

namespace rooflens::reports {
namespace {

using models::KernelAnalysis;
using models::MachineAnalysis;

constexpr std::size_t kKernelsWithFindings = 5;
constexpr std::size_t kFindingsPerKernel = 2;

struct Page {
  const Document& document;
  const MachineAnalysis& machine;
  const TextOptions& options;
  std::size_t width;
  [[nodiscard]] std::string tone(std::string_view text, Tone tone) const { return toned(text, tone, options.colour); }
  [[nodiscard]] std::string wrapped(std::string_view text, std::string_view first = "",
                                    std::string_view rest = "") const {
    return paragraph(text, width, first, rest);
  }
};

std::string heading(const Page& page) {
  const models::DeviceProperties& device = page.machine.machine->device;
  std::string text = clean_utf8(page.document.title);
  if (!device.name.empty()) text.append(" · ").append(clean_utf8(device.name));
  std::string result = page.tone(shorten_middle(text, page.width), Tone::bold) + "\n";
  if (page.document.recording.provenance.kind == models::RecordingKind::simulated) {
    result += page.tone("SIMULATED DATA: these numbers come from no GPU.", Tone::bad) + "\n";
  }
  std::string details =
      fmt::format("{} SMs, {}, {} L2", device.sm_count, format_capacity(device.memory), format_capacity(device.l2));
  if (!device.driver_version.empty()) details.append(", driver ").append(clean_utf8(device.driver_version));
  return result + page.tone(page.wrapped(details), Tone::dim) + "\n" + page.wrapped(clean_utf8(page.machine.verdict));
}

std::string roof_text(std::string_view name, const std::string& rate, const models::CeilingOrigin& origin) {
  return fmt::format("{} {} ({})", name, rate, origin_text(origin));
}

std::string roofs(const Page& page) {
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

std::optional<models::ByteRate> dram_rate(const KernelAnalysis& kernel) {
  for (const models::LevelPoint& point : kernel.points) {
    if (point.level == models::Level::dram) return point.bandwidth;
  }
  return std::nullopt;
}

bool dram_is_analytic(const KernelAnalysis& kernel) {
  return std::any_of(kernel.points.begin(), kernel.points.end(), [](const models::LevelPoint& point) {
    return point.level == models::Level::dram && point.source == models::DemandSource::analytic;
  });
}

bool flops_are_analytic(const KernelAnalysis& kernel) {
  return std::any_of(kernel.operations.begin(), kernel.operations.end(), [](const models::PrecisionWork& work) {
    return models::is_floating_point(work.precision) && work.source == models::DemandSource::analytic;
  });
}

Cell of_roof(const KernelAnalysis& kernel) {
  if (kernel.failed() || !kernel.percent_of_roof) return {std::string(kMissing), Tone::dim};
  const models::PercentOfRoof& roof = *kernel.percent_of_roof;
  const Tone tone = roof.fraction >= 0.8 ? Tone::good : roof.fraction < 0.4 ? Tone::bad : Tone::advice;
  return {format_percent(roof.fraction) + (roof.compulsory ? "" : "*"), tone};
}

Cell verified(const KernelAnalysis& kernel) {
  switch (kernel.observation->verification.status) {
    case models::VerificationStatus::verified:
      return {"yes", Tone::good};
    case models::VerificationStatus::mismatch:
      return {"FAILED", Tone::bad};
    case models::VerificationStatus::not_checked:
      break;
  }
  return {"not checked", Tone::dim};
}

// A quantity of which the heading gives the unit.
template <typename Q>
std::string in(const std::optional<Q>& quantity, double unit, bool analytic) {
  return quantity ? fmt::format("{}{}", analytic ? "~" : "", significant(quantity->value() / unit))
                  : std::string(kMissing);
}

std::string kernel_table(const Page& page) {
  double fastest = 0;
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    if (kernel.flop_rate) fastest = std::max(fastest, kernel.flop_rate->value());
  }
  const bool tera = fastest >= 1e12;
  const bool narrow = page.width < 96;
  std::vector<TableColumn> columns{{"Kernel", false}, {"Time"}};
  if (!narrow) columns.push_back({"±"});
  columns.insert(columns.end(), {{tera ? "TFLOP/s" : "GFLOP/s"}, {"DRAM GB/s"}, {"of roof"}, {"Bound by", false}});
  if (!narrow) columns.push_back({"Occ."});
  columns.push_back({"Verified", false});
  std::vector<std::vector<Cell>> rows;
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    const auto time = kernel.time ? std::optional(kernel.time->median) : std::nullopt;
    std::vector<Cell>& row = rows.emplace_back();
    row.push_back({clean_utf8(kernel.observation->name), kernel.failed() ? Tone::bad : Tone::plain});
    row.push_back({format(time)});
    if (!narrow) {
      row.push_back(
          {kernel.time ? fmt::format("{:.1f}\u00A0%", 100 * kernel.time->relative_spread()) : std::string(kMissing),
           Tone::dim});
    }
    row.push_back({in(kernel.flop_rate, tera ? 1e12 : 1e9, flops_are_analytic(kernel))});
    row.push_back({in(dram_rate(kernel), 1e9, dram_is_analytic(kernel))});
    row.push_back(of_roof(kernel));
    row.push_back({std::string(info(kernel.binding).label)});
    if (!narrow) row.push_back({format_percent(kernel.achieved_occupancy)});
    row.push_back(verified(kernel));
  }
  return table(columns, rows, page.width, 12, page.options.colour);
}

// What the signs in the table mean, and why values are missing.
std::string notes(const Page& page) {
  bool measured_demand = false, analytic = false, untimed = false, absent = false;
  std::uint64_t made = 0, observed = 0;
  std::map<std::string, std::size_t> refusals;
  std::string text;
  const auto note = [&](const std::string& words) { text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim); };
  for (const KernelAnalysis& kernel : page.machine.kernels) {
    const models::Observation& observation = *kernel.observation;
    measured_demand |= !kernel.failed() && kernel.percent_of_roof && !kernel.percent_of_roof->compulsory;
    analytic |= dram_is_analytic(kernel) || flops_are_analytic(kernel);
    untimed |= !kernel.time;
    absent |= kernel.time && (!kernel.flop_rate || !dram_rate(kernel));
    if (!observation.counters.empty()) {
      made += observation.launches_made;
      observed += observation.launches_observed;
    }
    for (const models::Refusal& refusal : observation.refused) {
      ++refusals[clean_utf8(refusal.counter + ": " + refusal.reason)];
    }
  }
  if (measured_demand) note("* of measured demand: what the task needs at least is not known.");
  if (analytic) note("~ not counted: follows from the kernel's formula.");
  if (untimed) note(fmt::format("{} in Time: no duration was recorded, so there is no rate either.", kMissing));
  if (absent) note(fmt::format("{} in FLOP/s or DRAM: no such work, or not counted.", kMissing));
  for (const auto& [refusal, count] : refusals) {
    note(fmt::format("Not counted in {} kernel{}: {}.", count, count == 1 ? "" : "s", refusal));
  }
  if (observed < made) note(fmt::format("Counters saw {} of {} launches.", observed, made));
  return text;
}

Tone tone_of(models::Severity severity) {
  return severity == models::Severity::failure || severity == models::Severity::warning ? Tone::bad
         : severity == models::Severity::advice                                         ? Tone::advice
                                                                                        : Tone::dim;
}

std::string finding_text(const Page& page, const models::Finding& finding) {
  std::string words = clean_utf8(finding.cause);
  for (const std::string* part : {&finding.consequence, &finding.remedy}) {
    if (!part->empty()) words.append(" ").append(clean_utf8(*part));
  }
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

std::string findings(const Page& page) {
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
    const std::string name = shorten_middle(clean_utf8(worst[i]->observation->name), page.width);
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
  for (const MachineAnalysis& machine : document.analysis.machines) {
    const Page page{document, machine, options, static_cast<std::size_t>(std::clamp(options.width, 80, 200))};
    if (!text.empty()) text += "\n";
    text += heading(page) + roofs(page);
    if (!machine.kernels.empty()) text.append("\n").append(kernel_table(page)).append(notes(page));
    text += findings(page);
  }
  return text;
}

}  // namespace rooflens::reports
