#include "reports/compare/projection_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "models/base/joined.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/blocks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::ProjectedKernel;
using models::ProjectedMachine;

// "on Tesla V100 PCIe, while this projection is onto the V100 SXM2"
std::string published_on(const std::set<std::string>& boards, const models::Board& board) {
  std::string text;
  bool same = true;
  for (const std::string& name : boards) {
    text += (text.empty() ? "on " : " and ") + name;
    same = same && name.ends_with(board.name);
  }
  return same ? text : fmt::format("{}, while this projection is onto the {}", text, board.name);
}

std::string published_text(const std::vector<const models::PublishedTime*>& times) {
  return models::joined(times, ", ", [](const models::PublishedTime* time) {
    return fmt::format("{}{} ({})", time->kernel_only ? "≈ " : "", format(time->kernel_only.value_or(time->printed)),
                       clean_utf8(time->problem));
  });
}

std::string speedup_text(const models::Projection& p, models::Seconds measured) {
  return fmt::format("{:.2f}× to {:.2f}×", p.speedup_low(measured), p.speedup_high(measured));
}

// As "a, b and 3 more".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > kShown ? fmt::format("{} and {} more", text, names.size() - kShown) : text;
}

// What goes first where a terminal is narrow.
enum Worth : int { kHere, kMeasured, kThere };

void add_machine(Blocks& blocks, const models::Board& board, const ProjectedMachine& machine,
                 const ProcessLabels& labels) {
  std::vector<std::vector<Cell>> rows;
  std::map<std::string_view, std::vector<std::string>> without;  // by the reason
  std::set<std::string> unknown;
  std::set<std::string> published;  // on which boards
  for (const ProjectedKernel& entry : machine.kernels) {
    const std::string name = shorten_middle(labels.name(*entry.kernel->observation), 60);
    if (!entry.projection) {
      without[entry.why_not].push_back(name);
      continue;
    }
    const models::Projection& p = *entry.projection;
    const models::Seconds measured = entry.kernel->time->median;
    for (const models::PublishedTime* time : entry.published) published.insert(clean_utf8(time->board));
    unknown.insert(p.unknown.begin(), p.unknown.end());
    rows.push_back({{name},
                    {format(measured)},
                    {fmt::format("{} to {}", format(p.low), format(p.high))},
                    {speedup_text(p, measured)},
                    {p.here},
                    {p.there},
                    {entry.published.empty() ? std::string(kMissing) : published_text(entry.published), Tone::dim}});
  }
  std::vector<TableColumn> columns{{"Kernel", false},
                                   {.heading = "Measured", .worth = kMeasured},
                                   {"Projected"},
                                   {"Speed-up"},
                                   {.heading = "Longest here", .right = false, .worth = kHere},
                                   {.heading = "Longest there", .right = false, .worth = kThere},
                                   {.heading = "Published by others", .right = false, .words = true}};
  if (published.empty()) {
    columns.pop_back();
    for (auto& row : rows) row.pop_back();
  }
  blocks.table(std::move(columns), std::move(rows));
  for (const auto& [why_not, names] : without) {
    blocks.note(fmt::format("Not projected: {}: {}.", listed(names), why_not));
  }
  if (!unknown.empty()) {
    blocks.note(fmt::format("No roof of the {} is known for {}: left out, so kernels may take longer.", board.name,
                            listed({unknown.begin(), unknown.end()})));
  }
  if (board.board_class == models::BoardClass::geforce) {
    blocks.note(
        fmt::format("FP16 and FP8 tensor roofs of the {} hold for FP16 accumulation: kernels that accumulate in FP32 "
                    "have half of them there.",
                    board.name));
  }
  if (!published.empty()) {
    blocks.note(
        fmt::format("Published by others {}: other sizes, other clocks, for reference only; ≈ marks an estimate "
                    "of the kernel alone, where the printed time holds more.",
                    published_on(published, board)));
  }
}

Blocks blocks_of(const ProjectionDocument& document) {
  const models::Board& board = *document.projection.board;
  const ProcessLabels labels(document.session.recording, document.session.analysis.problems);
  Blocks blocks;
  for (const ProjectedMachine& machine : document.projection.machines) {
    const std::string from = clean_utf8(machine.machine->machine->device.name);
    blocks.heading(fmt::format("PROJECTION · {} onto {}", from.empty() ? "unknown GPU" : from, board.name));
    for (std::string& warning : warnings_above(document.session.recording.provenance)) {
      blocks.sentence(std::move(warning), Tone::bad);
    }
    blocks.sentence(
        fmt::format("Estimate; nothing ran on the {}. Work measured here over its data-sheet roofs ({}), or over "
                    "the share of them that was reached here; the ends assume the same % of roof or the same stall "
                    "time. Cache-size effects are not modelled.",
                    board.name, board.source));
    add_machine(blocks, board, machine, labels);
  }
  return blocks;
}

Json json_of(const ProjectedKernel& entry) {
  const models::Observation& observation = *entry.kernel->observation;
  Json to{{"name", clean_utf8(observation.name)}, {"process", observation.process}};
  Json& parameters = to["parameters"] = Json::object();
  for (const auto& [name, value] : observation.parameters) parameters[clean_utf8(name)] = value;
  if (entry.kernel->time) put(to, "measured_s", entry.kernel->time->median);
  if (entry.projection) {
    const models::Projection& p = *entry.projection;
    Json& projected = to["projected"] = Json::object();
    put(projected, "shortest_s", p.shortest);
    put(projected, "by_roofs_s", p.by_roofs);
    put(projected, "low_s", p.low);
    put(projected, "high_s", p.high);
    if (p.middle) put(projected, "middle_s", *p.middle);
    projected["bound_here"] = p.here;
    projected["bound_there"] = p.there;
    projected["without_roof"] = p.unknown;
  } else {
    to["not_projected"] = entry.why_not;
  }
  for (const models::PublishedTime* time : entry.published) {
    Json& published = to["published"].emplace_back(Json::object());
    put(published, "source", time->source);
    put(published, "gpu_model", time->board);
    put(published, "problem", time->problem);
    put(published, "printed_s", time->printed);
    put(published, "kernel_only_s", time->kernel_only);
  }
  return to;
}

}  // namespace

std::string render_text(const ProjectionDocument& document, const TextOptions& options) {
  return blocks_of(document).text(options);
}

std::string render_markdown(const ProjectionDocument& document) { return blocks_of(document).markdown(); }

std::string render_json(const ProjectionDocument& document) {
  const models::Board& board = *document.projection.board;
  Json to{{"format", "rooflens-projection"}, {"format_version", 1}, {"kind", models::kProjectionLabel}};
  to["simulated"] = document.session.recording.provenance.kind == models::RecordingKind::simulated;
  to["altered"] = models::is_altered(document.session.recording.provenance);
  to["gpu_model"] = {{"name", board.name}, {"source", board.source}};
  Json& machines = to["gpus"] = Json::array();
  for (const ProjectedMachine& machine : document.projection.machines) {
    Json& entry = machines.emplace_back(Json{{"id", machine.machine->machine->id}});
    put(entry, "device", machine.machine->machine->device.name);
    Json& kernels = entry["kernels"] = Json::array();
    for (const ProjectedKernel& kernel : machine.kernels) kernels.push_back(json_of(kernel));
  }
  return written(to);
}

}  // namespace rooflens::reports
