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

// Where there would be too many bars, whole SMs are left out.
struct DrawnSms {
  std::size_t every = 1;  // every second SM, every third, ...
  std::size_t blocks = 0;
};

DrawnSms drawn_sms(const models::BlockTimeline& timeline) {
  std::vector<std::size_t> blocks(timeline.sms.size());
  for (const models::PlacedBlock& placed : timeline.placed) ++blocks[placed.row];
  for (DrawnSms drawn;; ++drawn.every) {
    drawn.blocks = 0;
    for (std::size_t row = 0; row < blocks.size(); row += drawn.every) drawn.blocks += blocks[row];
    if (drawn.blocks <= kMostBars || drawn.every >= blocks.size()) return drawn;
  }
}

KernelChoice first_traced(const models::MachineAnalysis& machine, const std::string& pattern) {
  return choose_kernel(machine, pattern, [](const models::AnalysedKernel& kernel) {
    return kernel.timeline ? std::optional(1.0) : std::nullopt;
  });
}

models::Trouble trouble_of(const KernelChoice& choice, const std::string& pattern) {
  return no_kernel(choice, pattern, "recorded its blocks",
                   "`rooflens run schedule/block-trace` records when and where each of its blocks ran");
}

// Where the events come from, and what the picture leaves out.
std::string note_of(models::RecordingKind kind, std::size_t blocks, std::size_t drawn) {
  std::string text(block_origin(kind));
  if (drawn < blocks) text += " · drawn: " + grouped(drawn) + " of " + grouped(blocks) + " blocks, whole SMs";
  return text;
}

Scene block_scene(const Document& document, const PictureOptions& options, const models::MachineAnalysis& machine,
                  const KernelChoice& choice) {
  Scene scene = empty_scene(options);
  const models::Observation& observation = *choice.kernel->observation;
  scene.title = "Blocks over time · " + clean_utf8(machine.problems.name(observation)) + " · " +
                clean_utf8(machine.machine->device.name);
  const Frame frame = frame_of_one_kernel(scene, document, options, machine);
  const models::BlockTrace& trace = *observation.blocks;
  const models::BlockTimeline& timeline = *choice.kernel->timeline;
  const DrawnSms drawn = drawn_sms(timeline);
  std::string note = note_of(document.recording.provenance.kind, trace.blocks.size(), drawn.blocks);
  if (choice.possible > 1) {
    note += " · the first of " + std::to_string(choice.possible) + " kernels with a timeline";
  }
  const double top = draw_wave_legend(frame, timeline,
                                      draw_header(frame, models::joined(block_sentences(trace, timeline), " "), note));
  draw_block_bars(frame,
                  {frame.sizes.pad, top, scene.width - 2 * frame.sizes.pad, scene.height - frame.sizes.pad * 0.6 - top},
                  trace, timeline, drawn.every);
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
