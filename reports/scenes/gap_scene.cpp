// The picture of why one kernel takes longer than its roof allows: the waterfall of its gap, with what removing each
// factor would bring.
#include <algorithm>

#include "models/explain/explanation.hpp"
#include "reports/chart/kernel_choice.hpp"
#include "reports/chart/notes.hpp"
#include "reports/draw/font.hpp"
#include "reports/scenes/gap_bars.hpp"
#include "reports/words/format.hpp"
#include "reports/words/gap_words.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

// Of all kernel time, the share that this kernel would not take at its roof.
std::optional<double> lost_share(const models::AnalysedKernel& kernel) {
  const auto& gap = kernel.explanation.gap;
  if (!gap) return std::nullopt;
  return kernel.share_of_time * (1 - 1 / std::max(1.0, gap->total));
}

models::Trouble trouble_of(const KernelChoice& choice, const std::string& pattern) {
  return no_kernel(
      choice, pattern, "has a gap that can be explained",
      "that takes a time, roofs and counted work of one kernel: `rooflens run` and `rooflens profile` record "
      "them where counters may be read, `rooflens doctor` says whether they may");
}

std::vector<std::string> notes(const Frame& frame, const models::AnalysedKernel& kernel, const models::Gap& gap,
                               const GapSteps& steps) {
  std::vector<std::string> result;
  if (const std::string other = other_roof(kernel, gap); !other.empty()) result.push_back(other);
  if (!steps.no_loss.empty()) {
    std::vector<std::string> names;
    for (const models::GapFactor* factor : steps.no_loss) names.emplace_back(factor->label);
    result.push_back("Below 0.5 %: " + listed(names, names.size()) + ".");
  }
  const auto any = [&](auto fits) { return std::any_of(steps.shown.begin(), steps.shown.end(), fits); };
  std::string bounds;
  if (any([](const GapStep& s) { return s.factor->at_most; })) bounds = "≤: part of it may be unavoidable.";
  if (any([](const GapStep& s) { return s.factor->at_best.has_value(); })) {
    bounds +=
        (bounds.empty() ? "" : " ") + std::string("At best: if DRAM traffic that may belong to it disappears too.");
  }
  if (!frame.sizes.compact && any([](const GapStep& s) { return !s.factor->then_busiest.empty(); })) {
    bounds +=
        (bounds.empty() ? "" : " ") + std::string("Next bottleneck: the busiest resource once this factor is fixed.");
  }
  if (!bounds.empty()) result.push_back(std::move(bounds));
  if (frame.sizes.compact && gap.missing.size() > 1) {
    std::vector<std::string> names;
    for (const models::MissingFactor& factor : gap.missing) names.emplace_back(factor.label);
    result.push_back("Unknown: " + listed(names, names.size()) + ".");
  } else {
    for (const std::string& text : missing_texts(gap)) result.push_back("Unknown: " + text + ".");
  }
  for (const models::Finding& finding : gap.findings) result.push_back(finding_words(finding));
  return result;
}

}  // namespace

std::optional<models::Trouble> gap_trouble(const models::MachineAnalysis& machine, const PictureOptions& options) {
  const KernelChoice choice = choose_kernel(machine, options.kernel, lost_share);
  if (choice.kernel) return std::nullopt;
  return trouble_of(choice, options.kernel);
}

Scene build_gap_scene(const Document& document, const PictureOptions& options) {
  Scene scene = empty_scene(options);
  scene.title = "Gap to the roof";
  const models::MachineAnalysis* const machine = machine_of(document, options);
  if (!machine) return scene;
  const KernelChoice choice = choose_kernel(*machine, options.kernel, lost_share);
  const Frame frame = frame_of_one_kernel(scene, document, options, *machine);
  if (!choice.kernel) {
    scene.title = title_with_device(scene.title, *machine);
    draw_trouble(frame, trouble_of(choice, options.kernel));
    return scene;
  }
  scene.title = title_of_kernel(scene, machine->problems.name(*choice.kernel->observation), *machine);
  const models::Gap& gap = *choice.kernel->explanation.gap;
  const GapSteps steps = gap_steps(gap);
  const std::string device = device_and_choice(*machine, choice, options.kernel, "that loses most time to its roof");
  LegendFlow flow(frame, draw_header(frame, gap_sentence(gap), device) + frame.sizes.legend * 0.5);
  flow.add(step_keys(frame, steps));
  const double top = flow.bottom() + frame.sizes.pad * 0.3;
  const double bottom = draw_notes(frame, notes(frame, *choice.kernel, gap, steps), frame.sizes.compact ? 3 : 2);
  draw_gap_bars(frame, {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top}, gap, steps);
  return scene;
}

}  // namespace rooflens::reports::chart
