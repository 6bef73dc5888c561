// `rooflens run`: catalogue kernels, verified, timed, counted, recorded.
#include <ostream>

#include "models/base/counted.hpp"
#include "models/explain/problem_labels.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/run/run_kernels.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/next_steps.hpp"
#include "profiler/cli/options/progress.hpp"
#include "profiler/cli/run/run_options.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {
namespace {

void print_result(const actions::RunResult& result, const RunOptions& options, const Streams& streams) {
  const reports::Document document{result.recording, result.analysis};
  if (options.format == "json") streams.out << reports::render_json(document);
  if (options.format == "text") {
    streams.out << reports::render_text(document, {.colour = streams.colour, .width = streams.columns});
  }
}

int exit_code(const models::Recording& recording, const Streams& streams) {
  std::size_t wrong = 0;
  const models::ProblemLabels labels(recording.observations);
  for (const models::Observation& o : recording.observations) {
    if (o.verification.status != models::VerificationStatus::mismatch) continue;
    ++wrong;
    streams.err << "rooflens: error: " << labels.name(o) << " gave a wrong result: " << o.verification.detail << '\n';
  }
  return wrong == 0 ? kOk : kVerificationFailed;
}

}  // namespace

int run_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_run_options(arguments, streams);
  if (!options) return kOk;
  Progress progress(streams);
  const actions::RunResult result =
      run_kernels(backend, *options, actions::provenance_here("run", arguments), progress);
  progress.clear();
  print_result(result, *options, streams);
  print_recorded("recorded " + models::counted(result.recording.observations.size(), "kernel") + " in", options->output,
                 "them", streams);
  if (result.lacks_measured_roofs) print_ceilings_hint(streams);
  return exit_code(result.recording, streams);
}

}  // namespace rooflens::cli
