#include "profiler/actions/profile/spool_recording.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <exception>
#include <iterator>
#include <utility>

#include "models/base/shell_quote.hpp"
#include "models/record/run_ceilings.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/provenance_here.hpp"
#include "profiler/assemble/assemble.hpp"
#include "profiler/config/hostname.hpp"

namespace rooflens::actions {
namespace {

using collect::SpoolIndex;
using collect::spool::ProcessRecord;

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Spools may come from another machine, and this one may have no GPU: then they have to do alone.
std::vector<models::DeviceProperties> installed_devices(const Backend& backend) {
  std::vector<models::DeviceProperties> devices;
  try {
    const int count = backend.device_count();
    for (int device = 0; device < count; ++device) devices.push_back(backend.query(device));
  } catch (const std::exception&) {
  }
  return devices;
}

models::Provenance provenance_of(const std::vector<SpoolIndex>& spools) {
  models::Provenance p;
  p.collector = "cupti";
  const ProcessRecord* first = nullptr;
  for (const SpoolIndex& spool : spools) {
    if (spool.has_process && (!first || spool.process.started_ns < first->started_ns)) first = &spool.process;
  }
  if (!first) return p;
  p.tool_version = first->tool_version;
  p.command = first->command;
  p.started_utc = utc(static_cast<std::time_t>(first->started_ns / kNanoseconds));
  p.hostname = first->hostname;
  p.cupti_version = first->cupti_version;
  return p;
}

// A killed process closes its pipes before it has ended: who waited for those is a moment early.
constexpr int kEndingMilliseconds = 200;

enum class End { before, just_now, later };

// One that its parent has not asked about has ended too; kill() finds it all the same.
End end_of(pid_t pid, int milliseconds) {
  const auto process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return errno != ESRCH && (kill(pid, 0) == 0 || errno == EPERM) ? End::later : End::before;
  pollfd ended{process, POLLIN, 0};
  const End end = poll(&ended, 1, milliseconds) == 0 ? End::later : End::just_now;
  close(process);
  return end;
}

/// Process ids of those that run on; what `spools` say of one that has just ended is read anew.
std::vector<std::int64_t> running(const std::filesystem::path& folder, std::vector<SpoolIndex>& spools) {
  const std::string here = collect::hostname();
  std::vector<std::int64_t> result;
  bool written_to = false;
  for (const SpoolIndex& spool : spools) {
    const auto pid = static_cast<pid_t>(spool.process.pid);
    if (spool.ended || !spool.has_process || spool.process.hostname != here || pid <= 0) continue;
    const End end = end_of(pid, result.empty() ? kEndingMilliseconds : 0);  // one wait for all
    if (end == End::later) result.push_back(spool.process.pid);
    written_to = written_to || end == End::just_now;
  }
  if (written_to) spools = collect::index_spools(folder);
  return result;
}

// Where properties of the memory are missing, CUPTI's description of the GPU still has its bandwidth: without a roof
// for DRAM nothing could be called DRAM-bound.
void add_dram_roof(models::Machine& machine, const std::vector<SpoolIndex>& spools) {
  if (machine.ceilings.best(models::Level::dram) || machine.device.uuid.empty()) return;
  for (const SpoolIndex& spool : spools) {
    for (const auto& [number, device] : spool.devices) {
      if (device.uuid != machine.device.uuid || !(device.memory_bandwidth_bytes_per_second > 0)) continue;
      const models::CeilingOrigin origin{
          models::CeilingSource::theoretical,
          models::ClockBasis::maximum,
          {},
          device.mig ? "CUPTI's description of the whole GPU" : "CUPTI's description of the GPU",
          {}};
      machine.ceilings.memory.push_back(
          {models::Level::dram, models::ByteRate(device.memory_bandwidth_bytes_per_second), origin});
      return;
    }
  }
}

void add_roofs(models::Recording& recording, const std::vector<SpoolIndex>& spools, bool ceilings) {
  for (models::Machine& machine : recording.machines) {
    std::vector<models::Observation> own;
    std::copy_if(recording.observations.begin(), recording.observations.end(), std::back_inserter(own),
                 [&](const models::Observation& observation) { return observation.machine == machine.id; });
    const auto measured = ceilings ? cached_ceilings(machine.device) : std::nullopt;
    machine.ceilings = models::run_ceilings(machine.device, own, measured ? &*measured : nullptr);
    add_dram_roof(machine, spools);
  }
}

// A process that still runs was not killed, and what it goes on to do will be missing.
void note_still_running(SpoolRecording& spools, const std::filesystem::path& folder) {
  for (const models::Process& process : spools.recording.processes) {
    const auto& running = spools.still_running;
    if (std::find(running.begin(), running.end(), process.pid) == running.end()) continue;
    std::erase_if(spools.recording.notes,
                  [&](const models::Note& n) { return n.process == process.id && n.topic == "killed"; });
    spools.recording.notes.push_back(
        {models::NoteLevel::warning, "still-running",
         fmt::format("process {} had not ended when rooflens read what it wrote: what it did then is missing",
                     process.pid),
         fmt::format("when it has ended, `rooflens merge {} -o NEW.rlens` makes a session of all that it did",
                     models::shell_quote(folder.string())),
         process.id});
  }
}

}  // namespace

SpoolRecording read_spool_folder(const std::filesystem::path& folder, const Backend& backend, bool ceilings) {
  std::vector<SpoolIndex> spools = collect::index_spools(folder);
  SpoolRecording result;
  result.still_running = running(folder, spools);
  std::vector<models::DeviceProperties> devices;
  if (!spools.empty()) devices = installed_devices(backend);
  collect::Assembly assembly = collect::assemble(spools, devices);
  result.recording = {.provenance = provenance_of(spools),
                      .processes = std::move(assembly.processes),
                      .machines = std::move(assembly.machines),
                      .observations = std::move(assembly.observations),
                      .functions = std::move(assembly.functions),
                      .families = {},
                      .notes = std::move(assembly.notes)};
  note_still_running(result, folder);
  add_roofs(result.recording, spools, ceilings);
  return result;
}

SpoolRecording recording_from_spools(const std::filesystem::path& folder, const Backend& backend) {
  SpoolRecording spools = read_spool_folder(folder, backend);
  if (!spools.recording.observations.empty()) return spools;
  throw CommandError(kFailure, "no process wrote of any kernel into " + folder.string(),
                     "there is nothing to be made of it; the directory can be removed");
}

}  // namespace rooflens::actions
