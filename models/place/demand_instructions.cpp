// The part of demand that instructions make.
#include <algorithm>
#include <array>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "models/place/demand_draft.hpp"
#include "models/place/operations.hpp"
#include "models/place/time_mismatch.hpp"

namespace rooflens::models {
namespace {

using namespace demand_counters;
using Names = DemandDraft::Names;

constexpr double kLanes = 32;
constexpr std::array<std::string_view, 3> kPatched{counter::kSmspSassInstExecutedSum,
                                                   counter::kSmspSassThreadInstExecutedSum,
                                                   counter::kSmspSassThreadInstExecutedPredOnSum};
constexpr std::array<std::string_view, 3> kMonitored{counter::kSmspInstExecutedSum, counter::kSmspThreadInstExecutedSum,
                                                     counter::kSmspThreadInstExecutedPredOnSum};

// Warp instructions, those of active lanes, and those of lanes whose predicate was on: as that kind of counter saw them
// of which more are there, for the two kinds see different executions.
const std::array<std::string_view, 3>& instruction_counters(const DemandDraft& d) {
  const auto present = [&](const auto& names) {
    return std::count_if(names.begin(), names.end(), [&](std::string_view name) { return d.counters.find(name); });
  };
  return present(kMonitored) > present(kPatched) ? kMonitored : kPatched;
}

// Of which threads were counted: those of other pipes are warps anyway.
bool is_vector_pipe(const DemandResource& r) {
  const auto* precision = std::get_if<Precision>(&r.resource);
  return precision ? !info(*precision).tensor
                   : r.resource == RoofResource(Pipe::imad) && r.source == DemandSource::analytic;
}

// A warp occupies its pipe for all of its lanes: measured, a loop that saturates FP64 takes as long with 1 lane as with
// 32. How many lanes are active is a mean over all instructions: where the pipe would then need longer than the kernel
// took, those of the pipe had more of them. What is counted by warps holds its idle lanes already.
void occupy_pipes(DemandDraft& d) {
  const DemandResource* issue = d.find(Pipe::issue);
  const double active = issue ? issue->kept[at(Inefficiency::divergence)] : 0;
  if (!(active > 0) || !d.kernel.time) return;
  for (DemandResource& r : d.model.resources) {
    if (r.by_warps) r.kept[at(Inefficiency::divergence)] = active;
    if (!is_vector_pipe(r) || r.needed / active > kAboveRoof * d.kernel.time->median) continue;
    r.needed = r.needed / active;
    r.kept[at(Inefficiency::divergence)] = active;
  }
}

// kept = names[1] / (scale * names[0]), of the issue slots that `warps` take
void add_lanes(DemandDraft& d, Inefficiency i, const Names& names, double scale, std::string_view warps) {
  Names needed = names;
  if (std::find(names.begin(), names.end(), warps) == names.end()) needed.push_back(warps);
  if (!d.have(i, needed)) return;
  const double whole = scale * d.value(names[0]);
  const double part = d.value(names[1]);
  if (!(part <= (1 + kPassTolerance) * whole) || part < 0) return d.contradictory(i, names);
  d.known(i, needed);
  if (DemandResource* issue = d.find(Pipe::issue); issue && whole > 0) {
    issue->kept[at(i)] = std::min(1.0, part / whole);
  }
}

void add_spills(DemandDraft& d, std::string_view warps) {
  Names names{kLocalLoads, kLocalStores, warps};
  if (!d.have(Inefficiency::spills, names)) return;
  const double accesses = d.value(kLocalLoads) + d.value(kLocalStores);
  if (!(accesses <= d.value(warps))) return d.contradictory(Inefficiency::spills, names);
  if (DemandResource* issue = d.find(Pipe::issue)) {
    issue->removed[at(Inefficiency::spills)] = accesses / d.value(warps);
  }
  if (DemandResource* lsu = d.find(Pipe::lsu); lsu && lsu->amount > 0) {
    lsu->removed[at(Inefficiency::spills)] = std::clamp(accesses / lsu->amount, 0.0, 1.0);
  }
  const LevelPoint* l1 = d.measured(Level::l1);
  if (d.counters.find(kLocalLoadSectors) && d.counters.find(kLocalStoreSectors) && l1) {
    names.insert(names.end(), {kLocalLoadSectors, kLocalStoreSectors});
    const double bytes = kSectorBytes * (d.value(kLocalLoadSectors) + d.value(kLocalStoreSectors));
    if (DemandResource* r = d.find(Level::l1)) {
      r->removed[at(Inefficiency::spills)] = std::clamp(bytes / l1->bytes.value(), 0.0, 1.0);
    }
  }
  d.known(Inefficiency::spills, names);
}

bool has_tensor_pipe(const DemandDraft& d) {
  if (d.counters.find(kTensorActivity)) return true;
  const auto& compute = d.kernel.machine->ceilings.compute;
  return std::any_of(compute.begin(), compute.end(), [](const ComputeCeiling& c) { return info(c.precision).tensor; });
}

// Useful are arithmetic of the task, accesses and matrix instructions; unfused arithmetic and local memory are causes
// of their own.
void add_overhead(DemandDraft& d, std::string_view warps, std::string_view threads_on) {
  Names names{warps, threads_on, kLoads, kStores, kSharedLoads, kSharedStores, kLocalLoads, kLocalStores};
  for (const ArithmeticNames& a : kArithmetic) names.insert(names.end(), {a.add, a.multiply, a.fused});
  const bool integers = counts_as_work(Precision::int32, d.kernel.observation->work);
  if (integers) names.push_back(kInteger);
  if (has_tensor_pipe(d)) names.push_back(kTensorActivity);
  if (d.value(kTensorActivity) > 0) names.push_back(kHalfOnTensorPipe);
  if (!d.have(Inefficiency::overhead, names)) return;
  const double all_warps = d.value(warps);
  const double all_threads = d.value(threads_on);
  if (all_warps <= 0 || all_threads <= 0) return d.known(Inefficiency::overhead, names, true);
  double arithmetic = integers ? d.value(kInteger) : 0;
  for (const ArithmeticNames& a : kArithmetic) {
    if (a.precision == Precision::fp16 && d.kernel.half_moves) continue;
    arithmetic += d.value(a.add) + d.value(a.multiply) + d.value(a.fused);
  }
  const double accesses = d.value(kLoads) + d.value(kStores) + d.value(kSharedLoads) + d.value(kSharedStores) +
                          d.value(kLocalLoads) + d.value(kLocalStores);
  const double matrix = std::max(0.0, d.value(kTensorActivity) - d.value(kHalfOnTensorPipe));
  const double useful = arithmetic / all_threads + (accesses + matrix) / all_warps;
  if (!(useful <= 1 + kPassTolerance)) return d.contradictory(Inefficiency::overhead, names);
  d.known(Inefficiency::overhead, names, true);
  if (DemandResource* issue = d.find(Pipe::issue)) {
    issue->removed[at(Inefficiency::overhead)] = std::max(0.0, 1 - useful);
  }
}

void add_issue(DemandDraft& d) {
  const auto& names = instruction_counters(d);
  const DeviceProperties& device = d.kernel.machine->device;
  if (!d.find(Pipe::issue) && (device.sm_count <= 0 || (!d.model.run_clock && device.sm_clock_maximum.value() <= 0))) {
    for (const Inefficiency i :
         {Inefficiency::divergence, Inefficiency::predication, Inefficiency::overhead, Inefficiency::spills}) {
      d.model.unknown.push_back({i, {}, "the number of SMs or their clock is not known"});
    }
    return;
  }
  add_lanes(d, Inefficiency::divergence, {names[0], names[1]}, kLanes, names[0]);
  add_lanes(d, Inefficiency::predication, {names[1], names[2]}, 1, names[0]);
  add_spills(d, names[0]);
  add_overhead(d, names[0], names[2]);
}

// A pipe does one addition, product or fused pair a clock: unfused ones take the slot of two operations.
void add_fma_mix(DemandDraft& d) {
  Names names;
  for (const ArithmeticNames& a : kArithmetic) names.insert(names.end(), {a.add, a.multiply, a.fused});
  const auto pipe_of = [&d](const ArithmeticNames& a) {
    return d.find(spelt_by_formula(a.precision, d.kernel.observation->work));
  };
  double unfused = 0;
  std::array<double, kArithmetic.size()> kept{};
  for (std::size_t i = 0; i < kArithmetic.size(); ++i) {
    const ArithmeticNames& a = kArithmetic[i];
    kept[i] = 1;
    if (a.precision == Precision::fp16 && d.kernel.half_moves) continue;
    if (!d.counters.find(a.add) || !d.counters.find(a.multiply) || !d.counters.find(a.fused)) continue;
    const double single = d.value(a.add) + d.value(a.multiply);
    const double instructions = single + d.value(a.fused);
    if (instructions <= 0) continue;
    kept[i] = (single + 2 * d.value(a.fused)) / (2 * instructions);
    unfused += single / 2;
    if (DemandResource* pipe = pipe_of(a)) pipe->needed = pipe->needed / kept[i];
  }
  const auto& counted = instruction_counters(d);
  if (unfused > 0) names.insert(names.end(), {counted[0], counted[2]});
  if (!d.have(Inefficiency::fma_mix, names)) return;
  d.known(Inefficiency::fma_mix, names, true);
  for (std::size_t i = 0; i < kArithmetic.size(); ++i) {
    if (DemandResource* pipe = pipe_of(kArithmetic[i])) pipe->kept[at(Inefficiency::fma_mix)] = kept[i];
  }
  DemandResource* issue = d.find(Pipe::issue);
  const double threads_on = d.value(counted[2]);
  if (!issue || threads_on <= 0) return;
  const double others = issue->removed[at(Inefficiency::overhead)] + issue->removed[at(Inefficiency::spills)];
  issue->removed[at(Inefficiency::fma_mix)] = std::clamp(unfused / threads_on, 0.0, 1 - others);
}

}  // namespace

void add_instruction_demand(DemandDraft& draft) {
  add_issue(draft);
  add_fma_mix(draft);
  occupy_pipes(draft);
}

}  // namespace rooflens::models
