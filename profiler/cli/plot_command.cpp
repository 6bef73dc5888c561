// `rooflens plot`: a session drawn, as PNG or SVG.
#include <ostream>

#include "models/explain/analysis.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/plot_options.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::cli {
namespace {

// An image shows one GPU; which one, and that there are others, is said.
void check_gpu(std::size_t chosen, std::size_t there, const Streams& streams) {
  if (chosen > 0 && chosen >= there) {
    throw usage_error("--gpu " + std::to_string(chosen) + ": the session has " + std::to_string(there) +
                      (there == 1 ? " GPU" : " GPUs") + " (numbered from 0)");
  }
  if (there > 1) {
    streams.err << "rooflens: note: the image shows GPU " << chosen << " of " << there
                << " in the session; --gpu chooses another\n";
  }
}

}  // namespace

int plot_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_plot_options(arguments, streams);
  if (!options) return kOk;
  const models::Recording recording = session::load(options->outputs.session());
  const models::Analysis analysis = models::analyse(recording, on_all_processors);
  check_gpu(options->picture.machine, analysis.machines.size(), streams);
  const reports::Document document{recording, analysis};
  // Before anything is written: an image without its chart helps nobody.
  if (const auto trouble = reports::chart_trouble(document, options->picture))
    throw CommandError(kFailure, trouble->what(), trouble->remedy());
  const auto render = [&](const std::string& format, bool, const reports::Sink& take) {
    take(format == "png" ? reports::render_png(document, options->picture, on_all_processors)
                         : reports::render_svg(document, options->picture));
  };
  options->outputs.write(render, streams);
  return kOk;
}

}  // namespace rooflens::cli
