#include "profiler/assemble/graph_split.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "models/counters/counter_group.hpp"
#include "profiler/assemble/amounts_of_work.hpp"
#include "profiler/assemble/counted_groups.hpp"

namespace rooflens::collect {
namespace {

struct Range {
  double least = 0;
  double most = 0;
};

// Of the instructions that a launch executes, not patched, not repeated and with nothing beside it: CUPTI repeats no
// graph.
std::optional<Range> instructions(const KernelEntry& kernel, const SpoolIndex& index) {
  std::optional<Range> range;
  for (const spool::ObservationRecord& record : kernel.observations) {
    const spool::GroupRecord& group = index.groups.at(record.group);
    const double value = value_of(group, record, models::kHardwareAnchor);
    if (group.replayed || record.overlapped || !std::isfinite(value)) continue;
    if (!range) range = Range{value, value};
    range->least = std::min(range->least, value);
    range->most = std::max(range->most, value);
  }
  return range;
}

std::optional<Range> of_nodes(const spool::NodesRecord& nodes, const SpoolIndex& index) {
  Range sum;
  for (std::size_t i = 0; i < nodes.kernels.size(); ++i) {
    const auto kernel = index.kernels.find(nodes.kernels[i]);
    const auto own = kernel == index.kernels.end() ? std::nullopt : instructions(kernel->second, index);
    if (!own) return std::nullopt;
    sum.least += own->least * static_cast<double>(nodes.times[i]);
    sum.most += own->most * static_cast<double>(nodes.times[i]);
  }
  return sum;
}

// How often graphs launched each kernel at most, as far as what they launched is known.
std::map<int, std::uint64_t> launched_by_graphs(const SpoolIndex& index) {
  std::map<int, std::uint64_t> launches;
  for (const auto& [number, graph] : index.kernels) {
    for (const spool::NodesRecord& nodes : graph.nodes) {
      for (std::size_t i = 0; i < nodes.kernels.size() && i < nodes.times.size(); ++i) {
        launches[nodes.kernels[i]] += graph.times.launches * nodes.times[i];
      }
    }
  }
  return launches;
}

}  // namespace

std::map<int, std::string> contradicted_by_graphs(const SpoolIndex& index) {
  std::map<int, std::string> contradicted;
  std::map<int, std::string> unconfirmed;
  std::set<int> confirmed;
  for (const auto& [number, graph] : index.kernels) {
    if (graph.nodes.size() != 1) continue;
    const spool::NodesRecord& nodes = graph.nodes.front();
    if (nodes.kernels.size() != nodes.times.size()) continue;  // damaged
    const std::optional<Range> whole = instructions(graph, index);
    const std::optional<Range> sum = of_nodes(nodes, index);
    if (!sum) continue;
    if (!whole) {
      const std::string why = fmt::format(
          "graph {} was never counted as a whole, which would show that its kernels do the same one by one", number);
      for (const int kernel : nodes.kernels) unconfirmed.emplace(kernel, why);
      continue;
    }
    const bool less = nodes.others == 0 && sum->most < (1 - kAlikeWithin) * whole->least;
    const bool more = sum->least > (1 + kAlikeWithin) * whole->most;
    if (!less && !more) {
      confirmed.insert(nodes.kernels.begin(), nodes.kernels.end());
      continue;
    }
    const std::string why = fmt::format(
        "the kernels of graph {} executed {:.6g} warp instructions when they were launched one by one, and "
        "{:.6g} in the graph",
        number, less ? sum->most : sum->least, less ? whole->least : whole->most);
    for (const int kernel : nodes.kernels) contradicted.emplace(kernel, why);
  }
  const auto by_graphs = unconfirmed.empty() ? std::map<int, std::uint64_t>() : launched_by_graphs(index);
  for (const auto& [kernel, why] : unconfirmed) {
    if (confirmed.contains(kernel) || index.kernels.at(kernel).times.launches > by_graphs.at(kernel)) continue;
    contradicted.emplace(kernel, why);
  }
  return contradicted;
}

void withdraw_counters(models::Observation& observation, const std::string& why) {
  for (const auto& counter : observation.counters) observation.refused.push_back({counter.name, why});
  observation.counters = {};
  observation.launches_counted = 0;
  observation.remarks.push_back(why + ": its counters are left out");
}

}  // namespace rooflens::collect
