#include "profiler/actions/sessions/merge_sessions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "models/base/find_in.hpp"
#include "models/base/joined.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/actions/profile/profile_output.hpp"
#include "profiler/actions/profile/spool_recording.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::actions {
namespace {

// The host of a machine is that of a process that used it; a recording's own where none did.
std::string host_of(const models::Recording& recording, const models::Machine& machine) {
  for (const models::Observation& observation : recording.observations) {
    if (observation.machine != machine.id) continue;
    for (const models::Process& process : recording.processes) {
      if (process.id == observation.process) return process.hostname;
    }
  }
  return recording.provenance.hostname;
}

// A rank that counted nothing knows fewer roofs of the same GPU, and an older session fewer probes and links.
std::size_t roofs(const models::Machine& machine) {
  const models::Ceilings& ceilings = machine.ceilings;
  return ceilings.memory.size() + ceilings.compute.size() + ceilings.instruction.size() + ceilings.links.size() +
         (ceilings.probes ? ceilings.probes->roofs.size() : 0);
}

// The first kernel of an application's process: chance gives no other process the same time in all its launches.
const models::Observation* first_of(const models::Recording& recording, int process) {
  return models::find_in(recording.observations, process, &models::Observation::process);
}

bool same(const models::Recording& a, const models::Process& p, const models::Recording& b, const models::Process& q) {
  const models::Observation* of_a = first_of(a, p.id);
  const models::Observation* of_b = first_of(b, q.id);
  return std::tie(p.hostname, p.pid, p.rank) == std::tie(q.hostname, q.pid, q.rank) && of_a && of_b &&
         of_a->name == of_b->name && of_a->total_time && of_a->total_time == of_b->total_time;
}

class Merger {
 public:
  /// Throws CommandError for a recording of a process that is there already.
  void refuse_known(const NamedRecording& entry) const {
    for (const models::Process& process : entry.recording.processes) {
      for (const models::Process& known : merged.processes) {
        if (!same(entry.recording, process, merged, known)) continue;
        throw CommandError(kUsage,
                           fmt::format("{} holds rank {} (process {} on {}) again, which a session before it holds",
                                       entry.name, process.rank, process.pid, process.hostname),
                           "its kernels would be counted twice: name each rank once");
      }
    }
  }

  void add(models::Recording recording) {
    std::map<int, int> machines;
    for (models::Machine& machine : recording.machines) {
      machines[machine.id] = number_of(host_of(recording, machine), std::move(machine));
    }
    std::map<int, int> processes;
    for (models::Process& process : recording.processes) {
      const int id = static_cast<int>(merged.processes.size());
      processes[process.id] = id;
      process.id = id;
      if (process.command.empty()) process.command = recording.provenance.command;
      merged.processes.push_back(std::move(process));
    }
    for (models::Observation& observation : recording.observations) {
      observation.machine = machines.at(observation.machine);
      observation.process = processes.at(observation.process);
      merged.observations.push_back(std::move(observation));
    }
    for (models::FunctionProfile& function : recording.functions) {
      function.machine = machines.at(function.machine);
      function.process = processes.at(function.process);
      merged.functions.push_back(std::move(function));
    }
    for (models::Note& note : recording.notes) {
      if (note.process) note.process = processes.at(*note.process);
      merged.notes.push_back(std::move(note));
    }
    for (models::Family& family : recording.families) {
      const bool known = std::any_of(merged.families.begin(), merged.families.end(),
                                     [&](const models::Family& other) { return other.name == family.name; });
      if (!known) merged.families.push_back(std::move(family));
    }
  }

  models::Recording merged;

 private:
  // A GPU that does not tell its uuid is a machine of its own, and so is each part of one.
  int number_of(const std::string& host, models::Machine machine) {
    const int fresh = static_cast<int>(merged.machines.size());
    const std::string key = machine.device.uuid.empty()
                                ? ""
                                : fmt::format("{}|{}|{}", host, machine.device.uuid,
                                              machine.device.whole_sm_count ? machine.device.sm_count : 0);
    const int number = key.empty() ? fresh : numbers_.emplace(key, fresh).first->second;
    machine.id = number;
    if (number == fresh) {
      merged.machines.push_back(std::move(machine));
    } else if (roofs(machine) > roofs(merged.machines[static_cast<std::size_t>(number)])) {
      merged.machines[static_cast<std::size_t>(number)] = std::move(machine);
    }
    return number;
  }

  std::map<std::string, int> numbers_;
};

NamedRecording read(const Backend& backend, const std::string& input, Listener& listener) {
  if (!is_spool_folder(input)) return {input, session::load(input)};
  SpoolRecording spools = recording_from_spools(input, backend);
  listener.notes(spools.recording.notes, spools.recording.processes);
  return {input, std::move(spools.recording)};
}

}  // namespace

models::Recording merge_recordings(std::vector<NamedRecording> recordings) {
  const auto kind = recordings.front().recording.provenance.kind;
  for (const NamedRecording& entry : recordings) {
    if (entry.recording.provenance.kind == kind) continue;
    throw CommandError(kFailure,
                       "one of " + recordings.front().name + " and " + entry.name + " is simulated, the other recorded",
                       "they cannot stand in one session: nobody could tell measured numbers from made ones");
  }
  Merger merger;
  merger.merged.provenance = recordings.front().recording.provenance;
  merger.merged.provenance.altered.reset();
  std::vector<std::string> commands;
  for (NamedRecording& entry : recordings) {
    const std::string& command = entry.recording.provenance.command;
    if (std::find(commands.begin(), commands.end(), command) == commands.end()) commands.push_back(command);
    merger.refuse_known(entry);
    if (models::is_altered(entry.recording.provenance)) {
      merger.merged.notes.push_back({models::NoteLevel::warning, std::string(models::kAltered),
                                     "session '" + entry.name + "' was altered since it was recorded", "",
                                     std::nullopt});
    }
    merger.add(std::move(entry.recording));
  }
  merger.merged.provenance.command = models::joined(commands, " + ");
  return std::move(merger.merged);
}

models::Recording merge_sessions(const Backend& backend, const MergeRequest& request, Listener& listener) {
  for (const std::string& input : request.inputs) {
    std::error_code ignored;
    if (!std::filesystem::equivalent(input, request.output, ignored)) continue;
    throw usage_error("--output " + request.output.string() + " is one of the sessions to merge",
                      "let it name another file");
  }
  refuse_same_files("merge", request.inputs, " twice", "its kernels would be counted twice: name it once");
  check_session_writable(request.output, request.force);
  std::vector<NamedRecording> inputs;
  for (const std::string& input : request.inputs) inputs.push_back(read(backend, input, listener));
  models::Recording merged = merge_recordings(std::move(inputs));
  save_recording(request.output, merged, request.force);
  return merged;
}

}  // namespace rooflens::actions
