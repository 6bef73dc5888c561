#include "reports/compare/projection_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "models/base/joined.hpp"
#include "models/explain/projection.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/blocks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;

struct ProjectedKernel {
  const AnalysedKernel* kernel;
  std::optional<models::Projection> projection;
  std::string_view why_not;  ///< empty where there is a projection
};

models::ProjectedGpu as_promised(const models::Board& board, int sms) {
  const models::DeviceProperties device = models::data_sheet_device(board);
  return {models::data_sheet_ceilings(board, sms), sms, device.sm_clock_maximum, device.compute_capability};
}

// Failed kernels are not projected: their work is not the task's.
std::vector<ProjectedKernel> project_all(const models::MachineAnalysis& machine, const models::Board& target) {
  const models::DeviceProperties& device = machine.machine->device;
  const models::Board* board = models::find_board(device);
  const models::ProjectedGpu roofs = as_promised(target, target.sm_count);
  const models::ProjectedGpu own = board ? as_promised(*board, device.sm_count) : models::ProjectedGpu{};
  std::vector<ProjectedKernel> all;
  for (const AnalysedKernel& kernel : machine.kernels) {
    const std::string_view why_not =
        kernel.failed() ? "its result was wrong" : models::not_projected(kernel, roofs, own);
    all.push_back({&kernel, why_not.empty() ? models::project(kernel, roofs, own) : std::nullopt, why_not});
  }
  return all;
}

// The word that tells boards apart: "V100" of "Tesla V100 PCIe".
std::string model_of(std::string_view board) {
  std::size_t begin = 0;
  while (begin < board.size()) {
    const std::size_t end = std::min(board.find(' ', begin), board.size());
    const std::string_view word = board.substr(begin, end - begin);
    if (word.find_first_of("0123456789") != std::string_view::npos) return std::string(word);
    begin = end + 1;
  }
  return std::string(board);
}

std::vector<const models::PublishedTime*> published_of(const models::Recording& recording, const std::string& kernel,
                                                       const models::Board& board) {
  std::vector<const models::PublishedTime*> times;
  for (const models::Family& family : recording.families) {
    for (const models::FamilyMember& member : family.members) {
      if (member.kernel != kernel) continue;
      for (const models::PublishedTime& time : member.published) {
        if (model_of(time.board) == model_of(board.name)) times.push_back(&time);
      }
    }
  }
  return times;
}

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

void add_machine(Blocks& blocks, const ProjectionDocument& document, const models::MachineAnalysis& machine,
                 const ProcessLabels& labels) {
  std::vector<std::vector<Cell>> rows;
  std::map<std::string_view, std::vector<std::string>> without;  // by the reason
  std::set<std::string> unknown;
  std::set<std::string> published;  // on which boards
  for (const ProjectedKernel& entry : project_all(machine, document.board)) {
    const std::string name = shorten_middle(labels.name(*entry.kernel->observation), 60);
    if (!entry.projection) {
      without[entry.why_not].push_back(name);
      continue;
    }
    const models::Projection& p = *entry.projection;
    const models::Seconds measured = entry.kernel->time->median;
    const auto times = published_of(document.session.recording, entry.kernel->observation->name, document.board);
    for (const models::PublishedTime* time : times) published.insert(clean_utf8(time->board));
    unknown.insert(p.unknown.begin(), p.unknown.end());
    rows.push_back({{name},
                    {format(measured)},
                    {fmt::format("{} to {}", format(p.low), format(p.high))},
                    {speedup_text(p, measured)},
                    {p.here},
                    {p.there},
                    {times.empty() ? std::string(kMissing) : published_text(times), Tone::dim}});
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
    blocks.note(fmt::format("No roof of the {} is known for {}: left out, so kernels may take longer.",
                            document.board.name, listed({unknown.begin(), unknown.end()})));
  }
  if (document.board.board_class == models::BoardClass::geforce) {
    blocks.note(
        fmt::format("FP16 and FP8 tensor roofs of the {} hold for FP16 accumulation: kernels that accumulate in FP32 "
                    "have half of them there.",
                    document.board.name));
  }
  if (!published.empty()) {
    blocks.note(
        fmt::format("Published by others {}: other sizes, other clocks, for reference only; ≈ marks an estimate "
                    "of the kernel alone, where the printed time holds more.",
                    published_on(published, document.board)));
  }
}

Blocks blocks_of(const ProjectionDocument& document) {
  const ProcessLabels labels(document.session.recording);
  Blocks blocks;
  for (const models::MachineAnalysis& machine : document.session.analysis.machines) {
    const std::string from = clean_utf8(machine.machine->device.name);
    blocks.heading(fmt::format("PROJECTION · {} onto {}", from.empty() ? "unknown GPU" : from, document.board.name));
    for (std::string& warning : warnings_above(document.session.recording.provenance)) {
      blocks.sentence(std::move(warning), Tone::bad);
    }
    blocks.sentence(
        fmt::format("Estimate; nothing ran on the {}. Work measured here over its data-sheet roofs ({}), or over "
                    "the share of them that was reached here; the ends assume the same % of roof or the same stall "
                    "time. Cache-size effects are not modelled.",
                    document.board.name, document.board.source));
    add_machine(blocks, document, machine, labels);
  }
  return blocks;
}

Json json_of(const ProjectedKernel& entry, const ProjectionDocument& document) {
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
  for (const models::PublishedTime* time : published_of(document.session.recording, observation.name, document.board)) {
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
  Json to{{"format", "rooflens-projection"}, {"format_version", 1}, {"kind", models::kProjectionLabel}};
  to["simulated"] = document.session.recording.provenance.kind == models::RecordingKind::simulated;
  to["altered"] = models::is_altered(document.session.recording.provenance);
  to["gpu_model"] = {{"name", document.board.name}, {"source", document.board.source}};
  Json& machines = to["gpus"] = Json::array();
  for (const models::MachineAnalysis& machine : document.session.analysis.machines) {
    Json& entry = machines.emplace_back(Json{{"id", machine.machine->id}});
    put(entry, "device", machine.machine->device.name);
    Json& kernels = entry["kernels"] = Json::array();
    for (const ProjectedKernel& kernel : project_all(machine, document.board))
      kernels.push_back(json_of(kernel, document));
  }
  return written(to);
}

}  // namespace rooflens::reports
