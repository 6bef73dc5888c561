#include "models/explain/analysis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string_view>

#include "models/explain/hints.hpp"
#include "models/explain/machine_findings.hpp"
#include "models/explain/stalled_time.hpp"
#include "models/explain/verdict.hpp"
#include "models/find/findings.hpp"
#include "models/find/source_findings.hpp"

namespace rooflens::models {
namespace {

void insert_before_notes(std::vector<Finding>& findings, const std::vector<Finding>& more) {
  const auto before =
      std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.severity <= Severity::note; });
  findings.insert(before, more.begin(), more.end());
}

void analyse_kernels(std::vector<AnalysedKernel>& kernels, const ForEach& for_each) {
  constexpr std::size_t kLeastOfAThread = 500;  // some milliseconds of work
  for_each(kernels.size(), kLeastOfAThread, [&](std::size_t i) {
    AnalysedKernel& kernel = kernels[i];
    static_cast<Placement&>(kernel) = place(*kernel.observation, *kernel.machine);
    kernel.findings = kernel_findings(kernel);
    kernel.explanation = explain(kernel);
  });
}

double total_time(const AnalysedKernel& kernel) {
  if (!kernel.has_share()) return 0;
  const Observation& observation = *kernel.observation;
  if (observation.total_time && observation.timed_launches > 0) {
    return observation.total_time->value() * static_cast<double>(observation.launches_made) /
           static_cast<double>(observation.timed_launches);
  }
  return kernel.time->median.value() * static_cast<double>(std::max<std::uint64_t>(1, observation.launches_made));
}

void share_time(MachineAnalysis& machine) {
  for (const AnalysedKernel& kernel : machine.kernels) {
    if (!kernel.has_share()) continue;
    machine.run_time.kernels += Seconds(total_time(kernel));
    machine.run_time.launches += std::max<std::uint64_t>(1, kernel.observation->launches_made);
  }
  const double sum = machine.run_time.kernels.value();
  if (sum <= 0) return;
  for (AnalysedKernel& kernel : machine.kernels) kernel.share_of_time = total_time(kernel) / sum;
}

// Notes of runs in which launches were left alone, or what was seen of them was lost.
constexpr std::array<std::string_view, 12> kOfParts{"activity", "damaged",   "disk-full", "dropped",
                                                    "fatal",    "idle",      "internal",  "killed",
                                                    "launcher", "own-cupti", "sampled",   "still-running"};

bool whole(const MachineAnalysis& machine, const std::vector<Note>& notes) {
  const auto is_of_parts = [](const Note& note) {
    return std::find(kOfParts.begin(), kOfParts.end(), note.topic) != kOfParts.end();
  };
  const auto is_untimed = [](const AnalysedKernel& kernel) {
    return kernel.observation->scope == Scope::launch && !kernel.has_share();
  };
  return std::none_of(notes.begin(), notes.end(), is_of_parts) &&
         std::none_of(machine.kernels.begin(), machine.kernels.end(), is_untimed);
}

// Of the processes that ran a kernel here. What is no kernel of one of several may be one of another.
void add_process_times(MachineAnalysis& machine, const std::vector<Process>& processes) {
  std::size_t number = 0;
  for (const Process& process : processes) {
    const bool here = std::any_of(machine.kernels.begin(), machine.kernels.end(), [&](const AnalysedKernel& kernel) {
      return kernel.observation->process == process.id;
    });
    if (!here) continue;
    machine.run_time.gaps = ++number == 1 ? process.gaps : KernelGaps{};
    if (process.wall) machine.run_time.wall = std::max(machine.run_time.wall.value_or(Seconds()), *process.wall);
  }
}

std::set<std::string_view> peers_of(const std::vector<Family>& families) {
  std::set<std::string_view> peers;
  for (const Family& family : families) {
    for (const FamilyMember& member : family.members) peers.insert(member.peer);
  }
  return peers;
}

// Whether its code may be somebody else's: nothing shows the lines of an application's kernel, or the catalogue says
// so.
bool is_of_library(const AnalysedKernel& kernel, const MachineAnalysis& machine,
                   const std::set<std::string_view>& peers) {
  if (kernel.explanation.advice.empty()) return false;
  const bool of_application = kernel.observation->cache == CachePolicy::uncontrolled;
  if (!of_application) return peers.contains(kernel.observation->name);
  return !(kernel.source && machine.sources[*kernel.source].has_lines());
}

std::string words_for_callers(MachineAnalysis& machine, const std::vector<Family>& families) {
  const std::set<std::string_view> peers = peers_of(families);
  for (AnalysedKernel& kernel : machine.kernels) kernel.may_be_of_library = is_of_library(kernel, machine, peers);
  return std::ranges::any_of(machine.kernels, &AnalysedKernel::may_be_of_library)
             ? "A library's kernel (cuBLAS, cuDNN, PyTorch) is changed by its call: data type, shape, batch size, "
               "memory "
               "layout, or one call that does the work of several (a fused optimizer, torch.compile)."
             : "";
}

// What the best advice promises for sure, and what the roof leaves.
void find_recoverable(AnalysedKernel& kernel) {
  const double time = total_time(kernel);
  const Explanation& why = kernel.explanation;
  if (time <= 0 || kernel.failed() || (kernel.mismatch && kernel.mismatch->withholds_shares())) return;
  if (!why.gap && !kernel.percent_of_roof) return;
  const auto saved_by = [&](double faster) { return Seconds(time * (1 - 1 / std::max(1.0, faster))); };
  // The roof of measured work holds unused sectors, which may have come from DRAM.
  const auto unused = std::ranges::find(why.advice, "coalescing", &Advice::id);
  const double without = unused == why.advice.end() ? 1 : unused->gain_high;
  const Seconds at_most = saved_by(why.gap ? std::max(why.gap->total, without) : 1 / kernel.percent_of_roof->fraction);
  const Seconds at_least = why.advice.empty() ? Seconds() : saved_by(why.advice.front().gain_low);
  kernel.recoverable = {std::min(at_least, at_most), at_most, kernel.share_of_time * (at_most.value() / time)};
}

