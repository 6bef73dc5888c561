// `rooflens ceilings`: the roofs of one GPU, measured, printed, and kept for later sessions.
#include <optional>
#include <ostream>

#include "profiler/actions/ceilings/measure_ceilings.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/cli/ceilings_text.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/progress.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kCeilingsHelp{
    .usage = "ceilings [OPTIONS]",
    .words = "",
    .examples =
        "  rooflens ceilings                   measures, prints, and keeps the roofs for later sessions\n"
        "  rooflens ceilings -o roofs.rlens    also writes them as a session\n"};

struct CeilingsOptions : actions::CeilingsRequest {
  std::string format = "text";
};

std::optional<CeilingsOptions> parse(const Arguments& arguments, const Streams& streams) {
  CeilingsOptions options;
  std::string gpu = "0";
  std::string processes = "5";
  std::string repetitions = "15";
  std::string output;
  OptionTable table(kCeilingsHelp);
  table.group("What to measure")
      .add("gpu", &gpu, "N", "number of the GPU, as `rooflens devices` lists it")
      .rare()
      .add("processes", &processes, "N", "processes that measure the best points, 3 to 20")
      .add("repetitions,r", &repetitions, "N", "timed launches of each point per process, 5 to 1000");
  table.group("Output")
      .text_or_json(&options.format)
      .add("output,o", &output, "FILE", "also write a session")
      .force(&options.force);
  if (!table.parse(arguments, streams)) return std::nullopt;
  options.device = parse_gpu(gpu);
  options.processes = static_cast<int>(parse_between("--processes", processes, 3, 20));
  options.repetitions = static_cast<int>(parse_between("--repetitions", repetitions, 5, 1000));
  options.output = output;
  if (!output.empty()) {
    actions::refuse_report_ending("ceilings", options.output);
    actions::check_session_writable(options.output, options.force);
  }
  return options;
}

// Not in the help.
void measure(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const std::string child = actions::kMeasuringProcess;
  if (arguments.size() != 4) throw usage_error("ceilings " + child + " is for ceilings itself");
  const int device = parse_gpu(arguments[1]);
  const int repetitions = static_cast<int>(parse_between(child, arguments[2], 1, 1000));
  Progress progress(streams);
  const std::string told = actions::measure_in_this_process(backend, device, repetitions, arguments[3], progress);
  progress.clear();
  streams.out << told;
}

}  // namespace

int ceilings_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  if (!arguments.empty() && arguments.front() == actions::kMeasuringProcess) {
    measure(backend, arguments, streams);
    return kOk;
  }
  const auto options = parse(arguments, streams);
  if (!options) return kOk;
  Progress progress(streams);
  const auto [device, measured] =
      measure_ceilings(backend, *options, actions::provenance_here("ceilings", arguments), progress);
  streams.out << (options->format == "json"
                      ? ceilings_json(device, measured)
                      : ceilings_text(device, measured, streams.colour, static_cast<std::size_t>(streams.columns)));
  return kOk;
}

}  // namespace rooflens::cli
