// The part of demand that memory accesses make.
#include <algorithm>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/demand_draft.hpp"

namespace rooflens::models {
namespace {

using namespace demand_counters;
using Names = DemandDraft::Names;

void remove(DemandDraft& d, Level level, Inefficiency i, double excess_bytes, Bytes all) {
  DemandResource* r = d.find(level);
  if (!r || all.value() <= 0) return;
  const double others = i == Inefficiency::spills ? 0 : r->removed[at(Inefficiency::spills)];
  r->removed[at(i)] = std::clamp(excess_bytes / all.value(), 0.0, 1 - others);
}

// What local memory moved is not known: so it takes no part at all.
void forget_spills(DemandDraft& d, std::vector<KnownInefficiency>::iterator spills) {
  d.model.known.erase(spills);
  for (DemandResource& r : d.model.resources) r.removed[at(Inefficiency::spills)] = 0;
  (void)d.have(Inefficiency::spills, {kLoadSectors, kStoreSectors});
}

// What a level moved beyond all sectors of global accesses is that of local memory, up to what its accesses can ask
// for: 16 bytes a lane. Beyond 4 bytes a lane part of it may be somebody else's (textures, atomics, bulk copies).
void add_spilled_traffic(DemandDraft& d) {
  constexpr double kWidestAccess = 16 * kSectorBytes, kUsualAccess = 4 * kSectorBytes;
  const auto spills = std::find_if(d.model.known.begin(), d.model.known.end(),
                                   [](const auto& k) { return k.inefficiency == Inefficiency::spills; });
  const double accesses = d.value(kLocalLoads) + d.value(kLocalStores);
  if (spills == d.model.known.end() || accesses <= 0) return;
  const bool l1_is_known = d.counters.find(kLocalLoadSectors) && d.counters.find(kLocalStoreSectors);
  std::vector<const LevelPoint*> points;
  for (const Level level : {Level::l1, Level::l2, Level::dram}) {
    const LevelPoint* point = d.measured(level);
    if (point && !(level == Level::l1 && l1_is_known)) points.push_back(point);
  }
  if (points.empty()) return;
  if (!d.counters.find(kLoadSectors) || !d.counters.find(kStoreSectors)) return forget_spills(d, spills);
  const double global = kSectorBytes * (d.value(kLoadSectors) + d.value(kStoreSectors));
  // Local memory goes through L1: no other level moves more for it.
  const LevelPoint* l1 = d.measured(Level::l1);
  double most = accesses * kWidestAccess;
  if (l1) most = std::min(most, std::max(0.0, l1->bytes.value() - global));
  for (const LevelPoint* point : points) {
    const double beyond = std::max(0.0, point->bytes.value() - global);
    spills->at_most |= beyond > accesses * kUsualAccess;
    remove(d, point->level, Inefficiency::spills, std::min(beyond, most), point->bytes);
  }
  for (const std::string_view name : {kLoadSectors, kStoreSectors}) {
    spills->counters.push_back(with_pass(name, d.counters));
  }
}

// Bytes of the sectors that loads need at least. A load by which all lanes read one word needs a whole sector and asks
// for 4 bytes: where a load asks for less than 4 bytes a lane on average, as many loads are taken for such broadcasts
// as explain it, and the others for full ones.
double needed_for_loads(const DemandDraft& d) {
  constexpr double kWord = 4, kWarpOfWords = 32 * kWord;
  const double loads = d.value(kLoads);
  const double bytes = d.value(kLoadBytes);
  if (!(loads > 0) || bytes >= loads * kWarpOfWords) return bytes;
  const double broadcasts = std::min(loads, (loads * kWarpOfWords - bytes) / (kWarpOfWords - kWord));
  return broadcasts * kSectorBytes + (loads - broadcasts) * kWarpOfWords;
}

// Excess sectors of stores all reach L2; those of loads as far as loads miss in L1, on average.
void add_coalescing(DemandDraft& d) {
  Names names{kLoadBytes, kLoadSectors, kStoreBytes, kStoreSectors};
  if (!d.have(Inefficiency::coalescing, names)) return;
  const double stored = kSectorBytes * d.value(kStoreSectors);
  const double loaded = kSectorBytes * d.value(kLoadSectors);
  double store_excess = stored - d.value(kStoreBytes);
  if (store_excess < -kPassTolerance * stored) return d.contradictory(Inefficiency::coalescing, names);
  store_excess = std::max(0.0, store_excess);
  // Asynchronous copies count in bytes and not in sectors: then nothing is known of the loads beside them.
  if (loaded > d.value(kLoadBytes)) {  // as broadcasts are, too: their number tells them apart
    names.push_back(kLoads);
    if (!d.have(Inefficiency::coalescing, names)) return;
  }
  const double load_excess = std::max(0.0, loaded - needed_for_loads(d));
  const LevelPoint* l1 = d.measured(Level::l1);
  const LevelPoint* l2 = d.measured(Level::l2);
  if (!l1 || !l2) {  // what part of their traffic the excess is
    if (store_excess + load_excess > 0 && !d.have(Inefficiency::coalescing, {kL1Bytes, kL2Sectors})) return;
    return d.known(Inefficiency::coalescing, names);
  }
  if (store_excess + load_excess > 0) names.insert(names.end(), {kL1Bytes, kL2Sectors});
  d.known(Inefficiency::coalescing, names);
  remove(d, Level::l1, Inefficiency::coalescing, store_excess + load_excess, l1->bytes);
  const double l1_loads = l1->bytes.value() - stored;
  const double missed = l1_loads > 0 ? std::clamp((l2->bytes.value() - stored) / l1_loads, 0.0, 1.0) : 0;
  const double l2_excess = store_excess + load_excess * missed;
  remove(d, Level::l2, Inefficiency::coalescing, l2_excess, l2->bytes);
  d.model.uncoalesced_dram_share = std::clamp(l2_excess / l2->bytes.value(), 0.0, 1.0);
}

void add_bank_conflicts(DemandDraft& d) {
  const Names names{kWavefronts, kSharedBytes, kSharedLoads, kSharedStores};
  if (!d.have(Inefficiency::bank_conflicts, names)) return;
  if (matrix_work(d.counters) == MatrixWork::certain || d.value(kSharedAtomicWavefronts) > 0) {
    d.model.unknown.push_back(
        {Inefficiency::bank_conflicts, {}, "wavefronts of matrix instructions or atomics are among those of accesses"});
    return;
  }
  const double wavefronts = d.value(kWavefronts);
  const double accesses = d.value(kSharedLoads) + d.value(kSharedStores);
  if (!(accesses <= (1 + kPassTolerance) * wavefronts)) return d.contradictory(Inefficiency::bank_conflicts, names);
  // Generic loads of global memory are among the bytes: then nobody knows how many of the wavefronts those need.
  const double carried = d.value(kSharedBytes) / kWavefrontBytes;
  if (carried > (1 + kPassTolerance) * wavefronts && accesses < (1 - kPassTolerance) * wavefronts) {
    return d.contradictory(Inefficiency::bank_conflicts, names);
  }
  const double ideal = least_wavefronts(accesses, d.value(kSharedBytes), wavefronts);
  const double kept = wavefronts > 0 ? std::min(1.0, ideal / wavefronts) : 1;
  // Accesses of 16 bytes a lane need two wavefronts or more, and which are so wide is not counted.
  d.known(Inefficiency::bank_conflicts, names, std::max(2 * accesses, carried) * kMixedWidths >= wavefronts);
  if (DemandResource* shared = d.find(Level::shared)) {
    shared->kept[at(Inefficiency::bank_conflicts)] = kept;
  }
}

void add_cache_traffic(DemandDraft& d) {
  const LevelPoint* dram = d.measured(Level::dram);
  const auto& work = d.kernel.observation->work;
  for (const DemandResource& r : d.model.task) {
    if (r.resource == RoofResource(Level::dram)) d.model.compulsory_dram = r.needed;
  }
  if (!d.have(Inefficiency::cache_traffic, {kDramBytes})) return;
  if (!work) {
    d.model.unknown.push_back({Inefficiency::cache_traffic, {}, "what the task needs at least is not known"});
  } else {
    d.known(Inefficiency::cache_traffic, {kDramBytes});
    if (DemandResource* r = d.find(Level::dram); r && dram) {
      const double global = 1 - r->removed[at(Inefficiency::spills)];
      r->kept[at(Inefficiency::cache_traffic)] = std::min(1.0, d.model.compulsory_dram / (global * r->needed));
    }
  }
}

}  // namespace

void add_traffic_demand(DemandDraft& draft) {
  add_spilled_traffic(draft);
  add_coalescing(draft);
  add_bank_conflicts(draft);
  add_cache_traffic(draft);
}

}  // namespace rooflens::models
