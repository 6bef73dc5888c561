#include "models/explain/peer_comparison.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "models/explain/analysis.hpp"

namespace rooflens::models {
namespace {

const std::string* peer_of(const std::vector<Family>& families, const std::string& kernel) {
  for (const Family& family : families) {
    for (const FamilyMember& member : family.members) {
      if (member.kernel == kernel) return member.peer.empty() ? nullptr : &member.peer;
    }
  }
  return nullptr;
}

bool timed(const AnalysedKernel& kernel) { return kernel.time && kernel.time->median.value() > 0 && !kernel.failed(); }

// FLOPs where there are any, otherwise bytes; both kernels count the same kind, because they do the same task.
double amount(const Work& work) {
  double operations = 0;
  for (const auto& [precision, count] : work.operations) operations += count.value();
  return operations > 0 ? operations : work.compulsory.total().value();
}

std::optional<double> amount_a_second(const AnalysedKernel& kernel) {
  if (!kernel.observation->work) return std::nullopt;
  const double rate = amount(*kernel.observation->work) / kernel.time->median.value();
  return rate > 0 ? std::optional(rate) : std::nullopt;
}

// Of several runs of the peer the one to hold a kernel against is greatest: the same problem, then the same process,
// then caches as warm; of these the fastest, or the longest of other problems, which is nearest to what the peer can
// do.
using Standing = std::tuple<bool, bool, bool, double>;

Standing standing(const AnalysedKernel& kernel, const AnalysedKernel& peer, bool same) {
  const Observation& mine = *kernel.observation;
  const Observation& theirs = *peer.observation;
  const double time = peer.time->median.value();
  return {same, mine.process == theirs.process, mine.cache == theirs.cache, same ? -time : time};
}

}  // namespace

bool same_problem(const Observation& a, const Observation& b) {
  return std::all_of(a.parameters.begin(), a.parameters.end(), [&](const auto& entry) {
    const auto it = b.parameters.find(entry.first);
    return it == b.parameters.end() || it->second == entry.second;
  });
}

std::optional<PeerComparison> compare_with_peer(const std::vector<Family>& families, const MachineAnalysis& machine,
                                                const AnalysedKernel& kernel) {
  const std::string* name = peer_of(families, kernel.observation->name);
  if (!name || !timed(kernel)) return std::nullopt;
  PeerComparison best;
  for (const AnalysedKernel& other : machine.kernels) {
    if (other.observation->name != *name || !timed(other)) continue;
    const bool same = same_problem(*kernel.observation, *other.observation);
    if (best.peer && standing(kernel, other, same) <= standing(kernel, *best.peer, best.same_problem)) continue;
    best = {&other, kernel.time->median / other.time->median, same};
  }
  if (!best.peer) return std::nullopt;
  if (best.same_problem) return best;
  const auto mine = amount_a_second(kernel);
  const auto theirs = amount_a_second(*best.peer);
  if (!mine || !theirs) return std::nullopt;
  best.ratio = *theirs / *mine;
  return best;
}

}  // namespace rooflens::models
