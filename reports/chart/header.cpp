// The words above a chart: what it is, what it says in one sentence, and what it was recorded on.
#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "models/roofs/device_part.hpp"
#include "reports/chart/frame.hpp"
#include "reports/draw/font.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::CachePolicy;
using Kernels = std::span<const models::AnalysedKernel>;

struct ClockRange {
  std::optional<models::Hertz> low;
  std::optional<models::Hertz> high;
  void include(const std::optional<models::Hertz>& clock) {
    if (!clock) return;
    low = low ? std::min(*low, *clock) : *clock;
    high = high ? std::max(*high, *clock) : *clock;
  }
  [[nodiscard]] std::string text() const {
    if (!low) return std::string(kMissing);
    const std::string from = format(*low);
    const std::string to = format(*high);
    return from == to ? from : measure(*low).number + "–" + to;
  }
};

std::string clocks_text(const models::DeviceProperties& device, Kernels kernels) {
  ClockRange sm, memory;
  for (const models::AnalysedKernel& kernel : kernels) {
    for (const models::ClockSample* sample : {&kernel.observation->clocks_before, &kernel.observation->clocks_during}) {
      sm.include(sample->sm);
      memory.include(sample->memory);
    }
  }
  if (!sm.low && !memory.low) return "clocks not read";
  return "SM clock " + sm.text() + " of " + format(device.sm_clock_maximum) + ", memory " + memory.text();
}

std::string cache_text(Kernels kernels) {
  std::set<CachePolicy> policies;
  for (const models::AnalysedKernel& kernel : kernels) policies.insert(kernel.observation->cache);
  if (policies.size() > 1) return "L2 state differs between kernels";
  if (policies.contains(CachePolicy::cold)) return "L2 cold before every repetition";
  if (policies.contains(CachePolicy::warm)) return "L2 warm";
  return "L2 as the application left it";
}

// Exact per launch is not exact per kernel: how many launches the counters saw.
std::string launches_text(Kernels kernels) {
  std::uint64_t made = 0, observed = 0;
  for (const models::AnalysedKernel& kernel : kernels) {
    made += kernel.observation->launches_made;
    observed += kernel.observation->launches_counted;
  }
  if (observed >= made) return "";
  return "counters from " + std::to_string(observed) + " of " + std::to_string(made) + " launches";
}

std::string badge_text(const models::Provenance& provenance) {
  const bool simulated = provenance.kind == models::RecordingKind::simulated;
  if (!models::is_altered(provenance)) return simulated ? "SIMULATED DATA" : "";
  return simulated ? "SIMULATED, ALTERED SINCE IT WAS RECORDED" : "ALTERED SINCE IT WAS RECORDED";
}

// Returns the x that the title has to stay left of.
double draw_badge(const Frame& frame, double baseline) {
  const Sizes& s = frame.sizes;
  const double right = frame.scene.width - s.pad;
  const std::string text = badge_text(frame.document.recording.provenance);
  if (text.empty()) return right;
  const double size = s.legend;
  const double width = text_width(text, size, Weight::semibold) + size * 1.4;
  const double height = size * 1.9;
  const Rect plate{right - width, baseline - s.title * kCapHeight / 2 - height / 2, width, height};
  frame.add(Plate{plate, size * 0.4, {frame.colours.warning.fill}});
  frame.add(Text{.role = TextRole::badge,
                 .at = {plate.x + width / 2, plate.y + height / 2 + size * kCapHeight / 2},
                 .text = text,
                 .size = size,
                 .weight = Weight::semibold,
                 .anchor = Anchor::middle,
                 .colour = frame.colours.warning.ink});
  return plate.x - s.pad / 2;
}

}  // namespace

std::string device_text(const models::MachineAnalysis& analysis, Kernels kernels) {
  const models::DeviceProperties& device = analysis.machine->device;
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  if (device.sm_count > 0) add(sm_count_text(device));
  if (device.memory.value() > 0) add(format_capacity(device.memory));
  if (device.l2.value() > 0) add(format_capacity(device.l2) + " L2");
  if (!device.driver_version.empty()) add("driver " + clean_utf8(device.driver_version));
  add(clocks_text(device, kernels));
  if (!kernels.empty()) add(cache_text(kernels));
  if (const std::string launches = launches_text(kernels); !launches.empty()) add(launches);
  return text;
}

double draw_header(const Frame& frame) {
  return draw_header(frame, first_sentence(frame.analysis.verdict),
                     device_text(frame.analysis, frame.analysis.kernels));
}

double draw_header(const Frame& frame, const std::string& verdict, const std::string& device) {
  const Sizes& s = frame.sizes;
  double y = s.pad + s.title * kCapHeight;
  const double room = frame.scene.width - 2 * s.pad;
  const double title_right = draw_badge(frame, y);
  frame.add(Text{.role = TextRole::title,
                 .at = {s.pad, y},
                 .text = fit_end(frame.scene.title, s.title, Weight::semibold, title_right - s.pad),
                 .size = s.title,
                 .weight = Weight::semibold,
                 .colour = frame.colours.text});
  y += s.verdict * 0.35;
  for (const std::string& line : wrap(verdict, s.verdict, Weight::regular, room, s.compact ? 2 : 3)) {
    y += s.verdict * 1.4;
    frame.add(Text{
        .role = TextRole::verdict, .at = {s.pad, y}, .text = line, .size = s.verdict, .colour = frame.colours.text});
  }
  if (!s.compact) {
    y += s.device * 0.3;
    for (const std::string& line : wrap(device, s.device, Weight::regular, room, 2)) {
      y += s.device * 1.45;
      frame.add(Text{
          .role = TextRole::device, .at = {s.pad, y}, .text = line, .size = s.device, .colour = frame.colours.muted});
    }
  }
  return y + s.device * kDescent;
}

}  // namespace rooflens::reports::chart
