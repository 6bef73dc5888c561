// The picture of a timeline of blocks: which kernel, what it says in words, and the bars.
#include <algorithm>

#include "reports/chart/kernel_choice.hpp"
#include "reports/scenes/block_bars.hpp"
#include "reports/words/block_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

// More bars than this are thinner than anyone can see, and make an SVG that no viewer opens quickly.
constexpr std::size_t kMostBars = 12'000;

KernelChoice first_traced(const models::MachineAnalysis& machine, const models::ProblemLabels& problems,
                          const std::string& pattern) {
  return choose_kernel(machine, problems, pattern, [](const models::AnalysedKernel& kernel) {
    return kernel.observation->blocks ? std::optional(1.0) : std::nullopt;
  });
}

models::Trouble trouble_of(const KernelChoice& choice, const std::string& pattern) {
  return no_kernel(choice, pattern, "recorded its blocks",
                   "`rooflens run schedule/block-trace` records when and where each of its blocks ran");
}

std::string join(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

std::string small_print(models::RecordingKind kind, const models::AnalysedKernel& kernel, std::size_t traced,
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

std::optional<models::Trouble> block_trouble(const models::MachineAnalysis& machine, const PictureOptions& options) {
  const KernelChoice choice = first_traced(machine, models::ProblemLabels(machine.kernels), options.kernel);
  if (choice.kernel) return std::nullopt;
  return trouble_of(choice, options.kernel);
}

Scene build_block_scene(const Document& document, const PictureOptions& options) {
  Scene scene = empty_scene(options);
  scene.title = "Blocks over time";
  const models::MachineAnalysis* const found = machine_of(document, options);
  if (!found) return scene;
  const models::MachineAnalysis& machine = *found;
  const models::ProblemLabels problems(machine.kernels);
  const KernelChoice choice = first_traced(machine, problems, options.kernel);
  const models::AnalysedKernel* const kernel = choice.kernel;
  const Frame frame = frame_of_one_kernel(scene, document, options, machine);
  if (!kernel) {
    draw_trouble(frame, trouble_of(choice, options.kernel));
    return scene;
  }
  scene.title +=
      " · " + clean_utf8(problems.name(*kernel->observation)) + " · " + clean_utf8(machine.machine->device.name);
  const models::BlockTrace& whole = *kernel->observation->blocks;
  const auto stated = models::block_timeline(whole, machine.machine->device.sm_count);
  const models::BlockTrace trace = models::keep_whole_sms(whole, kMostBars);
  const auto timeline = models::block_timeline(trace, machine.machine->device.sm_count);
  if (!stated || !timeline) return scene;
  double top = draw_header(frame, join(block_sentences(whole, *stated)),
                           small_print(document.recording.provenance.kind, *kernel, choice.possible, trace));
  top = draw_wave_legend(frame, *stated, top);
  draw_block_bars(frame,
                  {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, scene.height - frame.sizes.pad * 0.6 - top},
                  trace, *timeline);
  return scene;
}

}  // namespace rooflens::reports::chart
