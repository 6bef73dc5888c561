// The picture of a timeline of blocks: which kernel, what it says in words, and the bars.
#include <algorithm>

#include "models/problem_labels.hpp"
#include "reports/block_words.hpp"
#include "reports/chart/block_bars.hpp"
#include "reports/chart/font.hpp"
#include "reports/format.hpp"

namespace rooflens::reports::chart {
namespace {

// More bars than this are thinner than anyone can see, and make an SVG that no viewer opens quickly.
constexpr std::size_t kMostBars = 12'000;

const models::KernelAnalysis* first_traced(const models::MachineAnalysis& machine, std::size_t& count) {
  const models::KernelAnalysis* first = nullptr;
  for (const models::KernelAnalysis& kernel : machine.kernels) {
    if (!kernel.observation->blocks) continue;
    ++count;
    if (!first) first = &kernel;
  }
  return first;
}

void draw_words(const Frame& frame, const std::string& words) {
  frame.add(Text{.role = TextRole::note,
                 .at = {frame.scene.width / 2, frame.scene.height / 2},
                 .text = fit_end(words, frame.sizes.verdict, Weight::regular, frame.scene.width - 2 * frame.sizes.pad),
                 .size = frame.sizes.verdict,
                 .anchor = Anchor::middle,
                 .colour = frame.colours.muted});
}

std::string join(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

std::string small_print(models::RecordingKind kind, const models::KernelAnalysis& kernel, std::size_t traced,
                        const models::BlockTrace& drawn) {
  const models::BlockTrace& trace = *kernel.observation->blocks;
  std::string text(block_origin(kind));
  if (drawn.blocks.size() < trace.blocks.size()) {
    text += " · drawn: " + grouped(drawn.blocks.size()) + " of " + grouped(trace.blocks.size()) + " blocks, whole SMs";
  }
  if (traced > 1) text += " · the first of " + std::to_string(traced) + " kernels with a timeline";
  return text;
}

}  // namespace

Scene build_block_scene(const Document& document, const PictureOptions& options) {
  Scene scene;
  scene.width = std::max(200, options.width);
  scene.height = std::max(150, options.height);
  const Palette& colours = palette(options.theme);
  scene.background = colours.surface;
  scene.title = "Blocks over time";
  if (options.machine >= document.analysis.machines.size()) return scene;
  const models::MachineAnalysis& machine = document.analysis.machines[options.machine];
  std::size_t traced = 0;
  const models::KernelAnalysis* kernel = first_traced(machine, traced);
  const Content content;
  const Frame frame{.scene = scene,
                    .colours = colours,
                    .sizes = sizes_for(scene.width, scene.height, 0),
                    .document = document,
                    .analysis = machine,
                    .content = content};
  if (!kernel) {
    draw_words(frame, "No kernel of this session recorded its blocks; schedule/block-trace does.");
    return scene;
  }
  const models::ProblemLabels problems(machine.kernels);
  scene.title +=
      " · " + clean_utf8(problems.name(*kernel->observation)) + " · " + clean_utf8(machine.machine->device.name);
  const models::BlockTrace& whole = *kernel->observation->blocks;
  const auto stated = models::block_timeline(whole, machine.machine->device.sm_count);
  const models::BlockTrace trace = models::keep_whole_sms(whole, kMostBars);
  const auto timeline = models::block_timeline(trace, machine.machine->device.sm_count);
  if (!stated || !timeline) return scene;
  double top = draw_header(frame, join(block_sentences(whole, *stated)),
                           small_print(document.recording.provenance.kind, *kernel, traced, trace));
  top = draw_wave_legend(frame, *stated, top);
  draw_block_bars(frame,
                  {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, scene.height - frame.sizes.pad * 0.6 - top},
                  trace, *timeline);
  return scene;
}

}  // namespace rooflens::reports::chart
