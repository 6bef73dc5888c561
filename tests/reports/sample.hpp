// A recording with its analysis, kept together: the document refers to both.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/draw/scene.hpp"
#include "reports/words/report.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::reports {

class Sample {
 public:
  explicit Sample(models::Recording recording)
      : recording_(std::move(recording)), analysis_(models::analyse(recording_)) {}
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;
  [[nodiscard]] Document document() const { return {recording_, analysis_, "Roofline"}; }
  [[nodiscard]] const models::MachineAnalysis& machine() const { return analysis_.machines.front(); }

 private:
  models::Recording recording_;
  models::Analysis analysis_;
};

/// Where the JSON report lists a kernel of the recording: those first whose roof leaves most.
[[nodiscard]] inline std::size_t place_in_json(const models::Recording& recording, std::size_t kernel) {
  const std::vector<std::size_t> order = models::analyse(recording).machines.front().by_recoverable;
  return static_cast<std::size_t>(std::find(order.begin(), order.end(), kernel) - order.begin());
}

/// All items of one kind in a scene.
template <typename T>
[[nodiscard]] std::vector<T> all(const chart::Scene& scene) {
  std::vector<T> result;
  for (const chart::Item& item : scene.items) {
    if (const T* entry = std::get_if<T>(&item)) result.push_back(*entry);
  }
  return result;
}

}  // namespace rooflens::reports
