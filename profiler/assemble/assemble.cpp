#include "profiler/assemble/assemble.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include "models/base/number_in.hpp"
#include "profiler/assemble/formula_work.hpp"
#include "profiler/assemble/graph_split.hpp"
#include "profiler/assemble/kernel_observations.hpp"
#include "profiler/assemble/range_observations.hpp"
#include "profiler/assemble/same_work.hpp"
#include "profiler/config/kernel_name.hpp"

namespace rooflens::collect {
namespace {

models::DeviceProperties properties(const spool::DeviceRecord& d) {
  models::DeviceProperties p;
  p.name = d.name;
  p.uuid = d.uuid;
  p.chip = d.chip;
  p.compute_capability = {d.compute_capability_major, d.compute_capability_minor};
  p.sm_count = std::max(1, d.sm_count);
  p.sm_clock_maximum = models::Hertz(d.sm_clock_hz);
  p.memory = models::Bytes(d.memory_bytes);
  p.l2 = models::Bytes(d.l2_bytes);
  p.shared_per_sm = models::Bytes(d.shared_per_sm_bytes);
  p.shared_per_block_optin = models::Bytes(d.shared_per_block_bytes);
  p.registers_per_sm = d.registers_per_sm;
  p.warp_size = std::max(1, d.warp_size);
  p.threads_per_sm = d.warps_per_sm * p.warp_size;
  p.blocks_per_sm = d.blocks_per_sm;
  p.mig = d.mig;
  return p;
}

// One machine for each GPU of a host, whichever of its processes used it.
class Machines {
 public:
  explicit Machines(std::span<const models::DeviceProperties> installed) : installed_(installed) {}

  int of(const SpoolIndex& index, int device) {
    const auto it = index.devices.find(device);
    spool::DeviceRecord record;
    if (it != index.devices.end()) record = it->second;
    const std::string key = record.uuid.empty() ? fmt::format("{} device {}", index.process.pid, device) : record.uuid;
    const auto [place, fresh] = numbers_.emplace(index.process.hostname + "|" + key, static_cast<int>(machines.size()));
    if (fresh) {
      models::Machine machine;
      machine.id = place->second;
      machine.device = properties(record);
      for (const models::DeviceProperties& known : installed_) {
        if (known.uuid.empty() || known.uuid != record.uuid) continue;
        machine.device = known;
        if (!record.chip.empty()) machine.device.chip = record.chip;
      }
      if (machine.device.name.empty()) machine.device.name = fmt::format("unknown GPU {}", device);
      machines.push_back(std::move(machine));
    } else if (!record.chip.empty()) {
      machines[static_cast<std::size_t>(place->second)].device.chip = record.chip;
    }
    return place->second;
  }

  std::vector<models::Machine> machines;

 private:
  std::span<const models::DeviceProperties> installed_;
  std::map<std::string, int> numbers_;
};

// Short names are made for all processes together: the same kernel has the same name in every rank.
std::vector<std::vector<std::string>> names_of(std::span<const SpoolIndex> indices) {
  std::vector<NamedKernel> kernels;
  for (const SpoolIndex& index : indices) {
    for (const auto& [number, entry] : index.kernels) {
      kernels.push_back({demangle(entry.record().function), entry.record().launch});
    }
  }
  const std::vector<std::string> all = short_names(kernels);
  std::vector<std::vector<std::string>> names;
  std::size_t next = 0;
  for (const SpoolIndex& index : indices) {
    names.emplace_back();
    for (std::size_t i = 0; i < index.kernels.size(); ++i) names.back().push_back(all[next++]);
  }
  return names;
}

// "block=256 n=4096"; what is no whole number is left out.
std::map<std::string, std::int64_t> parameters_of(const std::string& text) {
  std::map<std::string, std::int64_t> parameters;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find('=');
    if (at == std::string::npos) continue;
    if (const auto value = models::number_in<std::int64_t>(word.substr(at + 1)))
      parameters[word.substr(0, at)] = *value;
  }
  return parameters;
}

models::Process process_of(const SpoolIndex& index, int id) {
  const spool::ProcessRecord& p = index.process;
  models::Process process{id, p.hostname, p.pid, p.rank, p.world, p.launcher, p.command};
  if (index.ended && index.ended_ns > p.started_ns)
    process.wall = models::nanoseconds(static_cast<double>(index.ended_ns - p.started_ns));
  // A kernel may have run in any gap, or on another GPU, whose own gaps are told for none.
  if (index.dropped_records > 0 || index.gaps.size() != 1) return process;
  const auto& [device, gaps] = *index.gaps.begin();
  const auto elsewhere = [&, used = device](const auto& entry) { return entry.second.record().device != used; };
  if (std::any_of(index.kernels.begin(), index.kernels.end(), elsewhere)) return process;
  process.gaps = {gaps.launches, models::nanoseconds(gaps.measured_ns), models::nanoseconds(gaps.idle_ns),
                  models::nanoseconds(gaps.around_tiny_ns)};
  return process;
}

models::Note note_of(const spool::NoteRecord& r) {
  const bool warning = r.level == spool::NoteRecord::Level::warning;
  return {warning ? models::NoteLevel::warning : models::NoteLevel::information, r.id, r.text, r.remedy, std::nullopt};
}

// `process`: its id, or none where the spool does not say whose it is.
void append_notes(const SpoolIndex& index, std::optional<int> process, Assembly& assembly) {
  using models::NoteLevel;
  std::vector<models::Note> notes;
  for (const spool::NoteRecord& record : index.notes) notes.push_back(note_of(record));
  const auto add = [&](NoteLevel level, const char* topic, const std::string& text, const char* remedy = "") {
    notes.push_back({level, topic, text, remedy, std::nullopt});
  };
  const std::int64_t pid = index.process.pid;
  if (index.damage.disk_was_full) {
    add(NoteLevel::warning, "disk-full",
        fmt::format("the disk was full, or did not answer, while process {} ran: some of what it saw is lost", pid),
        "free some space, or let --output name a file on another disk");
  }
  if (index.damage.damaged > 0) {
    add(NoteLevel::warning, "damaged",
        fmt::format("{} records of process {} could not be read", index.damage.damaged, pid));
  }
  if (index.damage.unknown > 0) {
    add(NoteLevel::information, "later-records",
        fmt::format("{} records of process {} are of kinds that this version does not know", index.damage.unknown, pid),
        "the rooflens that wrote them reads them too");
  }
  if (index.dropped_records > 0) {
    add(NoteLevel::warning, "dropped",
        fmt::format("CUPTI dropped {} records of process {}: as many launches have no time", index.dropped_records,
                    pid));
  }
  const auto least_of = [](double least, const auto& kernel) { return std::min(least, kernel.second.shortened); };
  if (const double least = std::accumulate(index.kernels.begin(), index.kernels.end(), 1.0, least_of); least < 1) {
    add(NoteLevel::information, "shortened",
        fmt::format("CUPTI's records make some kernels longer: times of such kernels are those between events around a "
                    "few launches, up to {:.0f} % shorter",
                    100 * (1 - least)));
  }
  const auto by_events = std::ranges::count_if(index.kernels, [](const auto& k) { return k.second.by_events; });
  if (by_events > 0) {
    add(NoteLevel::information, "by-events",
        fmt::format(
            "{} without a record of CUPTI: the times are those between events around a few launches, about 3 µs "
            "longer where nothing else runs",
            by_events == 1 ? "one kernel is" : fmt::format("{} kernels are", by_events)));
  }
  // Where the disk was full, the record of an orderly end may be what was lost.
  if (index.has_process && !index.ended && !index.damage.disk_was_full) {
    add(NoteLevel::information, "killed",
        fmt::format("process {} did not end in an orderly way; all but its last seconds are there", pid));
  }
  for (models::Note& note : notes) {
    note.process = process;
    const bool known = std::any_of(assembly.notes.begin(), assembly.notes.end(), [&](const models::Note& n) {
      return std::tie(n.topic, n.text, n.process) == std::tie(note.topic, note.text, note.process);
    });
    if (!known) assembly.notes.push_back(std::move(note));
  }
}

void number_works(std::span<models::Observation> works, const std::string& label) {
  for (std::size_t i = 0; i < works.size() && works.size() > 1; ++i) {
    works[i].name = fmt::format("{} [work {} of {}]", label, i + 1, works.size());
  }
}

}  // namespace

