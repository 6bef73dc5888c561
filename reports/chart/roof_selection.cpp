#include "reports/chart/roof_selection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "models/base/thresholds.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::CeilingOrigin;
using models::CeilingSource;
using models::Level;
using models::Precision;

// Operations below this share of a kernel's FLOPs do not bring a roof of their own onto the chart.
constexpr double kOneLine = 1.01;  // times as high: half a pixel of a picture

bool same(double a, double b) { return std::abs(a - b) <= 0.005 * std::max(a, b); }

bool theoretical_maximum(const CeilingOrigin& origin) {
  return origin.source == CeilingSource::theoretical && origin.basis == models::ClockBasis::maximum;
}

void add_memory(const models::Ceilings& ceilings, Content& content) {
  // Shared memory and L1 use one data stage: where their rates agree, one line stands for both.
  for (const Level level : {Level::dram, Level::l2, Level::l1, Level::shared}) {
    const models::MemoryCeiling* best = ceilings.best(level);
    if (!best || !(best->rate.value() > 0)) continue;
    std::string name(info(level).label);
    if (level == Level::l1) {
      const models::MemoryCeiling* shared = ceilings.best(Level::shared);
      if (shared && same(shared->rate.value(), best->rate.value())) name = "L1, shared";
    } else if (level == Level::shared) {
      const models::MemoryCeiling* l1 = ceilings.best(Level::l1);
      if (l1 && same(l1->rate.value(), best->rate.value())) continue;
      name = "Shared memory";
    }
    content.memory_roofs.push_back(
        {best, nullptr, true, roof_wordings(name, format(best->rate), best->origin), !is_as_measured(best->origin)});
    if (const models::MemoryCeiling* other = at_maximum(ceilings, *best)) {
      content.memory_roofs.push_back({other, nullptr, false, roof_wordings(name, format(other->rate), other->origin)});
    }
  }
  std::stable_sort(content.memory_roofs.begin(), content.memory_roofs.end(),
                   [](const Roof& a, const Roof& b) { return a.memory->rate < b.memory->rate; });
}

std::set<Precision> precisions_in_use(const Content& content) {
  std::set<Precision> result;
  for (const Mark& mark : content.roofline) {
    for (const models::PrecisionWork& work : mark.kernel->operations) {
      if (!models::is_floating_point(work.precision)) continue;
      if (work.operations.value() > models::kNegligibleFormat * mark.kernel->flops->value())
        result.insert(work.precision);
    }
  }
  return result;
}

// Of a session that holds roofs alone.
std::set<Precision> floating_point_of(const models::Ceilings& ceilings) {
  std::set<Precision> result;
  for (const models::ComputeCeiling& ceiling : ceilings.compute) {
    if (models::is_floating_point(ceiling.precision)) result.insert(ceiling.precision);
  }
  return result;
}

// Roofs of several formats that one line stands for: no picture tells them apart.
struct SharedLine {
  const models::ComputeCeiling* lowest;
  std::string names;
};

std::vector<SharedLine> lines_of(std::vector<const models::ComputeCeiling*> roofs) {
  std::stable_sort(roofs.begin(), roofs.end(), [](const auto* a, const auto* b) { return a->rate < b->rate; });
  std::vector<SharedLine> lines;
  for (const models::ComputeCeiling* roof : roofs) {
    const std::string name(info(roof->precision).label);
    const bool near = !lines.empty() && roof->rate / lines.back().lowest->rate < kOneLine &&
                      roof->origin.source == lines.back().lowest->origin.source;
    if (near) {
      lines.back().names += " and " + name;
    } else {
      lines.push_back({roof, name});
    }
  }
  return lines;
}

}  // namespace

std::vector<std::string> roof_wordings(const std::string& name, const std::string& rate, const CeilingOrigin& origin) {
  return {fmt::format("{} {}{} · {}", name, rate, spread_text(origin), origin_text(origin)),
          fmt::format("{} {} · {}", name, rate, is_scaled(origin) ? "scaled" : origin_word(origin.source)),
          fmt::format("{} {}", name, rate), name};
}

std::string origin_note(const CeilingOrigin& origin) {
  return origin_text(origin) + spread_text(origin) +
         (origin.basis == models::ClockBasis::maximum ? ", maximum clock" : ", clock of the run");
}

std::string roof_tip(const Roof& roof) {
  if (roof.is_wall())
    return roof.wordings.front() + "\nAccesses of this pattern lie on this line, whatever their rate.";
  if (roof.own) return roof.wordings.front() + "\n" + roof.about;
  const CeilingOrigin& origin = origin_of(roof);
  std::string text = name_and_rate(roof) + "\n" + origin_note(origin);
  if (!origin.detail.empty()) text += "\n" + clean_utf8(origin.detail);
  return text + (roof.judged_by ? "\nKernels are judged by this roof." : "\nFor comparison only.");
}

const models::MemoryCeiling* at_maximum(const models::Ceilings& ceilings, const models::MemoryCeiling& best) {
  for (const models::MemoryCeiling& other : ceilings.memory) {
    if (other.level != best.level || !theoretical_maximum(other.origin)) continue;
    if (!same(other.rate.value(), best.rate.value())) return &other;
  }
  return nullptr;
}

std::set<Precision> formats_in_use(const models::MachineAnalysis& analysis, const Content& content) {
  const bool roofs_alone = analysis.kernels.empty() && content.roofline.empty();
  return roofs_alone ? floating_point_of(analysis.machine->ceilings) : precisions_in_use(content);
}

std::vector<Roof> compute_roofs(const models::Ceilings& ceilings, const std::set<Precision>& formats) {
  std::vector<Roof> result;
  std::vector<const models::ComputeCeiling*> roofs;
  for (const Precision precision : formats) {
    const models::ComputeCeiling* best = ceilings.best(precision);
    if (best && best->rate.value() > 0) roofs.push_back(best);
  }
  for (const SharedLine& line : lines_of(roofs)) {
    result.push_back({nullptr, line.lowest, true,
                      roof_wordings(line.names, format(line.lowest->rate), line.lowest->origin),
                      !is_as_measured(line.lowest->origin)});
  }
  for (const models::ComputeCeiling* best : roofs) {
    const Precision precision = best->precision;
    const std::string name(info(precision).label);
    for (const models::ComputeCeiling& other : ceilings.compute) {
      if (other.precision != precision || !theoretical_maximum(other.origin)) continue;
      if (same(other.rate.value(), best->rate.value())) continue;
      result.push_back({nullptr, &other, false, roof_wordings(name, format(other.rate), other.origin)});
      break;
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Roof& a, const Roof& b) { return a.compute->rate < b.compute->rate; });
  return result;
}

void select_roofs(const models::MachineAnalysis& analysis, Content& content) {
  const models::Ceilings& ceilings = analysis.machine->ceilings;
  add_memory(ceilings, content);
  content.compute_roofs = compute_roofs(ceilings, formats_in_use(analysis, content));
}

}  // namespace rooflens::reports::chart
