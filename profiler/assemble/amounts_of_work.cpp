#include "profiler/assemble/amounts_of_work.hpp"

#include <algorithm>
#include <utility>

#include "models/counters/counter_group.hpp"
#include "models/counters/names.hpp"
#include "profiler/assemble/split_durations.hpp"

namespace rooflens::collect {
namespace {

bool all_alike(const std::vector<double>& values, const Cluster& a, const Cluster& b) {
  return std::ranges::all_of(a.members, [&](std::size_t i) {
    return std::ranges::all_of(b.members, [&](std::size_t j) { return alike(values[i], values[j], kAlikeWithin); });
  });
}

void join(Cluster& work, const Cluster& other) {
  const auto before = static_cast<double>(work.members.size());
  const auto more = static_cast<double>(other.members.size());
  work.centre = (before * work.centre + more * other.centre) / (before + more);
  work.members.insert(work.members.end(), other.members.begin(), other.members.end());
}

// A kernel that polls executes more the longer it waits, but writes the same.
std::vector<Cluster> joined_polling(const std::vector<double>& written, const std::vector<Cluster>& works) {
  std::vector<Cluster> joined;
  for (const Cluster& work : works) {
    const bool polls = !joined.empty() && alike(work.centre, joined.back().centre, kAlikeBetween) &&
                       all_alike(written, joined.back(), work);
    if (polls) {
      join(joined.back(), work);
    } else {
      joined.push_back(work);
    }
  }
  return joined;
}

// Patched code executes the same in every launch, and all that are counted otherwise write the same: the work is one,
// and launches with more or fewer instructions than most polled for another time, as the first one in a window does,
// which meets cold caches. What it moved is not what the others move.
bool is_one_work(const std::vector<double>& written, const CountedGroup* sass, const AmountsOfWork& amounts) {
  if (amounts.durations != 1 || !sass || sass->launches.size() < 2) return false;
  if (cluster(values_of(*sass, models::kSassAnchor), kAlikeWithin).size() != 1) return false;
  const auto [least, most] = std::ranges::minmax(written);
  return alike(most, least, kAlikeWithin);
}

void keep_usual(const std::vector<Cluster>& joined, AmountsOfWork& amounts) {
  const Cluster usual = *std::ranges::max_element(joined, {}, [](const Cluster& c) { return c.members.size(); });
  if (2 * usual.members.size() <= amounts.launches.size()) return;
  Launches kept;
  for (const std::size_t i : usual.members) kept.push_back(amounts.launches[i]);
  amounts.launches = std::move(kept);
  amounts.works = {usual};
}

// A window begins with cold caches: the first launch in it draws from DRAM what later ones find in the L2.
void leave_out_cold_start(const CountedGroup& reference, AmountsOfWork& amounts) {
  constexpr std::size_t kLeast = 3;  // two show what is usual
  if (amounts.launches.size() < kLeast) return;
  const auto bytes = [&](const spool::ObservationRecord* record) {
    return value_of(*reference.group, *record, models::counter::kDramBytesSum);
  };
  const auto first = std::ranges::min_element(amounts.launches, {}, &spool::ObservationRecord::launch);
  for (const spool::ObservationRecord* other : amounts.launches) {
    if (other != *first && !(bytes(*first) > models::kColdStart * bytes(other))) return;
  }
  amounts.launches.erase(first);
  amounts.cold_start = true;
}

}  // namespace

AmountsOfWork amounts_of_work(const CountedGroup& reference, const CountedGroup* sass, const ObservedTimes& times) {
  AmountsOfWork amounts{reference.launches, {}, cluster(times.samples_ns, kDurationsApart).size()};
  const std::string_view anchor = anchor_of(*reference.group);
  if (anchor.empty()) return amounts;
  amounts.works = cluster(values_of(reference, anchor), kAlikeWithin);
  const std::vector<double> written = values_of(reference, models::kWritesAnchor);
  const std::vector<Cluster> joined = joined_polling(written, amounts.works);
  if (joined.size() < amounts.works.size() && joined.size() == amounts.durations) {
    amounts.works = joined;
    amounts.polls = true;
  } else if (joined.size() > 1 && is_one_work(written, sass, amounts)) {
    keep_usual(joined, amounts);
  }
  if (amounts.works.size() == 1) leave_out_cold_start(reference, amounts);
  return amounts;
}

}  // namespace rooflens::collect
