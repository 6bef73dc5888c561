#include "reports/chart/content.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "models/place/uncounted_work.hpp"
#include "reports/chart/missing_roofs.hpp"
#include "reports/chart/roof_selection.hpp"
#include "reports/words/format.hpp"
#include "reports/words/shorten_apart.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::AnalysedKernel;
using models::Level;

constexpr std::size_t kLeastOfName = 10;

bool drawable(double number) { return std::isfinite(number) && number > 0; }

}  // namespace

std::vector<std::string> labels_of(const models::MachineAnalysis& machine) {
  const std::vector<AnalysedKernel>& kernels = machine.kernels;
  std::vector<std::string> labels(kernels.size());
  std::map<std::size_t, std::vector<std::size_t>> by_room;  // letters that a problem leaves to the name -> kernels
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::size_t room = kNameLength;
    if (const std::string problem = clean_utf8(machine.problems.brief(*kernels[i].observation)); !problem.empty()) {
      // The kernel's name gives way before its problem does.
      const std::size_t taken = std::min(length_utf8(problem) + 1, kNameLength - kLeastOfName);
      labels[i] = " " + shorten_middle(problem, taken - 1);
      room -= taken;
    }
    by_room[room].push_back(i);
  }
  for (const auto& [room, indices] : by_room) {
    std::vector<std::string> names;
    for (const std::size_t i : indices) names.push_back(clean_utf8(kernels[i].observation->name));
    names = shorten_apart(names, room);
    for (std::size_t k = 0; k < indices.size(); ++k) labels[indices[k]].insert(0, names[k]);
  }
  return labels;
}

bool more_important(const Mark& a, const Mark& b) {
  const double time_a = std::floor(a.kernel->share_of_time * 100);
  const double time_b = std::floor(b.kernel->share_of_time * 100);
  if (time_a != time_b) return time_a > time_b;
  const auto fraction = [](const Mark& m) {
    return m.kernel->percent_of_roof ? m.kernel->percent_of_roof->fraction : 1;
  };
  return fraction(a) < fraction(b);
}

Mark mark_of(const AnalysedKernel& kernel, std::size_t index, std::string name) {
  Mark mark{&kernel, index, std::move(name), {}, true};
  for (const Level level : kByImportance) {
    for (const models::LevelPoint& point : kernel.points) {
      if (point.level != level || !drawable(point.bandwidth.value())) continue;
      if (kernel.flop_rate && !(point.intensity && drawable(point.intensity->value()))) continue;
      mark.points.push_back(&point);
    }
  }
  mark.operations_counted =
      std::none_of(kernel.operations.begin(), kernel.operations.end(), [](const models::PrecisionWork& work) {
        return work.source == models::DemandSource::analytic && models::is_floating_point(work.precision);
      });
  return mark;
}

std::optional<std::string> reason_not_drawn(const Mark& mark) {
  if (mark.kernel->failed()) return "failed verification";
  if (!mark.kernel->time) return "no duration recorded";
  if (mark.points.empty()) return "no memory traffic known";
  return std::nullopt;
}

void note_contradiction(Content& content, const Mark& mark) {
  if (!is_contradictory(*mark.kernel)) return;
  content.contradictory.push_back(mark.name + " (" + mismatch_words(*mark.kernel->mismatch) + ")");
}

void add_undrawn(std::vector<Undrawn>& undrawn, const std::string& reason, const std::string& name) {
  auto it = std::find_if(undrawn.begin(), undrawn.end(), [&](const Undrawn& entry) { return entry.reason == reason; });
  if (it == undrawn.end()) it = undrawn.insert(it, {reason, {}});
  it->names.push_back(name);
}

Content select(const models::MachineAnalysis& analysis, const std::vector<const AnalysedKernel*>& only) {
  Content content;
  const std::vector<std::string> labels = labels_of(analysis);
  for (std::size_t i = 0; i < analysis.kernels.size(); ++i) {
    const AnalysedKernel& kernel = analysis.kernels[i];
    if (!only.empty() && std::find(only.begin(), only.end(), &kernel) == only.end()) continue;
    Mark mark = mark_of(kernel, i, labels[i]);
    if (const auto reason = reason_not_drawn(mark)) {
      add_undrawn(content.undrawn, *reason, mark.name);
      continue;
    }
    note_contradiction(content, mark);
    if (!kernel.flop_rate && !kernel.has_no_flops) content.uncounted.push_back(mark.name);
    (kernel.flop_rate ? content.roofline : content.bandwidth).push_back(std::move(mark));
  }
  std::stable_sort(content.roofline.begin(), content.roofline.end(), more_important);
  std::stable_sort(content.bandwidth.begin(), content.bandwidth.end(), more_important);
  select_roofs(analysis, content);
  note_missing_roofs(content);
  return content;
}

}  // namespace rooflens::reports::chart
