// What tells the processes of a recording apart, for names of kernels that several of them ran, and with it what tells
// the problems of a kernel apart.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "models/explain/problem_labels.hpp"
#include "models/record/recording.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

class ProcessLabels {
 public:
  ProcessLabels(const models::Recording& recording, models::ProblemLabels problems) : problems_(std::move(problems)) {
    std::set<int> busy;
    for (const models::Observation& observation : recording.observations) busy.insert(observation.process);
    if (busy.size() < 2) return;
    std::set<int> ranks;
    std::set<std::string> hosts;
    for (const models::Process& process : recording.processes) {
      if (!busy.contains(process.id)) continue;
      ranks.insert(process.rank);
      hosts.insert(process.hostname);
    }
    by_rank_ = ranks.size() == busy.size();
    for (const models::Process& process : recording.processes) {
      const std::string host = hosts.size() > 1 ? clean_utf8(process.hostname) + " " : "";
      labels_[process.id] = by_rank_ ? std::to_string(process.rank) : host + std::to_string(process.pid);
    }
  }

  [[nodiscard]] bool several() const { return !labels_.empty(); }
  /// Of a column of brief().
  [[nodiscard]] std::string heading() const { return by_rank_ ? "Rank" : "Process"; }
  /// "3", or "4711" where ranks do not tell processes apart; empty where one process ran all kernels.
  [[nodiscard]] std::string brief(int process) const {
    const auto it = labels_.find(process);
    return it == labels_.end() ? std::string() : it->second;
  }
  [[nodiscard]] const models::ProblemLabels& problems() const { return problems_; }
  /// "add n=4096 \u00B7 rank 3": the observation's name with its problem and its process, where there are several.
  [[nodiscard]] std::string name(const models::Observation& observation) const {
    const std::string label = brief(observation.process);
    const std::string name = clean_utf8(problems_.name(observation));
    if (label.empty()) return name;
    return name + " \u00B7 " + (by_rank_ ? "rank " : "process ") + label;
  }

 private:
  models::ProblemLabels problems_;
  bool by_rank_ = false;
  std::map<int, std::string> labels_;
};

}  // namespace rooflens::reports
