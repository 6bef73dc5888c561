#include "profiler/actions/profile/profile_application.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "models/base/joined.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/injected_library.hpp"
#include "profiler/actions/profile/profile_output.hpp"
#include "profiler/actions/profile/spool_recording.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/doctor/doctor_checks.hpp"
#include "profiler/launcher/launcher.hpp"
#include "reports/words/format.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

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

// What the launcher refuses, with the exit code that a shell would give it.
template <class Work>
auto started(Work work) -> decltype(work()) {
  using Cause = launcher::LaunchError::Cause;
  try {
    return work();
  } catch (const launcher::LaunchError& error) {
    const ExitCode code = error.cause() == Cause::not_found        ? kNotFound
                          : error.cause() == Cause::not_executable ? kNotExecutable
                                                                   : kUsage;
    throw CommandError(code, error.what(), error.remedy());
  }
}

// `notes`: on what the application's processes will lack, of whom none is known yet.
launcher::LaunchPlan plan_launch(const ProfileRequest& request, std::vector<models::Note>& notes) {
  launcher::LaunchPlan plan;
  started([&] {
    const char* path = std::getenv("PATH");
    if (!request.attach) plan.program = launcher::check_program(request.application.front(), path ? path : kUsualPath);
    if (!launcher::check_environment()) {
      notes.push_back(
          {models::NoteLevel::information, "nvtx",
           launcher::kNvtxVariable + std::string(" names another tool: NVTX ranges go there, not to rooflens"), "",
           std::nullopt});
    }
  });
  plan.arguments = request.application;
  plan.injected = injected_library();
  return plan;
}

// Nothing of a kernel was written: why? `ready`: nothing was found wrong before the application began. No error: it
// ran, and ended as it did; a rank without kernels would end the job of all.
void explain_nothing(const models::Recording& recording, const std::string& application, bool ready,
                     Listener& listener) {
  const auto say = [&](const std::string& what, const std::string& hint) {
    listener.warn("no session was written: " + what, hint);
  };
  if (recording.processes.empty() && recording.notes.empty()) {
    return say("no CUDA context was created: " + application +
                   " did not use the CUDA driver, or not where rooflens could be loaded into it",
               ready
                   ? "this happens where the program computes elsewhere: on the CPU, in a container or a service that "
                     "it talks to, on another host, or in a setuid program"
                   : "the warning before it began may be the reason");
  }
  bool refused = false;
  for (const models::Note& note : recording.notes) {
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
void tell_own_notes(const models::Recording& recording, bool speaks, Listener& listener) {
  std::vector<models::Note> notes = recording.notes;
  if (!speaks && !recording.observations.empty()) {
    std::erase_if(notes, [](const models::Note& note) { return note.level != models::NoteLevel::warning; });
  }
  listener.notes(notes, recording.processes);
}

bool has_measured_roofs(const models::Recording& recording) {
  return std::ranges::any_of(recording.machines, [](const models::Machine& machine) {
    const models::MemoryCeiling* dram = machine.ceilings.best(models::Level::dram);
    return dram && dram->origin.source == models::CeilingSource::measured;
  });
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

// The session of what was written. `known_before` was told before, `ready` as above.
void record(const ProfileRequest& request, ProfileOutput& output, SpoolRecording spools, models::Provenance provenance,
            const std::vector<models::Note>& known_before, bool ready, ProfileResult& result, Listener& listener) {
  models::Recording& recording = result.recording = std::move(spools.recording);
  tell_own_notes(recording, result.job.rank == 0, listener);
  if (recording.observations.empty()) {
    explain_nothing(recording, request.application.front(), ready, listener);
  } else {
    provenance.collector = recording.provenance.collector;
    provenance.cupti_version = recording.provenance.cupti_version;
    if (request.attach) provenance.command = "rooflens.profile() in " + recording.provenance.command;
    recording.provenance = std::move(provenance);
    add_notes(known_before, recording);
    models::Analysis analysis = models::analyse(recording, on_all_processors);
    save_recording(output.session(), recording, analysis, request.force);
    result.analysis = std::move(analysis);
    result.lacks_measured_roofs = request.ceilings && !has_measured_roofs(recording);
  }
  if (!request.keep_spool && spools.still_running.empty()) output.remove_spool();
}

}  // namespace

bool preflight(const Backend& backend, Listener& listener) {
  const std::vector<doctor::Check> checks = doctor::diagnose(backend.gather_facts(doctor::Probe::none));
  std::vector<models::Note> notes;
  for (const doctor::Check& check : checks) {
    if (!check.at_start || check.status == doctor::Status::ok || check.status == doctor::Status::unknown) continue;
    notes.push_back({models::NoteLevel::warning, check.id, reports::clean_utf8(check.fact) + ' ' + check.consequence,
                     "", std::nullopt});
  }
  if (!notes.empty()) notes.back().remedy = "`rooflens doctor` says what to do about it";
  listener.notes(notes, {});
  return doctor::counters_can_be_collected(checks);
}

ProfileResult profile_application(const Backend& backend, ProfileRequest request, models::Provenance provenance,
                                  const AwaitApplication& await, Listener& listener) {
  ProfileResult result;
  result.job = collect::job_rank([](const char* name) { return std::getenv(name); });
  const bool speaks = result.job.rank == 0;
  std::vector<models::Note> notes;
  launcher::LaunchPlan plan = plan_launch(request, notes);
  if (speaks) listener.notes(notes, {});
  ProfileOutput output(request, result.job);
  result.session = output.session();
  request.config.spool_folder = fs::absolute(output.spool()).string();
  request.config.tool_version = version();
  request.config.launcher_locks = output.holds_lock();
  plan.config = encode(request.config);
  // What is wrong is said first; times are recorded all the same. The driver takes up to seconds to start in this
  // process: a block does not wait for that.
  bool ready = true;
  const auto look = [&] { ready = !speaks || preflight(backend, listener); };
  if (!request.attach) look();
  if (speaks && request.config.replay == collect::ReplayMode::kernel) {
    listener.warn(
        "--replay-mode kernel repeats launches: a program whose kernels wait for something can hang. Kernels that "
        "print, allocate memory or launch others are not repeated");
  }
  if (request.attach) {
    constexpr const char* kNothing[] = {nullptr};
    await(launcher::injected_environment(kNothing, plan), output.session(), look);
  } else {
    result.code = started([&] { return launcher::run_to_end(plan); });
  }
  try {
    record(request, output, read_spool_folder(output.spool(), backend, request.ceilings), std::move(provenance), notes,
           ready, result, listener);
  } catch (...) {
    result.trouble = std::current_exception();
  }
  if (fs::exists(output.spool())) result.spool = output.spool();
  return result;
}

}  // namespace rooflens::actions
