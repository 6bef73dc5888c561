// `rooflens profile`: any CUDA application, unmodified, with librooflens_inject.so in it. What belongs to the
// application (stdin, stdout, its exit code) stays its own; what is said here goes to stderr, before and after it.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <ostream>
#include <utility>

#include "models/base/joined.hpp"
#include "models/base/json_text.hpp"
#include "models/base/shell_quote.hpp"
#include "models/explain/analysis.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/injected_library.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/spool_recording.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/cli/ceilings_hint.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/doctor_command.hpp"
#include "profiler/cli/options/profile_options.hpp"
#include "profiler/cli/profile_output.hpp"
#include "profiler/cli/profile_summary.hpp"
#include "profiler/launcher/launcher.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using collect::JobRank;

// Where a shell looks when nobody says.
constexpr const char* kUsualPath = "/usr/local/bin:/usr/bin:/bin";

fs::path injected_library() {
  if (const auto library = find_injected_library()) return *library;
  const auto path = [](const fs::path& place) { return place.string(); };
  throw CommandError(kFailure,
                     std::string(kInjectedLibrary) +
                         " is not where it belongs: " + models::joined(injected_library_places(), ", ", path),
                     "install rooflens whole, or let ROOFLENS_INJECT name the file; a build without CUDA has none");
}

struct PlannedLaunch {
  launcher::LaunchPlan plan;
  std::vector<models::Note> notes;  ///< on what the application's processes will lack, of whom none is known yet
};

CommandError not_started(const launcher::LaunchError& error) {
  using Cause = launcher::LaunchError::Cause;
  const ExitCode code = error.cause() == Cause::not_found        ? kNotFound
                        : error.cause() == Cause::not_executable ? kNotExecutable
                                                                 : kUsage;
  return {code, error.what(), error.remedy()};
}

PlannedLaunch plan_launch(const ProfileOptions& options) {
  PlannedLaunch launch;
  launcher::LaunchPlan& plan = launch.plan;
  try {
    const char* path = std::getenv("PATH");
    if (!options.attach) plan.program = launcher::check_program(options.application.front(), path ? path : kUsualPath);
    if (!launcher::check_environment()) {
      launch.notes.push_back(
          {models::NoteLevel::information, "nvtx",
           launcher::kNvtxVariable + std::string(" names another tool: NVTX ranges go there, not to rooflens"), "",
           std::nullopt});
    }
  } catch (const launcher::LaunchError& error) {
    throw not_started(error);
  }
  plan.arguments = options.application;
  plan.injected = injected_library();
  return launch;
}

// The application runs already: it is told what loads the library into it and where the session will be, and says in a
// line, or by ending, that it is done. `meanwhile` is what need not keep it waiting.
int wait_for(const launcher::LaunchPlan& plan, const fs::path& session, const Streams& streams,
             const std::function<void()>& meanwhile) {
  std::signal(SIGPIPE, SIG_IGN);  // of an application that was killed there is a session all the same
  constexpr const char* kNothing[] = {nullptr};
  reports::Json variables;
  for (const std::string& entry : launcher::injected_environment(kNothing, plan)) {
    const std::size_t at = entry.find('=');
    variables[entry.substr(0, at)] = entry.substr(at + 1);
  }
  const reports::Json told{{"variables", variables}, {"session", session.string()}};
  streams.out << models::json_line(told) << std::endl;
  meanwhile();
  std::string line;
  std::getline(std::cin, line);
  return kOk;
}

int run(const launcher::LaunchPlan& plan) {
  try {
    return launcher::run_to_end(plan);
  } catch (const launcher::LaunchError& error) {
    throw not_started(error);
  }
}

// Nothing of a kernel was written: why? `ready`: nothing was found wrong before the application began. No error: it
// ran, and ended as it did; a rank without kernels would end the job of all.
void explain_nothing(const SpoolRecording& spools, const std::string& application, bool ready, const Streams& streams) {
  const auto say = [&](const std::string& what, const std::string& hint) {
    streams.err << "rooflens: warning: no session was written: " << what << '\n';
    if (!hint.empty()) streams.err << "rooflens: hint: " << hint << '\n';
  };
  if (spools.recording.processes.empty() && spools.recording.notes.empty()) {
    return say("no CUDA context was created: " + application +
                   " did not use the CUDA driver, or not where rooflens could be loaded into it",
               ready
                   ? "this happens where the program computes elsewhere: on the CPU, in a container or a service that "
                     "it talks to, on another host, or in a setuid program"
                   : "the warning before it began may be the reason");
  }
  bool refused = false;
  for (const models::Note& note : spools.recording.notes) {
    if (note.topic == "own-cupti") {
      return say("CUPTI serves one tool at a time, and " + application + " may use it itself", note.remedy);
    }
    if (note.topic == "subscriber" || note.topic == "fatal") return say(note.text, note.remedy);
    refused |= note.topic == "permission" || note.topic == "no-cupti";
  }
  say(application + " launched no kernel that rooflens could see",
      refused ? "`rooflens doctor` says what is wrong here" : "");
}

