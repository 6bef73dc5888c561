// One row per kernel or NVTX range (RFC 4180), for spreadsheets and data frames: raw numbers in base units, the unit in
// the column's name, an empty field where a value is not known. Text that begins as a formula does has a single quote
// in front.
#include <functional>
#include <string>
#include <vector>

#include "models/base/joined.hpp"
#include "models/base/spreadsheet_text.hpp"
#include "models/place/uncounted_work.hpp"
#include "reports/words/format.hpp"
#include "reports/words/report.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::AnalysedKernel;
using models::Level;

std::string field(std::string_view text) {
  const std::string clean = clean_utf8(text);
  if (clean.find_first_of(",\"") == std::string::npos) return clean;
  std::string quoted = "\"";
  for (const char c : clean) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string number(const std::optional<double>& value) { return value ? round_trip(*value) : std::string(); }

template <int O, int B, int S>
std::string number(const std::optional<models::Quantity<O, B, S>>& value) {
  return value ? round_trip(value->value()) : std::string();
}

struct Row {
  const Document& document;
  const AnalysedKernel& kernel;
};

struct Column {
  std::string name;
  std::function<std::string(const Row&)> value;
  bool text = false;  ///< as somebody named it: could begin as a formula does
};

std::string parameters(const Row& row) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : row.kernel.observation->parameters) {
    parts.push_back(name + "=" + std::to_string(value));
  }
  return models::joined(parts, ";");
}

std::string rank(const Row& row) {
  for (const models::Process& process : row.document.recording.processes) {
    if (process.id == row.kernel.observation->process) return std::to_string(process.rank);
  }
  return {};
}

std::string topics(const Row& row) {
  std::vector<std::string> parts;
  for (const models::Finding& finding : row.kernel.findings) parts.push_back(finding.topic);
  return models::joined(parts, ";");
}

std::string refused(const Row& row) {
  std::vector<std::string> parts;
  for (const models::Refusal& refusal : row.kernel.observation->refused) {
    parts.push_back(refusal.counter + ": " + refusal.reason);
  }
  return models::joined(parts, ";");
}

// A time of the summary, empty where no duration was recorded.
Column time_column(std::string name, models::Seconds models::TimingSummary::*member) {
  return {std::move(name), [member](const Row& row) {
            return row.kernel.time ? round_trip(((*row.kernel.time).*member).value()) : std::string();
          }};
}

void add_level(std::vector<Column>& columns, Level level) {
  const std::string prefix(info(level).id);
  const auto add = [&](const char* name, auto value) {
    columns.push_back({prefix + name, [level, value](const Row& row) {
                         const models::LevelPoint* point = row.kernel.point_at(level);
                         return point ? std::string(value(*point)) : std::string();
                       }});
  };
  using Point = models::LevelPoint;
  add("_bytes", [](const Point& p) { return round_trip(p.bytes.value()); });
  add("_source", [](const Point& p) { return source_word(p.source); });
  add("_bytes_per_s", [](const Point& p) { return round_trip(p.bandwidth.value()); });
  add("_intensity_flop_per_byte", [](const Point& p) { return number(p.intensity); });
  add("_fraction_of_roof", [](const Point& p) { return number(p.fraction_of_ceiling); });
}

