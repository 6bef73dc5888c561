#include "reports/html_groups.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "reports/html_texts.hpp"

namespace rooflens::reports {
namespace {

using models::KernelAnalysis;
using models::Launch;
using nlohmann::json;

using LaunchKey = std::tuple<int, std::string_view, std::vector<std::uint64_t>>;  // process, function, geometry

LaunchKey key_of(int process, const Launch& launch) {
  std::vector<std::uint64_t> geometry{launch.dynamic_shared_bytes};
  for (const models::Dim3& d : {launch.grid, launch.block}) geometry.insert(geometry.end(), {d.x, d.y, d.z});
  return {process, launch.function, std::move(geometry)};
}

json group(std::string_view title, RepeatedValues& names, json of) {
  if (names.values().size() < 2) return nullptr;
  return {{"title", title}, {"names", names.values()}, {"of", std::move(of)}};
}

// Problem sizes, geometries and processes of one kernel together.
json by_kernel(const models::MachineAnalysis& machine) {
  RepeatedValues names;
  json of = json::array();
  for (const KernelAnalysis& kernel : machine.kernels) {
    const std::string name = clean_utf8(kernel.observation->name);
    of.push_back(names.place(name, [&] { return json(name); }));
  }
  return names.values().size() < machine.kernels.size() ? group("Kernel", names, std::move(of)) : json(nullptr);
}

json by_process(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  RepeatedValues names;
  json of = json::array();
  for (const KernelAnalysis& kernel : machine.kernels) {
    const std::string name = labels.heading() + " " + labels.brief(kernel.observation->process);
    of.push_back(names.place(name, [&] { return json(name); }));
  }
  return group(labels.heading(), names, std::move(of));
}

// A kernel that ran in several ranges belongs to all of them together.
json by_range(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  std::map<LaunchKey, std::string> ranges;
  for (const KernelAnalysis& range : machine.ranges) {
    for (const Launch& launch : range.observation->launches) {
      std::string& all = ranges[key_of(range.observation->process, launch)];
      all += (all.empty() ? "" : " + ") + labels.name(*range.observation);
    }
  }
  RepeatedValues names;
  json of = json::array();
  bool any = false;
  for (const KernelAnalysis& kernel : machine.kernels) {
    const auto& launches = kernel.observation->launches;
    const auto it =
        launches.empty() ? ranges.end() : ranges.find(key_of(kernel.observation->process, launches.front()));
    const std::string name = it == ranges.end() ? "in no range" : it->second;
    any = any || it != ranges.end();
    of.push_back(names.place(name, [&] { return json(name); }));
  }
  return any ? group("NVTX range", names, std::move(of)) : json(nullptr);
}

}  // namespace

json groups_json(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  json all = json::array();
  const auto add = [&](json entry) {
    if (!entry.is_null()) all.push_back(std::move(entry));
  };
  add(by_kernel(machine));
  add(by_range(machine, labels));
  if (labels.several()) add(by_process(machine, labels));
  return all;
}

}  // namespace rooflens::reports