// Ranks other than the first keep quiet on what the first says too; what is wrong with their own numbers, nobody else
// says. Where nothing of a kernel was seen, everything may be the reason.
void print_own_notes(const models::Recording& recording, bool speaks, const Streams& streams) {
  std::vector<models::Note> notes = recording.notes;
  if (!speaks && !recording.observations.empty()) {
    std::erase_if(notes, [](const models::Note& note) { return note.level != models::NoteLevel::warning; });
  }
  print_notes(notes, recording.processes, streams);
}

// What was known before they began holds for all processes.
void add_notes(const std::vector<models::Note>& notes, models::Recording& recording) {
  for (models::Note note : notes) {
    for (const models::Process& process : recording.processes) {
      note.process = process.id;
      recording.notes.push_back(note);
    }
  }
}

bool has_measured_roofs(const models::Recording& recording) {
  return std::any_of(recording.machines.begin(), recording.machines.end(), [](const models::Machine& machine) {
    const models::MemoryCeiling* dram = machine.ceilings.best(models::Level::dram);
    return dram && dram->origin.source == models::CeilingSource::measured;
  });
}

// The session of what was written. `known_before` was said before, `ready` as above.
void record(const ProfileOptions& options, ProfileOutput& output, SpoolRecording spools, models::Provenance provenance,
            const std::vector<models::Note>& known_before, bool ready, const JobRank& job, const Streams& streams) {
  const bool speaks = job.rank == 0;
  print_own_notes(spools.recording, speaks, streams);
  if (spools.recording.observations.empty()) {
    if (!options.keep_spool && spools.still_running.empty()) output.remove_spool();
    return explain_nothing(spools, options.application.front(), ready, streams);
  }
  provenance.collector = spools.recording.provenance.collector;
  provenance.cupti_version = spools.recording.provenance.cupti_version;
  if (options.attach) provenance.command = "rooflens.profile() in " + spools.recording.provenance.command;
  spools.recording.provenance = std::move(provenance);
  add_notes(known_before, spools.recording);
  const models::Analysis analysis = models::analyse(spools.recording, on_all_processors);
  save_recording(output.session(), spools.recording, analysis, options.force);
  if (speaks) print_profile(spools.recording, analysis, options.config, streams);
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
  PlannedLaunch launch = plan_launch(*options);
  if (job.rank == 0) print_notes(launch.notes, {}, streams);
  ProfileOutput output(*options, job);
  options->config.spool_folder = fs::absolute(output.spool()).string();
  options->config.tool_version = version();
  options->config.launcher_locks = output.holds_lock();
  launch.plan.config = encode(options->config);
  // What is wrong is said first; times are recorded all the same. The driver takes up to seconds to start in this
  // process: a block does not wait for that.
  bool ready = true;
  const auto look = [&] { ready = job.rank != 0 || preflight(backend, streams.err); };
  if (!options->attach) look();
  if (job.rank == 0 && options->config.replay == collect::ReplayMode::kernel) {
    streams.err
        << "rooflens: warning: --replay-mode kernel repeats launches: a program whose kernels wait for something "
           "can hang. Kernels that print, allocate memory or launch others are not repeated\n";
  }
  models::Provenance provenance = provenance_here("profile", arguments);
  streams.err.flush();

  const int code = options->attach ? wait_for(launch.plan, output.session(), streams, look) : run(launch.plan);
  try {
    record(*options, output, read_spool_folder(output.spool(), backend, find_measured(options->ceilings)),
           std::move(provenance), launch.notes, ready, job, streams);
    return code;
  } catch (...) {
    const int own = print_error_in_flight(streams, "profile");
    if (!fs::exists(output.spool())) return code != 0 ? code : own;
    streams.err << "rooflens: hint: what the application's processes wrote is in " << output.spool().string()
                << "; `rooflens merge " << models::shell_quote(output.spool().string())
                << " -o NEW.rlens` makes a session of it\n";
    return code != 0 ? code : own;
  }
}

}  // namespace rooflens::cli