// Where nothing is known, all of the time may be saved.
std::vector<std::size_t> by_recoverable(const std::vector<AnalysedKernel>& kernels) {
  const auto left = [&](std::size_t i) {
    return kernels[i].recoverable ? kernels[i].recoverable->at_most.value() : total_time(kernels[i]);
  };
  std::vector<std::size_t> order(kernels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return left(a) > left(b); });
  return order;
}

// All geometries of a function share its samples; the most time-consuming one lends it its name.
void connect_sources(MachineAnalysis& machine) {
  std::stable_sort(machine.sources.begin(), machine.sources.end(),
                   [](const SourceProfile& a, const SourceProfile& b) { return a.samples > b.samples; });
  for (std::size_t s = 0; s < machine.sources.size(); ++s) {
    SourceProfile& source = machine.sources[s];
    double most = -1;
    for (AnalysedKernel& kernel : machine.kernels) {
      const Observation& observation = *kernel.observation;
      const FunctionProfile& function = *source.function;
      const bool is_its = function.kernel.empty() ? observation.launches.size() == 1 &&
                                                        observation.launches.front().function == function.function
                                                  : observation.name == function.kernel;
      if (observation.process != function.process || !is_its) continue;
      if (kernel.source) continue;  // another binary holds a function of this name, and was sampled more
      kernel.source = s;
      for (Finding& finding : kernel.findings) {
        if (finding.topic == "no-roof") finding.remedy.clear();  // it is sampled
      }
      insert_before_notes(kernel.findings, source_findings(source));
      if (kernel.share_of_time > most) {
        most = kernel.share_of_time;
        source.label = observation.name;
      }
    }
  }
}

// Samples of several kernels together say nothing of one.
void explain_by_samples(MachineAnalysis& machine) {
  for (std::size_t s = 0; s < machine.sources.size(); ++s) {
    AnalysedKernel* only = nullptr;
    std::size_t kernels = 0;
    for (AnalysedKernel& kernel : machine.kernels) {
      if (kernel.source != s) continue;
      only = &kernel;
      ++kernels;
    }
    if (kernels != 1) continue;
    explain_by_samples(*only, machine.sources[s], only->explanation);
  }
}

// Where samples were taken, what has none cannot be sampled.
void add_hints(MachineAnalysis& machine) {
  for (AnalysedKernel& kernel : machine.kernels) {
    const bool by_line = kernel.source && machine.sources[*kernel.source].has_lines();
    const Sampled sampled = by_line ? Sampled::by_line : machine.sources.empty() ? Sampled::no : Sampled::by_kernel;
    insert_before_notes(kernel.findings, hints(kernel, kernel.explanation, sampled));
  }
}

}  // namespace

Analysis analyse(const Recording& recording, const ForEach& for_each) {
  Analysis analysis;
  std::map<int, std::size_t> index;
  for (const Machine& machine : recording.machines) {
    index.emplace(machine.id, analysis.machines.size());
    analysis.machines.push_back({.machine = &machine,
                                 .kernels = {},
                                 .by_recoverable = {},
                                 .ranges = {},
                                 .sources = {},
                                 .families = {},
                                 .verdict = {},
                                 .findings = {}});
  }
  for (MachineAnalysis& machine : analysis.machines) {
    machine.kernels.reserve(recording.observations.size() / analysis.machines.size());
  }
  for (const Observation& observation : recording.observations) {
    const auto it = index.find(observation.machine);
    if (it == index.end()) {
      throw std::invalid_argument(fmt::format("observation {} refers to GPU {}, which the session does not hold",
                                              observation.name, observation.machine));
    }
    MachineAnalysis& machine = analysis.machines[it->second];
    std::vector<AnalysedKernel>& list = observation.scope == Scope::nvtx ? machine.ranges : machine.kernels;
    AnalysedKernel& kernel = list.emplace_back();
    kernel.observation = &observation;
    kernel.machine = machine.machine;
  }
  for (const FunctionProfile& function : recording.functions) {
    const auto it = index.find(function.machine);
    if (it != index.end()) analysis.machines[it->second].sources.push_back(source_profile(function));
  }
  for (MachineAnalysis& machine : analysis.machines) {
    analyse_kernels(machine.kernels, for_each);
    analyse_kernels(machine.ranges, for_each);
    share_time(machine);
    machine.run_time.whole = whole(machine, recording.notes);
    add_process_times(machine, recording.processes);
    connect_sources(machine);
    explain_by_samples(machine);
    add_hints(machine);
    for (AnalysedKernel& kernel : machine.kernels) find_recoverable(kernel);
    machine.by_recoverable = by_recoverable(machine.kernels);
    for (AnalysedKernel& kernel : machine.kernels) {
      kernel.peer = compare_with_peer(recording.families, machine, kernel);
    }
    machine.families = family_progress(recording.families, machine);
    machine.groups = kernel_groups(machine.kernels);
    machine.for_callers = words_for_callers(machine, recording.families);
    machine.verdict = verdict(machine);
    machine.findings = machine_findings(machine);
  }
  return analysis;
}

}  // namespace rooflens::models
