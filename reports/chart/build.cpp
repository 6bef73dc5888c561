// The chart from top to bottom.
#include <algorithm>

#include "models/problem_labels.hpp"
#include "reports/chart/frame.hpp"
#include "reports/format.hpp"

namespace rooflens::reports::chart {
namespace {

std::string title_of(const Document& document, const models::MachineAnalysis& analysis) {
  const std::string title = clean_utf8(document.title);
  const std::string device = clean_utf8(analysis.machine->device.name);
  if (device.empty() || title.find(device) != std::string::npos) return title;
  return title.empty() ? device : title + " · " + device;
}

void draw_nothing(const Frame& frame, const Rect& area, const std::string& words) {
  frame.add(Text{.role = TextRole::note,
                 .at = {area.x + area.width / 2, area.y + area.height / 2},
                 .text = words,
                 .size = frame.sizes.verdict,
                 .anchor = Anchor::middle,
                 .colour = frame.colours.muted});
}

void draw_plots(const Frame& frame, Rect area) {
  const bool roofline = !frame.content.roofline.empty();
  const bool bandwidth = !frame.content.bandwidth.empty();
  if (!roofline && !bandwidth) {
    const bool roofs = !frame.content.memory_roofs.empty() && !frame.content.compute_roofs.empty();
    return roofs ? draw_roofline(frame, area) : draw_nothing(frame, area, "No kernel has a point to draw.");
  }
  if (!roofline) return draw_bandwidth(frame, area);
  if (!bandwidth) return draw_roofline(frame, area);
  const double gap = frame.sizes.pad;
  const double side = area.width * 0.28;
  draw_roofline(frame, {area.x, area.y, area.width - side - gap, area.height});
  draw_bandwidth(frame, {area.right() - side, area.y, side, area.height});
}

bool written(const Scene& scene, const std::string& words) {
  return std::any_of(scene.items.begin(), scene.items.end(), [&words](const Item& item) {
    const auto* text = std::get_if<Text>(&item);
    return text && text->role == TextRole::roof && text->text == words;
  });
}

// Every roof says where it comes from: those that could not beside their line do in the notes.
std::vector<const Roof*> roofs_without_origin(const Scene& scene, const Content& content) {
  std::vector<const Roof*> result;
  for (const std::vector<Roof>* roofs : {&content.memory_roofs, &content.compute_roofs}) {
    for (const Roof& roof : *roofs) {
      if (roof.judged_by && !written(scene, roof.wordings.front())) result.push_back(&roof);
    }
  }
  return result;
}

}  // namespace

Scene build_scene(const Document& document, const PictureOptions& options) {
  if (options.chart == Chart::blocks) return build_block_scene(document, options);
  Scene empty;
  empty.width = std::max(200, options.width);
  empty.height = std::max(150, options.height);
  const Palette& colours = palette(options.theme);
  empty.background = colours.surface;
  if (options.machine >= document.analysis.machines.size()) {
    empty.title = clean_utf8(document.title);
    return empty;
  }
  const models::MachineAnalysis& analysis = document.analysis.machines[options.machine];
  empty.title = title_of(document, analysis);
  const models::ProblemLabels problems(analysis.kernels);
  const Content content = select(analysis, problems);
  const std::size_t marks = content.roofline.size() + content.bandwidth.size();
  std::vector<const Roof*> unexplained;
  for (int attempt = 0;; ++attempt) {
    Scene scene = empty;
    const Frame frame{.scene = scene,
                      .colours = colours,
                      .sizes = sizes_for(scene.width, scene.height, marks),
                      .document = document,
                      .analysis = analysis,
                      .content = content,
                      .most_names = options.labels,
                      .unexplained_roofs = unexplained};
    const double top = draw_legends(frame, draw_header(frame)) + frame.sizes.pad * 0.3;
    const double bottom = draw_notes(frame);
    draw_plots(frame, {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, bottom - top});
    // The notes below take room from the chart, which may cost another roof its words: at most twice.
    std::vector<const Roof*> missing = roofs_without_origin(scene, content);
    if (attempt == 2 || missing == unexplained) {
      for (const models::KernelAnalysis& kernel : analysis.kernels) {
        scene.names.push_back(clean_utf8(problems.name(*kernel.observation)));
      }
      return scene;
    }
    unexplained = std::move(missing);
  }
}

}  // namespace rooflens::reports::chart
