#include "profiler/cli/ceilings_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "models/base/thresholds.hpp"
#include "models/place/counted_work.hpp"
#include "models/roofs/board.hpp"
#include "models/roofs/device_part.hpp"
#include "models/roofs/theoretical.hpp"
#include "profiler/actions/ceiling_cache.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"
#include "reports/words/link_words.hpp"
#include "reports/words/probe_words.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

using models::Ceilings;
using reports::Cell;
using reports::kMissing;
using reports::TableColumn;

// A measured roof beside what it could have been.
struct CeilingRow {
  const models::MeasuredRoof* roof;            ///< never nullptr
  const models::ProbeInfo* probe;              ///< never nullptr
  std::optional<double> per_clock;             ///< per SM and clock
  std::optional<double> of_peak_at_its_clock;  ///< share of the theoretical rate at the clock while it was measured
  std::optional<double> of_queried_peak;       ///< share of the theoretical rate at the maximum clock
  std::optional<double> of_data_sheet;         ///< share of what the data sheet quotes
};

std::optional<double> rate_of(const Ceilings& ceilings, const models::ProbedResource& resource) {
  const auto value = [](const auto* roof) { return roof ? std::optional(roof->rate.value()) : std::nullopt; };
  if (const auto* level = std::get_if<models::Level>(&resource)) return value(ceilings.best(*level));
  if (const auto* precision = std::get_if<models::Precision>(&resource)) return value(ceilings.best(*precision));
  if (const auto* pipe = std::get_if<models::Pipe>(&resource)) return value(ceilings.best(*pipe));
  return std::nullopt;
}

std::optional<double> share(double value, const std::optional<double>& peak) {
  return peak && *peak > 0 ? std::optional(value / *peak) : std::nullopt;
}

Ceilings theoretical(const models::DeviceProperties& device, models::Hertz sm_clock) {
  return models::theoretical_ceilings(device, sm_clock, device.memory_clock_maximum, models::ClockBasis::maximum);
}

std::string per_clock_text(const CeilingRow& row) {
  return row.per_clock ? reports::significant(*row.per_clock) + " " + std::string(row.probe->unit)
                       : std::string(kMissing);
}

// Of lines that SMs share, the L2 gives out fewer than arrive: there the difference is the point.
std::string doubt_text(const CeilingRow& row) {
  const auto& counted = row.roof->counted;
  if (!counted || !row.probe->is_roof || std::abs(*counted - 1) <= models::kCountedTolerance) return {};
  return fmt::format("  {}: counters saw {} of what the probe says it does, so do not trust this roof\n",
                     row.probe->label, reports::format_percent(counted));
}

std::string errors_text(const models::LatencyErrors& errors) {
  if (errors.points == 0) return "no point";
  return fmt::format("{} points: median error {}, largest {}", errors.points, reports::format_percent(errors.median),
                     reports::format_percent(errors.worst));
}

// Nothing where neither was measured.
std::string terms_text(const models::LatencyRoof& roof) {
  if (!(roof.thread_start_cost.value() > 0) && !(roof.write_penalty.value() > 0)) return {};
  return fmt::format(
      "  a thread that starts and exits adds {:.3g} ns to its latency, once\n"
      "  a byte written takes {:.3g} ps longer than one read, at the maximum: copies reach {}\n",
      roof.thread_start_cost.value() * 1e9, roof.write_penalty.value() * 1e12,
      reports::format(roof.of(0.5, 1).maximum));
}

std::string latency_text(const models::LatencyRoof& roof) {
  return fmt::format(
      "\nLatency roof\n"
      "  latency {}, p {:.2f}, maximum {}: n threads with b bytes in flight draw\n"
      "  ((n b / latency)^-p + maximum^-p)^(-1/p) from DRAM\n"
      "{}"
      "  fitted to accesses of {} bytes, {}\n"
      "  held out: accesses of other widths, {}\n",
      reports::format(roof.knee.latency), roof.knee.p, reports::format(roof.knee.maximum), terms_text(roof),
      models::kFittedWidth, errors_text(roof.fitted), errors_text(roof.held_out));
}

std::string links_table(const std::vector<models::Link>& links, std::size_t width, bool colour) {
  std::vector<TableColumn> columns;
  for (const std::string_view heading : reports::kLinkHeadings) {
    columns.push_back({std::string(heading), columns.size() > 2});
  }
  std::vector<std::vector<Cell>> cells;
  for (const models::Link& link : links) {
    std::vector<Cell>& row = cells.emplace_back();
    for (const std::string& word : reports::link_words(link)) row.push_back({word});
  }
  return "\nLinks\n" + reports::table(columns, cells, width, 14, colour) +
         reports::paragraph(reports::kLinkNote, width, "  ", "  ");
}

