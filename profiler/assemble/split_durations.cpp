#include "profiler/assemble/split_durations.hpp"

#include "profiler/assemble/cluster.hpp"

namespace rooflens::collect {

SplitDurations split_durations(const ObservedTimes& times, std::size_t works) {
  SplitDurations split;
  if (times.timed == 0) return split;
  const std::vector<Cluster> clusters = cluster(times.samples_ns, kDurationsApart);
  split.apart = clusters.size() == works;
  if (!split.apart && clusters.size() != 1) return split;
  for (const Cluster& c : clusters) {
    SplitDurations::Work& work = split.works.emplace_back();
    for (const std::size_t i : c.members) {
      work.samples_ns.push_back(times.samples_ns[i]);
      work.stands_for.push_back(times.stands_for[i]);
      work.launches += times.stands_for[i];
      work.time_ns += times.stands_for[i] * times.samples_ns[i];
    }
  }
  if (!split.apart) split.works.resize(works, split.works.front());
  return split;
}

}  // namespace rooflens::collect