Assembly assemble(std::span<const SpoolIndex> spools, std::span<const models::DeviceProperties> installed) {
  Assembly assembly;
  const std::vector<std::vector<std::string>> names = names_of(spools);
  Machines machines(installed);
  for (std::size_t i = 0; i < spools.size(); ++i) {
    const SpoolIndex& index = spools[i];
    const int process = static_cast<int>(assembly.processes.size());
    append_notes(index, index.has_process ? std::optional(process) : std::nullopt, assembly);
    if (!index.has_process) continue;
    assembly.processes.push_back(process_of(index, process));
    const std::map<int, std::string> contradicted = contradicted_by_graphs(index);
    std::vector<RangeMember> members;
    std::size_t name = 0;
    for (const auto& [number, entry] : index.kernels) {
      const std::string& label = names[i][name++];
      if (entry.shape) continue;  // comes with it
      const bool graph = entry.record().form == spool::LaunchForm::graph;
      const int machine = machines.of(index, entry.record().device);
      const std::size_t begin = assembly.observations.size();
      const std::vector<SameWork> works = same_work(index, number);
      for (const SameWork& work : works) {
        const std::size_t first = assembly.observations.size();
        std::vector<models::Observation> all =
            kernel_observations(*work.entry, index, graph ? fmt::format("graph {}", number) : label);
        if (works.size() == 1 && all.size() == 1) add_formula(all.front(), entry);  // several: launches differ
        for (models::Observation& o : all) {
          if (o.launches_made == 0) continue;  // captured into a graph, never launched itself
          o.machine = machine;
          o.process = process;
          o.parameters = parameters_of(entry.parameters);
          for (const int kernel : work.kernels) {
            if (const auto why = contradicted.find(kernel); why != contradicted.end()) {
              withdraw_counters(o, why->second);
              break;
            }
          }
          if (!graph) o.launches.front().function = demangle(entry.record().function);
          if (work.nodes && works.size() > 1) {
            o.remarks.push_back("nodes of graphs: their arguments tell them from other launches of this kernel");
          }
          assembly.observations.push_back(std::move(o));
        }
        const std::size_t rows = assembly.observations.size() - first;
        for (const int kernel : work.kernels) members.push_back({&index.kernels.at(kernel), machine, first, rows});
      }
      if (works.size() > 1) number_works(std::span(assembly.observations).subspan(begin), label);
    }
    for (const auto& [place, entry] : index.functions) {
      models::FunctionProfile function{
          demangle(place.function), machines.of(index, place.device), process, entry.launches, {}};
      for (const auto& [offset, instruction] : entry.instructions) function.instructions.push_back(instruction);
      assembly.functions.push_back(std::move(function));
    }
    std::vector<models::Observation> ranges = range_observations(index, members, assembly.observations, process);
    std::move(ranges.begin(), ranges.end(), std::back_inserter(assembly.observations));
  }
  assembly.machines = std::move(machines.machines);
  return assembly;
}

}  // namespace rooflens::collect
