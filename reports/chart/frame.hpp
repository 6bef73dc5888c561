// What every part of a chart needs to draw itself: the scene under construction, colours, sizes and content.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "reports/chart/content.hpp"
#include "reports/draw/scene.hpp"

namespace rooflens::reports::chart {

/// Sizes in logical pixels, smaller on small pictures: a chart of one newspaper column still has to be read.
struct Sizes {
  double title, verdict, device, legend, axis, tick, roof, name, note;
  double line;          ///< width of a roof
  double pad;           ///< around everything
  double marker;        ///< radius at 100 % of the time
  double marker_least;  ///< radius that is never gone below
  bool compact;         ///< leave out what can be read elsewhere
};

[[nodiscard]] Sizes sizes_for(double width, double height, std::size_t marks);
/// On a page nothing is smaller than its small print, and the page keeps its own margins.
[[nodiscard]] Sizes sizes_for(const PictureOptions& options, std::size_t marks);

struct Frame {
  Scene& scene;
  const Palette& colours;
  Sizes sizes;
  const Document& document;
  const models::MachineAnalysis& analysis;
  const Content& content;
  int most_names = 12;
  /// Roofs whose origin found no room beside their line.
  std::vector<const Roof*> unexplained_roofs{};
  bool bare = false;         ///< for a page, which zooms the plot
  bool every_level = false;  ///< though it is crowded: for a page that shows levels by choice

  template <typename T>
  void add(T item) const {
    scene.items.emplace_back(std::in_place_type<T>, std::move(item));
  }
  /// Above this many kernels only primary points are drawn: the other levels' would hide them.
  [[nodiscard]] bool crowded() const { return content.roofline.size() + content.bandwidth.size() > 40; }
  /// Radius whose circle's area stands for that share of the time.
  [[nodiscard]] double radius(double share) const;
};

/// A scene of the options' size and background without anything on it.
[[nodiscard]] Scene empty_scene(const PictureOptions& options);

/// "Roofline · NVIDIA H200"; without the device where it is not known or the title names it.
[[nodiscard]] std::string title_with_device(const std::string& title, const models::MachineAnalysis& analysis);

/// "Gap to the roof · sgemm/tiled n=4096 · NVIDIA H200" of a scene titled "Gap to the roof"; the kernel's name gives
/// way in its middle where the line is full.
[[nodiscard]] std::string title_of_kernel(const Scene& scene, const std::string& kernel,
                                          const models::MachineAnalysis& analysis);

/// SMs, memory and driver, and of the kernels that are drawn clocks, caches and launches that the counters saw, in
/// small print.
[[nodiscard]] std::string device_text(const models::MachineAnalysis& analysis,
                                      std::span<const models::AnalysedKernel> kernels);

/// Words in the middle of an area that has nothing to show.
void draw_instead(const Frame& frame, const Rect& area, const std::string& words);

/// Why there is no chart, on the whole scene.
void draw_trouble(const Frame& frame, const models::Trouble& trouble);

/// Title, verdict, device and the mark of simulated data. Returns the first free y below.
double draw_header(const Frame& frame);
/// The same with other words: `verdict` in the size of a sentence, `device` in small print.
double draw_header(const Frame& frame, const std::string& verdict, const std::string& device);
/// Colour, shape and area. Returns the first free y below.
double draw_legends(const Frame& frame, double top);
/// What is not drawn, above its roof, or not counted. Returns the last free y above.
double draw_notes(const Frame& frame);
/// The roofline in `area`, its axes included.
void draw_roofline(const Frame& frame, const Rect& area);
/// Bandwidths of kernels without FLOPs in `area`, its axes included.
void draw_bandwidth(const Frame& frame, const Rect& area);

}  // namespace rooflens::reports::chart
