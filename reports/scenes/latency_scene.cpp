// The picture of the latency roof of one kernel: DRAM bandwidth against what its loads have in flight.
#include <algorithm>

#include "models/base/joined.hpp"
#include "models/gap/latency_standing.hpp"
#include "reports/chart/explained_roofs.hpp"
#include "reports/chart/kernel_choice.hpp"
#include "reports/chart/legend_flow.hpp"
#include "reports/chart/notes.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/scenes/latency_curve.hpp"
#include "reports/words/format.hpp"
#include "reports/words/latency_words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::AnalysedKernel;

// Of all kernel time, about the share that more loads in flight could save: as far as the kernel is at this roof, which
// then is higher.
std::optional<double> to_gain(const AnalysedKernel& kernel) {
  const auto& at = kernel.explanation.latency;
  if (!at) return std::nullopt;
  const double rise = at->loads ? 1 - at->roof / at->loads->bandwidth : 0;
  return kernel.share_of_time * std::min(1.0, at->share) * rise;
}

models::Trouble trouble_of(const models::MachineAnalysis& machine, const KernelChoice& choice,
                           const std::string& pattern) {
  if (!machine.machine->ceilings.latency) {
    return {"the session holds no latency roof of its GPU",
            "`rooflens ceilings` measures it, and sessions recorded after that have it"};
  }
  return no_kernel(
      choice, pattern, "stands below the latency roof",
      "that takes DRAM traffic, an occupancy, and code that says what a thread has in flight: streams of the "
      "catalogue do (vector_add, copy, triad)");
}

LatencyCurve curve_of(const models::MachineAnalysis& machine, const AnalysedKernel& kernel) {
  Content content;
  select_roofs(machine, content);
  std::erase_if(content.memory_roofs, [](const Roof& roof) { return roof.memory->level != models::Level::dram; });
  const auto dram = std::find_if(kernel.points.begin(), kernel.points.end(),
                                 [](const models::LevelPoint& point) { return point.level == models::Level::dram; });
  return {&kernel, static_cast<std::size_t>(&kernel - machine.kernels.data()), *kernel.explanation.latency,
          dram->bandwidth, std::move(content.memory_roofs)};
}

std::string facts_text(const LatencyCurve& curve) {
  return models::joined(latency_facts(*curve.kernel, curve.at), " · ",
                        [](const auto& fact) { return fact.first + " " + fact.second; });
}

double draw_keys(const Frame& frame, const LatencyCurve& curve, double top) {
  LegendFlow flow(frame, top + frame.sizes.legend * 0.5);
  const Rgb ink = frame.colours.of(models::Binding::no_roof).ink;
  const Swatch& swatch = frame.colours.of(curve.kernel->binding);
  const double radius = frame.sizes.legend * 0.42;
  LegendGroup group{"",
                    {{.label = "latency roof at this occupancy",
                      .line = Polyline{.role = LineRole::roof, .paint = {ink}, .width = frame.sizes.line * 1.2}},
                     {.label = "this kernel, " + std::string(info(curve.kernel->binding).bound),
                      .sample = {.radius = radius, .fill = Paint{swatch.fill}, .edge = {swatch.ink}}}}};
  if (curve.at.loads || curve.at.for_dram_roof) {
    group.entries.push_back({.label = "by the roof, with so much in flight",
                             .sample = {.radius = radius, .fill = std::nullopt, .edge = {ink}, .edge_width = 1.6}});
  }
  flow.add(group);
  return flow.bottom();
}

}  // namespace

std::optional<models::Trouble> latency_trouble(const models::MachineAnalysis& machine, const PictureOptions& options) {
  const KernelChoice choice = choose_kernel(machine, options.kernel, to_gain);
  if (choice.kernel) return std::nullopt;
  return trouble_of(machine, choice, options.kernel);
}

Scene build_latency_scene(const Document& document, const PictureOptions& options) {
  Scene empty = empty_scene(options);
  empty.title = "Latency roof";
  const models::MachineAnalysis* const machine = machine_of(document, options);
  if (!machine) return empty;
  const KernelChoice choice = choose_kernel(*machine, options.kernel, to_gain);
  const auto frame_on = [&](Scene& scene) { return frame_of_one_kernel(scene, document, options, *machine); };
  if (!choice.kernel) {
    empty.title = title_with_device(empty.title, *machine);
    draw_trouble(frame_on(empty), trouble_of(*machine, choice, options.kernel));
    return empty;
  }
  empty.title = title_of_kernel(empty, machine->problems.name(*choice.kernel->observation), *machine);
  for (const AnalysedKernel& kernel : machine->kernels) {
    empty.names.push_back(clean_utf8(machine->problems.name(*kernel.observation)));
  }
  const LatencyCurve curve = curve_of(*machine, *choice.kernel);
  std::vector<const Roof*> roofs;
  for (const Roof& roof : curve.roofs) {
    if (roof.judged_by) roofs.push_back(&roof);
  }
  return draw_explained(
      empty, palette(options.theme), roofs, [&](Scene& scene, const std::vector<const Roof*>& unexplained) {
        const Frame frame = frame_on(scene);
        std::vector<std::string> notes;
        const std::string device =
            device_and_choice(*machine, choice, options.kernel, "with most to gain from loads in flight");
        if (!frame.sizes.compact) notes.push_back(facts_text(curve) + ".");
        if (!unexplained.empty()) notes.push_back(roofs_by_origin(unexplained));
        const double top =
            draw_keys(frame, curve, draw_header(frame, latency_advice(curve.at), device)) + frame.sizes.pad * 0.3;
        const double bottom = draw_notes(frame, notes, 3);
        draw_latency_curve(frame, {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top}, curve);
      });
}

}  // namespace rooflens::reports::chart
