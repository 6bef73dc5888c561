#include "reports/chart/own_roof_lines.hpp"

#include <fmt/core.h>

#include <utility>

#include "models/gap/own_roofs.hpp"
#include "models/place/integer_roof.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports::chart {
namespace {

using models::OwnRoof;
using models::OwnRoofKind;

// Longest first; each goes behind the roof's name and rate.
std::vector<std::string> remarks(const OwnRoof& roof, std::string_view format) {
  const std::string share = roof.share == 0 ? "none" : format_percent(roof.share);
  switch (roof.kind) {
    case OwnRoofKind::fma_mix:
      return {share + " of its arithmetic is fused", share + " fused"};
    case OwnRoofKind::issue:
      return {fmt::format("{} of its instructions are {} arithmetic", share, format), share + " arithmetic"};
    case OwnRoofKind::one_pipe:
      return {"its formats on one pipe", "one pipe"};
    case OwnRoofKind::separate_pipes:
      return {"its formats on separate pipes", "separate pipes"};
  }
  return {};
}

std::string about(OwnRoofKind kind) {
  switch (kind) {
    case OwnRoofKind::fma_mix:
      return "What additions and products that are not fused leave of its compute roof.";
    case OwnRoofKind::issue:
      return "What its other instructions leave of the warp schedulers' slots, if every lane takes part.";
    case OwnRoofKind::one_pipe:
      return "If its number formats share one pipe.";
    case OwnRoofKind::separate_pipes:
      return "If its number formats run side by side.";
  }
  return {};
}

void add(Content& content, models::OperationRate rate, models::Precision precision, std::string_view name,
         const std::vector<std::string>& remarks, std::string about) {
  const models::ComputeCeiling& ceiling = content.own_ceilings.emplace_back(models::ComputeCeiling{
      precision, rate, {.basis = models::ClockBasis::during_run, .clock = {}, .detail = {}, .spread = {}}});
  const std::string named = fmt::format("{} {}", name, format(rate));
  Roof roof{.compute = &ceiling, .judged_by = false, .wordings = {}, .own = true, .about = std::move(about)};
  for (const std::string& remark : remarks) roof.wordings.push_back(named + " · " + remark);
  roof.wordings.push_back(named);
  roof.wordings.emplace_back(name);
  content.compute_roofs.push_back(std::move(roof));
}

}  // namespace

void add_own_roofs(Content& content) {
  if (content.roofline.size() != 1 || !content.bandwidth.empty()) return;
  const models::AnalysedKernel& kernel = *content.roofline.front().kernel;
  for (const OwnRoof& roof : kernel.explanation.own_roofs) {
    add(content, roof.rate, *kernel.precision, info(roof.kind).label, remarks(roof, info(*kernel.precision).label),
        about(roof.kind));
  }
  if (const auto& integer = kernel.explanation.integer_roof) {
    const std::string operations = significant(integer->operations_per_flop);
    add(content, integer->flop_rate, models::Precision::int32, "INT32 roof",
        {operations + " integer operations per FLOP", operations + " OP/FLOP"},
        fmt::format("What its integer operations, the most of its work, leave to its FLOP/s: INT32 {}, {}.",
                    format(integer->int32->rate, "OP"), origin_text(integer->int32->origin)));
  }
}

}  // namespace rooflens::reports::chart
