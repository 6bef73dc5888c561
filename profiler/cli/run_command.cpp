// `rooflens run`: catalogue kernels, verified, timed, counted, recorded.
#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "models/base/shell_quote.hpp"
#include "models/explain/analysis.hpp"
#include "models/explain/problem_labels.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/run/batch.hpp"
#include "profiler/actions/run/run_recording.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/cli/ceilings_hint.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/progress.hpp"
#include "profiler/cli/run/run_options.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {
namespace {

models::Provenance provenance(const Backend& backend, const Arguments& arguments, const RunOptions& options) {
  models::Provenance p = actions::provenance_here("run", arguments);
  p.collector = options.collector.name;
  if (options.collector.name == "cupti") p.cupti_version = backend.cupti_version();
  return p;
}

// What can run here of what was asked for; the rest is noted on stderr.
std::vector<actions::Case> available_cases(const Backend& backend, const models::DeviceProperties& device,
                                           std::vector<actions::Case> cases, const Streams& streams) {
  const std::vector<actions::UnavailableKernel> unavailable = actions::remove_unavailable(backend, device, cases);
  for (const actions::UnavailableKernel& entry : unavailable) {
    streams.err << "rooflens: note: " << entry.kernel << " is unavailable here: " << entry.reason << '\n';
  }
  if (cases.empty()) {
    throw CommandError(kNoDevice, "none of the chosen kernels can run here",
                       "choose other kernels; `rooflens list` shows them all");
  }
  return cases;
}

void run_batches(const Backend& backend, collect::Collector& collector, const std::vector<actions::Case>& cases,
                 models::Bytes free_memory, const RunOptions& options, actions::RunRecording& record,
                 const Streams& streams) {
  Progress progress(streams, cases.size());
  const auto done = [&] { return record.recording().observations.size(); };
  try {
    for (const auto& batch : actions::split_into_batches(cases, free_memory)) {
      record.append(actions::run_batch(backend, collector, batch, options,
                                       [&](const std::string& now) { progress.show(done(), now); }));
    }
  } catch (...) {
    progress.clear();
    if (done() > 0) {
      streams.err << "rooflens: note: " << options.output.string() << " keeps the " << models::counted(done(), "kernel")
                  << " recorded before this:\n";
    }
    throw;
  }
}

struct Samples {
  std::vector<models::FunctionProfile> functions;
  std::optional<models::Note> note;  // where some were lost, or there are none
};

// One kernel after the other: each has the memory for itself.
Samples sample(const Backend& backend, const std::vector<actions::Case>& cases, const RunOptions& options,
               const Streams& streams) {
  std::unique_ptr<collect::StallSampling> sampling;
  try {
    sampling = backend.make_stall_sampling();
  } catch (const std::runtime_error& error) {
    return {{},
            models::Note{models::NoteLevel::warning,
                         "stalls",
                         std::string("warps cannot be sampled here: ") + error.what(),
                         "",
                         {}}};
  }
  Samples samples;
  Progress progress(streams, cases.size());
  std::size_t done = 0;
  samples.functions = actions::sample_batch(backend, *sampling, cases, options,
                                            [&](const std::string& now) { progress.show(done++, now); });
  std::string without;
  for (const actions::Case& entry : cases) {
    const auto is_its = [&](const models::FunctionProfile& f) { return f.kernel == entry.kernel->name; };
    if (std::any_of(samples.functions.begin(), samples.functions.end(), is_its)) continue;
    without += (without.empty() ? "" : ", ") + std::string(entry.kernel->name);
  }
  if (!without.empty()) {
    samples.note = {models::NoteLevel::warning,
                    "stalls",
                    "sampling saw no warp of " + without + ": what they wait for is not known",
                    "",
                    {}};
  } else if (sampling->lost_some()) {
    samples.note = {models::NoteLevel::information,
                    "samples-dropped",
                    "some samples of warps were lost because they came faster than they could be read",
                    "",
                    {}};
  }
  progress.clear();
  return samples;
}

void print_result(const models::Recording& recording, const models::Analysis& analysis, const RunOptions& options,
                  const Streams& streams) {
  const reports::Document document{recording, analysis};
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
  std::vector<actions::Case> cases = actions::plan_cases(*options);
  actions::check_session_writable(options->output, options->force);

  const models::DeviceProperties device = backend.query(options->device);
  std::vector<models::Family> families = actions::families_of(cases);  // also of those that cannot run here
  cases = available_cases(backend, device, std::move(cases), streams);
  backend.select(options->device);
  const models::Bytes free_memory = backend.free_memory();
  actions::check_memory(cases, free_memory, device.name);
  const auto collector = backend.make_collector(options->collector, options->device);

  std::optional<models::MeasuredRoofs> measured = actions::find_measured(options->ceilings)(device);
  const bool hint = options->ceilings && !measured;
  models::Recording start = actions::start_of_recording(provenance(backend, arguments, *options), device);
  start.families = std::move(families);
  actions::RunRecording record(options->output, std::move(start), std::move(measured));
  Samples samples;
  if (options->stalls) samples = sample(backend, cases, *options, streams);
  run_batches(backend, *collector, cases, free_memory, *options, record, streams);
  if (!samples.functions.empty()) record.add(std::move(samples.functions));
  if (samples.note) record.note(std::move(*samples.note));
  const models::Analysis analysis = models::analyse(record.recording());
  record.finish(analysis);

  print_result(record.recording(), analysis, *options, streams);
  const std::string path = options->output.string();
  streams.err << "rooflens: recorded " << models::counted(cases.size(), "kernel") << " in " << path
              << "; `rooflens report " << models::shell_quote(path) << " -o report.html` draws them\n";
  if (hint) print_ceilings_hint(streams);
  return exit_code(record.recording(), streams);
}

}  // namespace rooflens::cli
