#include "models/explain/peer_comparison.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "models/base/timing.hpp"

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

// Nothing where it was not timed, or its result is wrong.
std::optional<Seconds> time_of(const Observation& kernel) {
  const auto time =
      kernel.verification.status == VerificationStatus::mismatch ? std::nullopt : summarise(kernel.durations);
  return time && time->median.value() > 0 ? std::optional(time->median) : std::nullopt;
}

// FLOPs where there are any, otherwise bytes; both kernels count the same kind, because they do the same task.
double amount(const Work& work) {
  double operations = 0;
  for (const auto& [precision, count] : work.operations) operations += count.value();
  return operations > 0 ? operations : work.compulsory.total().value();
}

std::optional<double> amount_a_second(const Observation& kernel, Seconds time) {
  if (!kernel.work) return std::nullopt;
  const double rate = amount(*kernel.work) / time.value();
  return rate > 0 ? std::optional(rate) : std::nullopt;
}

// Of several runs of the peer the one to hold a kernel against is greatest: the same problem, then the same process,
// then caches as warm; of these the fastest, or the longest of other problems, which is nearest to what the peer can
// do.
using Standing = std::tuple<bool, bool, bool, double>;

Standing standing(const Observation& kernel, const Observation& peer, Seconds time) {
  const bool same = same_problem(kernel, peer);
  return {same, kernel.process == peer.process, kernel.cache == peer.cache, same ? -time.value() : time.value()};
}

}  // namespace

bool same_problem(const Observation& a, const Observation& b) {
  return std::all_of(a.parameters.begin(), a.parameters.end(), [&](const auto& entry) {
    const auto it = b.parameters.find(entry.first);
    return it == b.parameters.end() || it->second == entry.second;
  });
}

std::optional<PeerComparison> compare_with_peer(const std::vector<Family>& families,
                                                const std::vector<const Observation*>& kernels,
                                                const Observation& kernel) {
  const std::string* name = peer_of(families, kernel.name);
  const auto mine = name ? time_of(kernel) : std::nullopt;
  if (!mine) return std::nullopt;
  PeerComparison best;
  for (const Observation* other : kernels) {
    const auto time = other->name == *name ? time_of(*other) : std::nullopt;
    if (!time) continue;
    if (best.peer && standing(kernel, *other, *time) <= standing(kernel, *best.peer, best.time)) continue;
    best = {other, *time, *mine / *time, same_problem(kernel, *other)};
  }
  if (!best.peer) return std::nullopt;
  if (best.same_problem) return best;
  const auto rate = amount_a_second(kernel, *mine);
  const auto peers_rate = amount_a_second(*best.peer, best.time);
  if (!rate || !peers_rate) return std::nullopt;
  best.ratio = *peers_rate / *rate;
  return best;
}

}  // namespace rooflens::models
