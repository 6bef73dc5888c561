#include "reports/scenes/instruction_content.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "models/place/instruction_roofline.hpp"
#include "models/roofs/occupancy_limits.hpp"
#include "reports/chart/missing_roofs.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::AnalysedKernel;
using models::Level;

bool drawable(double number) { return std::isfinite(number) && number > 0; }

void add_memory(const models::Ceilings& ceilings, std::vector<Roof>& roofs) {
  for (const Level level : kByImportance) {
    const models::MemoryCeiling* best = ceilings.best(level);
    if (!best || !(best->rate.value() > 0)) continue;
    const auto words = [&](const models::MemoryCeiling& ceiling) {
      const models::OperationRate rate(transaction_rate(ceiling));
      return roof_wordings(std::string(info(level).label), format(rate, "TXN"), ceiling.origin);
    };
    roofs.push_back({.memory = best, .wordings = words(*best), .calculated = !is_as_measured(best->origin)});
    if (const models::MemoryCeiling* maximum = at_maximum(ceilings, *best)) {
      roofs.push_back({.memory = maximum, .judged_by = false, .wordings = words(*maximum)});
    }
  }
  std::stable_sort(roofs.begin(), roofs.end(), [](const Roof& a, const Roof& b) {
    return transaction_rate(*a.memory) < transaction_rate(*b.memory);
  });
}

// What was measured or given; else calculated, at the highest clock that a kernel ran at, as the one roof of all.
void add_issue(const models::MachineAnalysis& analysis, InstructionContent& content) {
  const auto words = [](const models::InstructionCeiling& issue) {
    return roof_wordings("Warp issue", significant(issue.rate.value() / 1e9) + " warp GIPS", issue.origin);
  };
  const models::InstructionCeiling* best = analysis.machine->ceilings.best(models::Pipe::issue);
  if (best && best->origin.source != models::CeilingSource::theoretical) {
    content.issue_roof.push_back(
        {.wordings = words(*best), .calculated = !is_as_measured(best->origin), .instruction = best});
    return;
  }
  double peak = 0;
  for (const Mark& mark : content.kernels.roofline) {
    if (const auto& own = mark.kernel->instruction_roofline->peak) peak = std::max(peak, own->value());
  }
  if (!(peak > 0)) return;
  const models::Hertz clock(peak / (analysis.machine->device.sm_count * models::kSubPartitionsPerSm));
  content.issue = std::make_unique<models::InstructionCeiling>(
      models::InstructionCeiling{models::Pipe::issue,
                                 models::OperationRate(peak),
                                 {.source = models::CeilingSource::theoretical,
                                  .basis = models::ClockBasis::during_run,
                                  .clock = clock,
                                  .detail = "four schedulers per SM, one warp instruction per clock",
                                  .spread = {}}});
  content.issue_roof.push_back(
      {.wordings = words(*content.issue), .calculated = true, .instruction = content.issue.get()});
}

}  // namespace

std::optional<std::string> reason_without_instructions(const AnalysedKernel& kernel) {
  if (kernel.failed()) return "failed verification";
  if (!kernel.time) return "no duration recorded";
  const auto& roofline = kernel.instruction_roofline;
  if (!roofline) return "warp instructions not counted";
  if (instruction_points(kernel).empty() && !roofline->global && !roofline->shared) return "no memory traffic known";
  return std::nullopt;
}

std::vector<const AnalysedKernel*> drawn_on_page(const models::MachineAnalysis& machine) {
  std::vector<const AnalysedKernel*> kernels;
  for (const AnalysedKernel& kernel : machine.kernels) {
    if (!reason_without_instructions(kernel)) kernels.push_back(&kernel);
  }
  std::stable_sort(kernels.begin(), kernels.end(),
                   [](const auto* a, const auto* b) { return a->share_of_time > b->share_of_time; });
  if (kernels.size() > kInstructionsOnPage) kernels.resize(kInstructionsOnPage);
  return kernels;
}

double transaction_rate(const models::MemoryCeiling& ceiling) {
  return (ceiling.rate / models::transaction_bytes(ceiling.level)).value();
}

std::vector<const models::InstructionPoint*> instruction_points(const AnalysedKernel& kernel) {
  std::vector<const models::InstructionPoint*> points;
  for (const Level level : kByImportance) {
    for (const models::InstructionPoint& point : kernel.instruction_roofline->points) {
      if (point.level == level && drawable(point.instructions_per_transaction)) points.push_back(&point);
    }
  }
  return points;
}

InstructionContent select_instructions(const models::MachineAnalysis& analysis,
                                       const std::vector<const AnalysedKernel*>& only) {
  InstructionContent content;
  const std::vector<std::string> labels = labels_of(analysis);
  for (std::size_t i = 0; i < analysis.kernels.size(); ++i) {
    const AnalysedKernel& kernel = analysis.kernels[i];
    if (!only.empty() && std::find(only.begin(), only.end(), &kernel) == only.end()) continue;
    Mark mark{&kernel, i, labels[i], {}, true};
    if (const auto reason = reason_without_instructions(kernel)) {
      add_undrawn(content.kernels.undrawn, *reason, mark.name);
    } else {
      note_contradiction(content.kernels, mark);
      content.kernels.roofline.push_back(std::move(mark));
    }
  }
  std::stable_sort(content.kernels.roofline.begin(), content.kernels.roofline.end(), more_important);
  add_memory(analysis.machine->ceilings, content.memory);
  add_issue(analysis, content);
  note_missing_roofs(content.kernels, true);
  return content;
}

}  // namespace rooflens::reports::chart
