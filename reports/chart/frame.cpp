#include "reports/chart/frame.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "reports/draw/font.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {

Sizes sizes_for(double width, double height, std::size_t marks) {
  const double fit = std::min(width / 1200, height / 760);
  // 0 at one column (400 x 300), 1 at a full page; larger pictures grow in proportion.
  const double t = std::clamp((fit - 0.33) / 0.67, 0.0, 1.0);
  const double grow = std::max(1.0, fit);
  const auto size = [&](double small, double large) { return (small + (large - small) * t) * grow; };
  const double crowd = marks > 60 ? std::clamp(std::sqrt(60.0 / static_cast<double>(marks)), 0.35, 1.0) : 1.0;
  return {.title = size(13, 21),
          .verdict = size(9.5, 14),
          .device = size(8.5, 12),
          .legend = size(8.5, 12),
          .axis = size(9, 12.5),
          .tick = size(8.5, 12),
          .roof = size(8.5, 12),
          .name = size(8.5, 12.5),
          .note = size(8, 11.5),
          .line = size(1.5, 2),
          .pad = size(10, 26),
          .marker = size(9, 19),
          .marker_least = size(2.6, 4.4) * crowd,
          .compact = fit < 0.5};
}

Sizes sizes_for(const PictureOptions& options, std::size_t marks) {
  const Scene scene = empty_scene(options);
  Sizes sizes = sizes_for(scene.width, scene.height, marks);
  if (!options.bare) return sizes;
  for (double* size : {&sizes.legend, &sizes.axis, &sizes.tick, &sizes.roof, &sizes.name, &sizes.note}) {
    *size = std::max(*size, 11.0);
  }
  sizes.marker = std::max(sizes.marker, 17.0);  // pointers have to find them
  sizes.marker_least = std::max(sizes.marker_least * 1.4, 2.2);
  sizes.pad = 2;
  return sizes;
}

double Frame::radius(double share) const {
  return std::max(sizes.marker_least, sizes.marker * std::sqrt(std::clamp(share, 0.0, 1.0)));
}

Scene empty_scene(const PictureOptions& options) {
  Scene scene;
  scene.width = std::max(200, options.width);
  scene.height = std::max(150, options.height);
  scene.background = palette(options.theme).surface;
  return scene;
}

std::string title_with_device(const std::string& title, const models::MachineAnalysis& analysis) {
  const std::string device = clean_utf8(analysis.machine->device.name);
  if (device.empty() || title.find(device) != std::string::npos) return title;
  return title.empty() ? device : title + " · " + device;
}

std::string title_of_kernel(const Scene& scene, const std::string& kernel, const models::MachineAnalysis& analysis) {
  const Sizes sizes = sizes_for(scene.width, scene.height, 0);
  const std::string name = clean_utf8(kernel);
  constexpr std::size_t kMost = 60, kLeast = 16;
  for (std::size_t length = kMost;; length -= 4) {
    std::string title = title_with_device(scene.title + " · " + shorten_middle(name, length), analysis);
    const double width = text_width(title, sizes.title, Weight::semibold);
    if (length <= kLeast || width <= scene.width - 2 * sizes.pad) return title;
  }
}

void draw_instead(const Frame& frame, const Rect& area, const std::string& words) {
  const double size = frame.sizes.verdict;
  const std::vector<std::string> lines = wrap(words, size, Weight::regular, area.width * 0.9, 4);
  double y = area.y + area.height / 2 - size * 0.7 * (static_cast<double>(lines.size()) + 1);
  for (const std::string& line : lines) {
    y += size * 1.4;
    frame.add(Text{.role = TextRole::note,
                   .at = {area.x + area.width / 2, y},
                   .text = line,
                   .size = size,
                   .anchor = Anchor::middle,
                   .colour = frame.colours.muted});
  }
}

void draw_trouble(const Frame& frame, const models::Trouble& trouble) {
  std::string words = trouble.what() + std::string(": ") + trouble.remedy() + ".";
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  draw_instead(frame, {0, 0, frame.scene.width, frame.scene.height}, words);
}

}  // namespace rooflens::reports::chart
