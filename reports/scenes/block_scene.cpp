// The picture of a timeline of blocks: which kernel, what it says in words, and the bars.
#include "models/base/joined.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/kernel_choice.hpp"
#include "reports/scenes/block_bars.hpp"
#include "reports/words/block_words.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

// More bars than this are thinner than anyone can see, and make an SVG that no viewer opens quickly.
constexpr std::size_t kMostBars = 12'000;

KernelChoice first_traced(const models::MachineAnalysis& machine, const std::string& pattern) {
  return choose_kernel(machine, pattern, [](const models::AnalysedKernel& kernel) {
    return kernel.observation->blocks ? std::optional(1.0) : std::nullopt;
  });
}

models::Trouble trouble_of(const KernelChoice& choice, const std::string& pattern) {
  return no_kernel(choice, pattern, "recorded its blocks",
                   "`rooflens run schedule/block-trace` records when and where each of its blocks ran");
}

// Where the events come from, and what the picture leaves out.
std::string note_of(models::RecordingKind kind, const models::BlockTrace& whole, const models::BlockTrace& drawn) {
  std::string text(block_origin(kind));
  if (drawn.blocks.size() < whole.blocks.size()) {
    text += " · drawn: " + grouped(drawn.blocks.size()) + " of " + grouped(whole.blocks.size()) + " blocks, whole SMs";
  }
  return text;
}

Scene block_scene(const Document& document, const PictureOptions& options, const models::MachineAnalysis& machine,
                  const KernelChoice& choice) {
  Scene scene = empty_scene(options);
  const models::Observation& observation = *choice.kernel->observation;
  scene.title = "Blocks over time · " + clean_utf8(machine.problems.name(observation)) + " · " +
                clean_utf8(machine.machine->device.name);
  const Frame frame = frame_of_one_kernel(scene, document, options, machine);
  const models::BlockTrace& whole = *observation.blocks;
  const auto stated = models::block_timeline(whole, machine.machine->device.sm_count);
  const models::BlockTrace trace = models::keep_whole_sms(whole, kMostBars);
  const auto timeline = models::block_timeline(trace, machine.machine->device.sm_count);
  if (!stated || !timeline) return scene;
  std::string note = note_of(document.recording.provenance.kind, whole, trace);
  if (choice.possible > 1) {
    note += " · the first of " + std::to_string(choice.possible) + " kernels with a timeline";
  }
  double top =
      draw_wave_legend(frame, *stated, draw_header(frame, models::joined(block_sentences(whole, *stated), " "), note));
  draw_block_bars(frame,
                  {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, scene.height - frame.sizes.pad * 0.6 - top},
                  trace, *timeline);
  return scene;
}

}  // namespace

std::optional<models::Trouble> block_trouble(const models::MachineAnalysis& machine, const PictureOptions& options) {
  const KernelChoice choice = first_traced(machine, options.kernel);
  if (choice.kernel) return std::nullopt;
  return trouble_of(choice, options.kernel);
}

Scene build_block_scene(const Document& document, const PictureOptions& options) {
  Scene empty = empty_scene(options);
  empty.title = "Blocks over time";
  const models::MachineAnalysis* const machine = machine_of(document, options);
  if (!machine) return empty;
  const KernelChoice choice = first_traced(*machine, options.kernel);
  if (choice.kernel) return block_scene(document, options, *machine, choice);
  draw_trouble(frame_of_one_kernel(empty, document, options, *machine), trouble_of(choice, options.kernel));
  return empty;
}

}  // namespace rooflens::reports::chart
