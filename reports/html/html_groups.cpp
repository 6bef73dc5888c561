// What the page's table can group kernels by, beside their family: the process and the NVTX ranges that they ran in.
#include "reports/html/html_parts.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "reports/html/html_texts.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::Launch;

using LaunchKey = std::tuple<int, std::string_view, std::vector<std::uint64_t>>;  // process, function, geometry

LaunchKey key_of(int process, const Launch& launch) {
  std::vector<std::uint64_t> geometry{launch.dynamic_shared_bytes};
  for (const models::Dim3& d : {launch.grid, launch.block}) geometry.insert(geometry.end(), {d.x, d.y, d.z});
  return {process, launch.function, std::move(geometry)};
}

// Kernel after kernel, the group that it belongs to.
class Grouping {
 public:
  Grouping() { of_.begin_array(); }
  void add(std::string_view name) {
    of_.value(names_.place(name, [&](JsonText& to) { to.value(name); }));
  }
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  void write(JsonText& to, std::string_view title) && {
    if (names_.size() < 2) return;
    of_.end_array();
    to.begin_object();
    to.member("names", names_.values());
    to.member("of", std::move(of_).written());
    to.member("title", title);
    to.end_object();
  }

 private:
  RepeatedValues names_;
  JsonText of_;
};

// Problem sizes, geometries and processes of one kernel together.
void by_kernel(JsonText& to, const models::MachineAnalysis& machine) {
  Grouping grouping;
  for (const AnalysedKernel& kernel : machine.kernels) grouping.add(clean_utf8(kernel.observation->name));
  if (grouping.size() < machine.kernels.size()) std::move(grouping).write(to, "Kernel");
}

// Variants of one template together.
void by_function(JsonText& to, const models::MachineAnalysis& machine) {
  if (machine.groups.empty()) return;
  std::vector<std::string> names;
  for (const AnalysedKernel& kernel : machine.kernels) names.push_back(clean_utf8(kernel.observation->name));
  for (const models::KernelGroup& group : machine.groups) {
    for (const std::size_t i : group.kernels) names[i] = clean_utf8(group.name);
  }
  Grouping grouping;
  for (const std::string& name : names) grouping.add(name);
  std::move(grouping).write(to, "Function");
}

void by_process(JsonText& to, const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  Grouping grouping;
  for (const AnalysedKernel& kernel : machine.kernels) {
    grouping.add(labels.heading() + " " + labels.brief(kernel.observation->process));
  }
  std::move(grouping).write(to, labels.heading());
}

// A kernel that ran in several ranges belongs to all of them together.
void by_range(JsonText& to, const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  std::map<LaunchKey, std::string> ranges;
  for (const AnalysedKernel& range : machine.ranges) {
    for (const Launch& launch : range.observation->launches) {
      std::string& all = ranges[key_of(range.observation->process, launch)];
      all += (all.empty() ? "" : " + ") + labels.name(*range.observation);
    }
  }
  Grouping grouping;
  bool any = false;
  for (const AnalysedKernel& kernel : machine.kernels) {
    const auto& launches = kernel.observation->launches;
    const auto it =
        launches.empty() ? ranges.end() : ranges.find(key_of(kernel.observation->process, launches.front()));
    any = any || it != ranges.end();
    grouping.add(it == ranges.end() ? "in no range" : it->second);
  }
  if (any) std::move(grouping).write(to, "NVTX range");
}

}  // namespace

WrittenJson groups_json(const models::MachineAnalysis& machine, const ProcessLabels& labels) {
  JsonText all;
  all.begin_array();
  by_kernel(all, machine);
  by_function(all, machine);
  by_range(all, machine, labels);
  if (labels.several()) by_process(all, machine, labels);
  all.end_array();
  return std::move(all).written();
}

}  // namespace rooflens::reports
