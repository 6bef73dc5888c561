// The chart from top to bottom.
#include <algorithm>

#include "reports/chart/explained_roofs.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/kernel_choice.hpp"
#include "reports/chart/own_roof_lines.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

void draw_plots(const Frame& frame, Rect area) {
  const bool roofline = !frame.content.roofline.empty();
  const bool bandwidth = !frame.content.bandwidth.empty();
  if (!roofline && !bandwidth) {
    const bool roofs = !frame.content.memory_roofs.empty() && !frame.content.compute_roofs.empty();
    return roofs ? draw_roofline(frame, area) : draw_instead(frame, area, "No kernel has a point to draw.");
  }
  if (!roofline) return draw_bandwidth(frame, area);
  if (!bandwidth) return draw_roofline(frame, area);
  const double gap = frame.sizes.pad;
  const double side = area.width * 0.28;
  draw_roofline(frame, {area.x, area.y, area.width - side - gap, area.height});
  draw_bandwidth(frame, {area.right() - side, area.y, side, area.height});
}

// Those that kernels are judged by, those of the only kernel, and bandwidths at the maximum clock, whose lines may
// leave no room for words.
std::vector<const Roof*> roofs_to_explain(const Content& content) {
  std::vector<const Roof*> result;
  for (const std::vector<Roof>* roofs : {&content.memory_roofs, &content.compute_roofs}) {
    for (const Roof& roof : *roofs) {
      if (roof.judged_by || roof.memory || roof.own) result.push_back(&roof);
    }
  }
  return result;
}

std::optional<std::string> reason_without_point(const models::AnalysedKernel& kernel) {
  return reason_not_drawn(mark_of(kernel, 0, ""));
}

Scene build_roofline_scene(const Document& document, const PictureOptions& options) {
  Scene empty = empty_scene(options);
  empty.title = clean_utf8(document.title);
  if (options.machine >= document.analysis.machines.size()) return empty;
  const models::MachineAnalysis& analysis = document.analysis.machines[options.machine];
  empty.title = title_with_device(empty.title, analysis);
  for (const models::AnalysedKernel& kernel : analysis.kernels) {
    empty.names.push_back(clean_utf8(analysis.problems.name(*kernel.observation)));
  }
  const KernelChoice choice = choose_if_asked(analysis, options, reason_without_point);
  if (const auto trouble = roofline_trouble(analysis, options)) {
    draw_trouble(frame_of_one_kernel(empty, document, options, analysis), *trouble);
    return empty;
  }
  Content content = select(analysis, choice.shown);
  add_own_roofs(content);
  const HeaderWords words = header_words(analysis, choice, options);
  if (choice.kernel) {
    empty.title = clean_utf8(document.title);
    empty.title = title_of_kernel(empty, analysis.problems.name(*choice.kernel->observation), analysis);
  }
  const std::size_t marks = content.roofline.size() + content.bandwidth.size();
  return draw_explained(empty, palette(options.theme), roofs_to_explain(content),
                        [&](Scene& scene, const std::vector<const Roof*>& unexplained) {
                          const Frame frame{.scene = scene,
                                            .colours = palette(options.theme),
                                            .sizes = sizes_for(scene.width, scene.height, marks),
                                            .document = document,
                                            .analysis = analysis,
                                            .content = content,
                                            .most_names = options.labels,
                                            .unexplained_roofs = unexplained,
                                            .bare = options.bare};
                          const double top = draw_legends(frame, draw_header(frame, words.verdict, words.device)) +
                                             frame.sizes.pad * 0.3;
                          const double bottom = draw_notes(frame);
                          draw_plots(frame, {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top});
                        });
}

}  // namespace

std::optional<models::Trouble> roofline_trouble(const models::MachineAnalysis& machine, const PictureOptions& options) {
  if (options.kernel.empty()) return std::nullopt;
  const KernelChoice choice = choose_if_asked(machine, options, reason_without_point);
  if (!choice.shown.empty()) return std::nullopt;
  return no_kernel(choice, options.kernel, "has a point to draw",
                   "that takes a time, and memory traffic that was counted or follows from a formula");
}

Scene build_scene(const Document& document, const PictureOptions& options) {
  switch (options.chart) {
    case Chart::roofline:
      break;
    case Chart::instructions:
      return build_instruction_scene(document, options);
    case Chart::gap:
      return build_gap_scene(document, options);
    case Chart::latency:
      return build_latency_scene(document, options);
    case Chart::blocks:
      return build_block_scene(document, options);
  }
  return build_roofline_scene(document, options);
}

}  // namespace rooflens::reports::chart
