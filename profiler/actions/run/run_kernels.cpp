#include "profiler/actions/run/run_kernels.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/run/batch.hpp"
#include "profiler/actions/run/run_recording.hpp"
#include "profiler/actions/save_recording.hpp"

namespace rooflens::actions {
namespace {

void run_batches(const Backend& backend, collect::Collector& collector, const std::vector<Case>& cases,
                 models::Bytes free_memory, const RunRequest& request, RunRecording& record, Listener& listener) {
  const auto done = [&] { return record.recording().observations.size(); };
  try {
    for (const auto& batch : split_into_batches(cases, free_memory)) {
      record.append(run_batch(backend, collector, batch, request,
                              [&](const std::string& now) { listener.progress(done(), cases.size(), now); }));
    }
  } catch (...) {
    if (done() > 0) {
      listener.note(request.output.string() + " keeps the " + models::counted(done(), "kernel") +
                    " recorded before this:");
    }
    throw;
  }
}

struct Samples {
  std::vector<models::FunctionProfile> functions;
  std::optional<models::Note> note;  // where some were lost, or there are none
};

// One kernel after the other: each has the memory for itself.
Samples sample(const Backend& backend, const std::vector<Case>& cases, const RunRequest& request, Listener& listener) {
  constexpr auto kWarning = models::NoteLevel::warning;
  std::unique_ptr<collect::StallSampling> sampling;
  try {
    sampling = backend.make_stall_sampling();
  } catch (const std::runtime_error& error) {
    return {{}, models::Note{kWarning, "stalls", std::string("warps cannot be sampled here: ") + error.what(), "", {}}};
  }
  Samples samples;
  std::size_t done = 0;
  samples.functions = sample_batch(backend, *sampling, cases, request,
                                   [&](const std::string& now) { listener.progress(done++, cases.size(), now); });
  std::string without;
  for (const Case& entry : cases) {
    const auto is_its = [&](const models::FunctionProfile& f) { return f.kernel == entry.kernel->name; };
    if (std::any_of(samples.functions.begin(), samples.functions.end(), is_its)) continue;
    without += (without.empty() ? "" : ", ") + std::string(entry.kernel->name);
  }
  if (!without.empty()) {
    without = "sampling saw no warp of " + without + ": what they wait for is not known";
    samples.note = {kWarning, "stalls", without, "", {}};
  } else if (sampling->lost_some()) {
    constexpr const char* kLost = "some samples of warps were lost because they came faster than they could be read";
    samples.note = {models::NoteLevel::information, "samples-dropped", kLost, "", {}};
  }
  return samples;
}

}  // namespace

RunResult run_kernels(const Backend& backend, const RunRequest& request, models::Provenance provenance,
                      Listener& listener) {
  std::vector<Case> cases = plan_cases(request);
  check_session_writable(request.output, request.force);

  const models::DeviceProperties device = backend.query(request.device);
  std::vector<models::Family> families = families_of(cases);  // also of those that cannot run here
  cases = available_cases(backend, device, std::move(cases), listener);
  backend.select(request.device);
  const models::Bytes free_memory = backend.free_memory();
  check_memory(cases, free_memory, device.name);
  const auto collector = backend.make_collector(request.collector, request.device);

  auto measured = request.ceilings ? cached_ceilings(device) : std::nullopt;
  RunResult result;
  result.lacks_measured_roofs = request.ceilings && !measured;
  provenance.collector = request.collector.name;
  if (request.collector.name == "cupti") provenance.cupti_version = backend.cupti_version();
  models::Recording start = start_of_recording(std::move(provenance), device);
  start.families = std::move(families);
  RunRecording record(request.output, std::move(start), std::move(measured));
  Samples samples;
  if (request.stalls) samples = sample(backend, cases, request, listener);
  run_batches(backend, *collector, cases, free_memory, request, record, listener);
  if (!samples.functions.empty()) record.add(std::move(samples.functions));
  if (samples.note) record.note(std::move(*samples.note));
  result.analysis = models::analyse(record.recording());
  result.recording = record.finish(result.analysis);
  return result;
}

}  // namespace rooflens::actions