std::vector<CeilingRow> ceiling_rows(const models::DeviceProperties& device, const models::MeasuredRoofs& measured) {
  std::vector<CeilingRow> rows;
  const Ceilings queried = theoretical(device, device.sm_clock_maximum);
  const models::Board* board = models::find_board(device);
  const Ceilings sheet = board ? models::data_sheet_ceilings(*board) : Ceilings{};
  for (const models::MeasuredRoof& roof : measured.roofs) {
    const models::ProbeInfo* probe = models::find_probe(roof.probe);
    if (!probe) continue;
    CeilingRow row{&roof, probe, per_clock(roof, device.sm_count), {}, {}, {}};
    if (probe->at_sm_clock && roof.clock.value() > 0) {
      row.of_peak_at_its_clock = share(roof.value, rate_of(theoretical(device, roof.clock), probe->resource));
    }
    row.of_queried_peak = share(roof.value, rate_of(queried, probe->resource));
    row.of_data_sheet = share(roof.value, rate_of(sheet, probe->resource));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string ceilings_text(const models::DeviceProperties& device, const models::MeasuredRoofs& measured, bool colour,
                          std::size_t width) {
  const std::vector<TableColumn> columns{{"Roof", false}, {"Measured"},         {"±"},
                                         {"SM clock"},    {"per clock and SM"}, {"at clock"},
                                         {"of queried"},  {"of data sheet"},    {"counted"}};
  const std::vector<CeilingRow> rows = ceiling_rows(device, measured);
  std::vector<std::vector<Cell>> cells;
  for (const CeilingRow& row : rows) {
    cells.push_back({{std::string(row.probe->label)},
                     {reports::probe_value_text(*row.roof)},
                     {reports::format_percent(row.roof->spread)},
                     {reports::probe_clock_text(*row.roof)},
                     {per_clock_text(row)},
                     {reports::format_percent(row.of_peak_at_its_clock)},
                     {reports::format_percent(row.of_queried_peak)},
                     {reports::format_percent(row.of_data_sheet)},
                     {reports::format_percent(row.roof->counted)}});
  }
  std::string text = fmt::format("Measured roofs · {}\n{}, driver {}, {}\n", measured.device, sm_count_text(device),
                                 measured.driver_version, measured.measured_utc);
  text += '\n';
  text += reports::table(columns, cells, width, 14, colour);
  text +=
      "  at clock: share of the theoretical rate at the SM clock while it was measured; of queried: at the maximum\n"
      "  clocks; ±: half of what the processes' medians span, or the spread within one if that is larger; counted: "
      "what\n"
      "  counters saw of the bytes or operations that the rate stands for.\n";
  for (const CeilingRow& row : rows) text += doubt_text(row);
  text += '\n';
  text += "What was fastest\n";
  for (const CeilingRow& row : rows) text += fmt::format("  {:<15} {}\n", row.probe->label, row.roof->point);
  if (measured.latency) text += latency_text(measured.latency->roof);
  if (!measured.links.empty()) text += links_table(measured.links, width, colour);
  if (!measured.refused.empty()) text += "\nNot measured\n";
  for (const auto& entry : measured.refused) {
    text += fmt::format("  {:<15} {}\n", reports::probe_label(entry.counter), entry.reason);
  }
  return text;
}

std::string ceilings_json(const models::DeviceProperties& device, const models::MeasuredRoofs& measured) {
  auto all = reports::Json::parse(actions::encode_ceilings(measured));
  const std::vector<CeilingRow> rows = ceiling_rows(device, measured);
  for (auto& entry : all["roofs"]) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const CeilingRow& r) { return r.roof->probe == entry["probe"]; });
    if (row == rows.end()) continue;
    const auto put = [&](const char* key, const std::optional<double>& value) {
      if (value) entry[key] = *value;
    };
    put("per_clock_and_sm", row->per_clock);
    put("of_peak_at_its_clock", row->of_peak_at_its_clock);
    put("of_queried_peak", row->of_queried_peak);
    put("of_data_sheet", row->of_data_sheet);
  }
  return reports::written(all);
}

}  // namespace rooflens::cli
