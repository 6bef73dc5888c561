// `rooflens profile`: any CUDA application, unmodified, with librooflens_inject.so in it. What belongs to the
// application (stdin, stdout, its exit code) stays its own; what is said here goes to stderr, before and after it.
#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <utility>

#include "profiler/cli/ceiling_cache.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/doctor_command.hpp"
#include "profiler/cli/error.hpp"
#include "profiler/cli/injected_library.hpp"
#include "profiler/cli/profile_options.hpp"
#include "profiler/cli/profile_output.hpp"
#include "profiler/cli/profile_summary.hpp"
#include "profiler/cli/provenance.hpp"
#include "profiler/cli/save_recording.hpp"
#include "profiler/cli/shell_quote.hpp"
#include "profiler/cli/spool_recording.hpp"
#include "profiler/cli/version.hpp"
#include "profiler/inject/launcher.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using collect::JobRank;

// Where a shell looks when nobody says.
constexpr const char* kUsualPath = "/usr/local/bin:/usr/bin:/bin";

fs::path injected_library() {
  if (const auto library = find_injected_library()) return *library;
  std::string places;
  for (const fs::path& place : injected_library_places()) places += (places.empty() ? "" : ", ") + place.string();
  throw CommandError(kFailure, std::string(kInjectedLibrary) + " is not where it belongs: " + places,
                     "install rooflens whole, or let ROOFLENS_INJECT name the file; a build without CUDA has none");
}

inject::LaunchPlan plan_launch(const ProfileOptions& options, const JobRank& job, const Streams& streams) {
  inject::LaunchPlan plan;
  try {
    const char* path = std::getenv("PATH");
    plan.program = inject::check_program(options.application.front(), path ? path : kUsualPath);
    if (!inject::check_environment() && job.rank == 0) {
      streams.err << "rooflens: note: " << inject::kNvtxVariable << " names another tool: NVTX ranges go there, "
                  << "not to rooflens\n";
    }
  } catch (const inject::LaunchError& error) {
    throw usage_error(error.what(), error.hint());
  }
  plan.arguments = options.application;
  plan.injected = injected_library();
  return plan;
}

int launch(const inject::LaunchPlan& plan) {
  try {
    return inject::run_to_end(plan);
  } catch (const inject::LaunchError& error) {
    throw usage_error(error.what(), error.hint());
  }
}

// Nothing of a kernel was written: why?
[[noreturn]] void explain_nothing(const SpoolRecording& spools, const std::string& application) {
  if (spools.recording.processes.empty() && spools.notes.empty()) {
    throw CommandError(
        kFailure,
        "no CUDA context was created: " + application +
            " did not use the CUDA driver, or not where rooflens could be loaded into it",
        "this happens where the program computes elsewhere: on the CPU, in a container or a service that "
        "it talks to, on another host, or in a setuid program");
  }
  bool refused = false;
  for (const auto& note : spools.notes) refused |= note.id == "permission" || note.id == "no-cupti";
  throw CommandError(refused ? kNoDevice : kFailure, application + " launched no kernel that rooflens could see",
                     refused ? "`rooflens doctor` says what is wrong here" : "");
}

void note_still_running(const SpoolRecording& spools, const fs::path& folder, const Streams& streams) {
  if (spools.still_running.empty()) return;
  std::string numbers;
  for (const std::int64_t pid : spools.still_running) numbers += (numbers.empty() ? "" : ", ") + std::to_string(pid);
  const std::string path = shell_quote(folder.string());
  streams.err << "rooflens: warning: these processes go on after the application's end: " << numbers << '\n'
              << "rooflens: hint: when they have ended, `rooflens merge " << path
              << " -o NEW.rlens` makes a session of all that they did\n";
}

bool has_measured_roofs(const models::Recording& recording) {
  return std::any_of(recording.machines.begin(), recording.machines.end(), [](const models::Machine& machine) {
    const models::MemoryCeiling* dram = machine.ceilings.best(models::Level::dram);
    return dram && dram->origin.source == models::CeilingSource::measured;
  });
}

// The session of what was written. Ranks other than the first keep quiet: they have the same to say.
void record(const ProfileOptions& options, ProfileOutput& output, SpoolRecording spools, models::Provenance provenance,
            const JobRank& job, const Streams& streams) {
  const bool speaks = job.rank == 0;
  if (speaks || spools.recording.observations.empty()) print_notes(spools.notes, streams);
  if (spools.recording.observations.empty()) {
    note_still_running(spools, output.spool(), streams);
    if (!options.keep_spool && spools.still_running.empty()) output.remove_spool();
    explain_nothing(spools, options.application.front());
  }
  provenance.collector = spools.recording.provenance.collector;
  provenance.cupti_version = spools.recording.provenance.cupti_version;
  spools.recording.provenance = std::move(provenance);
  save_recording(output.session(), spools.recording, options.force);
  if (speaks) print_profile(spools.recording, streams);
  note_still_running(spools, output.spool(), streams);
  if (speaks && options.ceilings && !has_measured_roofs(spools.recording)) print_ceilings_hint(streams);
  if (speaks) print_next_step(output.session(), job, streams);
  if (!options.keep_spool && spools.still_running.empty()) output.remove_spool();
  if (options.keep_spool && speaks) streams.err << "rooflens: note: kept " << output.spool().string() << '\n';
}

}  // namespace

int profile_command(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  auto options = parse_profile_options(arguments, streams);
  if (!options) return kOk;
  const JobRank job = collect::job_rank([](const char* name) { return std::getenv(name); });
  inject::LaunchPlan plan = plan_launch(*options, job, streams);
  ProfileOutput output(*options, job);
  options->config.spool_folder = fs::absolute(output.spool()).string();
  options->config.tool_version = version();
  plan.config = encode(options->config);
  // What is wrong is said first; times are recorded all the same.
  if (job.rank == 0) (void)preflight(backend, streams.err);
  models::Provenance provenance = provenance_here("profile", arguments);
  streams.err.flush();

  const int code = launch(plan);
  try {
    record(*options, output, read_spool_folder(output.spool(), backend, find_measured(options->ceilings)),
           std::move(provenance), job, streams);
    return code;
  } catch (...) {
    const int own = print_error_in_flight(streams, "profile");
    if (!fs::exists(output.spool())) return code != 0 ? code : own;
    streams.err << "rooflens: hint: what the application's processes wrote is in " << output.spool().string()
                << "; `rooflens merge " << shell_quote(output.spool().string())
                << " -o NEW.rlens` makes a session of it\n";
    return code != 0 ? code : own;
  }
}

}  // namespace rooflens::cli