std::vector<Column> columns() {
  std::vector<Column> c;
  const auto observation = [](auto member) {
    return [member](const Row& row) { return std::string(member(*row.kernel.observation)); };
  };
  using O = models::Observation;
  c.push_back({"kind", [](const Row& r) { return recording_word(r.document.recording.provenance); }});
  c.push_back({"gpu", [](const Row& r) { return std::to_string(r.kernel.machine->id); }});
  c.push_back({"device", [](const Row& r) { return r.kernel.machine->device.name; }, true});
  c.push_back({"process", observation([](const O& o) { return std::to_string(o.process); })});
  c.push_back({"rank", rank});
  c.push_back({"kernel", observation([](const O& o) { return o.name; }), true});
  c.push_back({"scope", observation([](const O& o) { return scope_word(o.scope); })});
  c.push_back({"parameters", parameters, true});
  c.push_back({"l2_before", observation([](const O& o) { return cache_word(o.cache); })});
  c.push_back({"launches_made", observation([](const O& o) { return std::to_string(o.launches_made); })});
  c.push_back({"launches_counted", observation([](const O& o) { return std::to_string(o.launches_counted); })});
  c.push_back({"counters_by", observation([](const O& o) { return replay_word(o.replay); })});
  c.push_back({"timed_launches", observation([](const O& o) {
                 return o.total_time ? std::to_string(o.timed_launches) : std::string();
               })});
  c.push_back({"total_time_s", observation([](const O& o) { return number(o.total_time); })});
  c.push_back({"repetitions", observation([](const O& o) { return std::to_string(o.durations.size()); })});
  c.push_back(time_column("time_median_s", &models::TimingSummary::median));
  c.push_back(time_column("time_minimum_s", &models::TimingSummary::minimum));
  c.push_back(time_column("time_lower_quartile_s", &models::TimingSummary::lower_quartile));
  c.push_back(time_column("time_upper_quartile_s", &models::TimingSummary::upper_quartile));
  c.push_back(time_column("time_maximum_s", &models::TimingSummary::maximum));
  c.push_back({"share_of_time",
               [](const Row& r) { return r.kernel.has_share() ? round_trip(r.kernel.share_of_time) : std::string(); }});
  c.push_back({"precision", [](const Row& r) {
                 return r.kernel.precision ? std::string(info(*r.kernel.precision).id) : std::string();
               }});
  c.push_back({"flop", [](const Row& r) { return r.kernel.has_no_flops ? "0" : number(r.kernel.flops); }});
  c.push_back({"flop_source", [](const Row& r) { return std::string(flop_source_word(r.kernel)); }});
  c.push_back({"flop_per_s", [](const Row& r) { return number(r.kernel.flop_rate); }});
  for (const Level level : {Level::dram, Level::l2, Level::l1, Level::shared}) add_level(c, level);
  c.push_back({"bound_by", [](const Row& r) { return std::string(info(r.kernel.binding).id); }});
  c.push_back({"busiest_fraction", [](const Row& r) { return number(r.kernel.busiest_fraction); }});
  const auto roof = [](auto member) {
    return [member](const Row& r) {
      return r.kernel.percent_of_roof ? std::string(member(*r.kernel.percent_of_roof)) : std::string();
    };
  };
  using P = models::PercentOfRoof;
  c.push_back({"roof_fraction", roof([](const P& p) { return round_trip(p.fraction); })});
  c.push_back({"roof_demand", roof([](const P& p) { return p.compulsory ? "compulsory" : "measured"; })});
  c.push_back({"roof_name", roof([](const P& p) { return p.roof; }), true});
  c.push_back({"roof_time_s", roof([](const P& p) { return round_trip(p.shortest.value()); })});
  c.push_back({"contradiction",
               [](const Row& r) { return r.kernel.mismatch ? r.kernel.mismatch->finding.cause : std::string(); },
               true});
  c.push_back({"occupancy_theoretical", [](const Row& r) { return number(r.kernel.theoretical_occupancy); }});
  c.push_back({"occupancy_achieved", [](const Row& r) { return number(r.kernel.achieved_occupancy); }});
  c.push_back({"bank_conflict_degree", [](const Row& r) { return number(r.kernel.bank_conflict_degree); }});
  using W = models::WorkComparison;
  const auto ratio = [](std::optional<double> W::*member) {
    return [member](const Row& r) { return number(r.kernel.comparison.*member); };
  };
  c.push_back({"operations_counted_over_analytic", ratio(&W::operations)});
  c.push_back({"requested_bytes_counted_over_analytic", ratio(&W::requested_bytes)});
  c.push_back({"l2_bytes_counted_over_ideal", ratio(&W::l2_bytes)});
  c.push_back({"dram_bytes_counted_over_compulsory", ratio(&W::dram_bytes)});
  c.push_back({"verification", observation([](const O& o) { return verification_word(o.verification.status); })});
  c.push_back({"verification_detail", observation([](const O& o) { return o.verification.detail; }), true});
  c.push_back({"findings", topics, true});
  c.push_back({"refused_counters", refused, true});
  c.push_back({"remarks", observation([](const O& o) { return models::joined(o.remarks, ";"); }), true});
  return c;
}

}  // namespace

std::string render_csv(const Document& document) {
  const std::vector<Column> all = columns();
  std::string text;
  const auto line = [&](auto value) {
    for (std::size_t i = 0; i < all.size(); ++i) text.append(i == 0 ? "" : ",").append(field(value(all[i])));
    text += "\r\n";
  };
  line([](const Column& column) { return column.name; });
  for (const models::MachineAnalysis& machine : document.analysis.machines) {
    for (const auto* list : {&machine.kernels, &machine.ranges}) {
      for (const AnalysedKernel& kernel : *list) {
        line([&](const Column& column) {
          const std::string value = column.value({document, kernel});
          return column.text ? models::shielded(clean_utf8(value)) : value;
        });
      }
    }
  }
  return text;
}

}  // namespace rooflens::reports
