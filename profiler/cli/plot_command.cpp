// `rooflens plot`: a session drawn, as PNG or SVG.
#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <regex>
#include <string_view>

#include "models/base/counted.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/sessions/loaded_session.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/picture_options.hpp"
#include "profiler/cli/options/session_outputs.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {
namespace {

struct PlotOptions {
  SessionOutputs outputs{actions::formats_of("plot")};
  reports::PictureOptions picture;
};

constexpr OptionTable::Help kPlotHelp{
    .usage = "plot SESSION -o FILE [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens plot run.rlens -o roofline.png                  the roofline of all kernels\n"
        "  rooflens plot run.rlens --chart gap -k gemm -o gap.svg   why that kernel is below its roof\n",
    .more =
        "Charts: the roofline; the instruction roofline; the gap between one kernel and its roof; the latency\n"
        "roof of one kernel; when and where the blocks of schedule/block-trace ran.\n"};

// In the order of reports::Chart and reports::Accesses.
constexpr const char* kCharts = "roofline|instructions|gap|latency|blocks";
constexpr std::array kChart{reports::Chart::roofline, reports::Chart::instructions, reports::Chart::gap,
                            reports::Chart::latency, reports::Chart::blocks};
constexpr const char* kAccessChoices = "all|levels|global|shared";
constexpr std::array kAccesses{reports::Accesses::all, reports::Accesses::levels, reports::Accesses::global,
                               reports::Accesses::shared};

// The entry that stands where the word stands among the choices.
template <class T, std::size_t N>
T chosen(const std::array<T, N>& entries, std::string_view choices, const std::string& word) {
  const std::vector<std::string> words = split(choices, '|');
  return entries.at(static_cast<std::size_t>(std::ranges::find(words, word) - words.begin()));
}

// Nothing when --help was asked for. Throws CommandError (kUsage) for what makes no sense, and as SessionOutputs does.
std::optional<PlotOptions> parse_plot_options(const Arguments& arguments, const Streams& streams) {
  PlotOptions options;
  PictureChoices pictures;
  std::string chart = "roofline";
  std::string accesses = "all";
  std::string gpu = "0";
  OptionTable table(kPlotHelp);
  options.outputs.add_to(table);
  table.group("Content")
      .add("chart", &chart, kCharts, "what to draw")
      .add("kernel,k", &options.picture.kernel, "REGEX",
           "only kernels whose names match; --chart gap and latency: the costliest")
      .add("gpu", &gpu, "N", "GPU of the session, numbered from 0 as in its report")
      .rare()
      .add("accesses", &accesses, kAccessChoices,
           "of --chart instructions: which instructions, and walls of which memory");
  pictures.add_to(table, "kernels");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.outputs.check(*typed, table.command());
  if (options.outputs.files().empty() && options.outputs.printed().empty())
    throw usage_error("plot needs -o FILE", "rooflens plot SESSION -o roofline.png");
  if (accesses != "all" && chart != "instructions") {
    throw usage_error("--accesses says what --chart instructions shows, not --chart " + chart,
                      "add --chart instructions");
  }
  pictures.apply_to(options.picture);
  options.picture.chart = chosen(kChart, kCharts, chart);
  options.picture.accesses = chosen(kAccesses, kAccessChoices, accesses);
  options.picture.machine = static_cast<std::size_t>(parse_gpu(gpu));
  return options;
}

// An image shows one GPU; which one, and that there are others, is said.
void check_gpu(std::size_t chosen, std::size_t there, const Streams& streams) {
  if (chosen > 0 && chosen >= there) {
    throw usage_error("--gpu " + std::to_string(chosen) + ": the session has " + models::counted(there, "GPU") +
                      " (numbered from 0)");
  }
  if (there > 1) {
    streams.err << "rooflens: note: the image shows GPU " << chosen << " of " << there
                << " in the session; --gpu chooses another\n";
  }
}

std::string matching_kernel(const models::MachineAnalysis& machine, const std::string& typed) {
  return actions::matching_pattern("--kernel", typed, [&](const std::string& pattern) {
    const std::regex expression(pattern, std::regex::ECMAScript);
    return std::ranges::any_of(machine.kernels, [&](const models::AnalysedKernel& kernel) {
      return std::regex_search(machine.problems.name(*kernel.observation), expression);
    });
  });
}

}  // namespace

int plot_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  auto options = parse_plot_options(arguments, streams);
  if (!options) return kOk;
  const actions::LoadedSession session(options->outputs.session());
  check_gpu(options->picture.machine, session.analysis.machines.size(), streams);
  if (std::string& kernel = options->picture.kernel; !kernel.empty() && !session.analysis.machines.empty()) {
    kernel = matching_kernel(session.analysis.machines[options->picture.machine], kernel);
  }
  const reports::Document document{session.recording, session.analysis};
  // Before anything is written: an image without its chart helps nobody.
  if (const auto trouble = reports::chart_trouble(document, options->picture))
    throw CommandError(kFailure, trouble->what(), trouble->remedy());
  const auto render = [&](const std::string& format, bool, const reports::Sink& take) {
    take(format == "png" ? reports::render_png(document, options->picture)
                         : reports::render_svg(document, options->picture));
  };
  options->outputs.write(render, streams);
  return kOk;
}

}  // namespace rooflens::cli
