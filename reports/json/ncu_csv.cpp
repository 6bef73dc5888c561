// A session as Nsight Compute would have written it with `--csv --page raw --print-units base`, for scripts that read
// that: a row for each kernel with the means of its counters and the median of its times. Columns named rooflens__ hold
// what ncu has no column for.
#include <fmt/core.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "models/base/find_in.hpp"
#include "models/base/joined.hpp"
#include "models/base/spreadsheet_text.hpp"
#include "models/record/ncu_columns.hpp"
#include "reports/words/format.hpp"
#include "reports/words/report.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

using models::Observation;

struct Row {
  const Document& document;
  const models::AnalysedKernel& kernel;
  std::size_t number;
  [[nodiscard]] const Observation& observation() const { return *kernel.observation; }
  [[nodiscard]] const models::Launch& launch() const { return kernel.observation->launches.front(); }
  [[nodiscard]] const models::DeviceProperties& device() const { return kernel.machine->device; }
};

struct Column {
  std::string name;
  std::string unit;
  std::function<std::string(const Row&)> value;
};

// Shielded as it is written, not as it was recorded.
std::string text_cell(std::string_view text) { return models::shielded(clean_utf8(text)); }

std::string quoted_cell(std::string_view text) {
  std::string field = "\"";
  for (const char c : clean_utf8(text)) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

std::string number(const std::optional<double>& value) { return value ? round_trip(*value) : std::string(); }

// Fifteen digits: the change of unit leaves noise in the sixteenth.
std::string nanoseconds_text(models::Seconds time) { return fmt::format("{:.15g}", in_nanoseconds(time)); }

std::string dimensions(const models::Dim3& d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

const models::Process* process_of(const Row& row) {
  return models::find_in(row.document.recording.processes, row.observation().process, &models::Process::id);
}

std::string process_name(const Row& row) {
  const models::Process* process = process_of(row);
  return process && !process->command.empty() ? process->command : row.document.recording.provenance.command;
}

// Context and stream are not recorded: their fields are empty.
std::string identity(std::string_view name, const Row& row) {
  const models::Process* process = process_of(row);
  const models::Launch& launch = row.launch();
  const models::ComputeCapability cc = row.device().compute_capability;
  if (name == "ID") return std::to_string(row.number);
  if (name == "Process ID") return process ? std::to_string(process->pid) : "";
  if (name == "Process Name") return text_cell(process_name(row));
  if (name == "Host Name") return process ? text_cell(process->hostname) : "";
  if (name == "Kernel Name") return text_cell(launch.function.empty() ? row.observation().name : launch.function);
  if (name == "Block Size") return dimensions(launch.block);
  if (name == "Grid Size") return dimensions(launch.grid);
  if (name == "Device") return std::to_string(row.kernel.machine->id);
  if (name == "CC" && cc.major > 0) return cc.text();
  return "";
}

// The unit that ncu shows beside a metric: what is counted, over what.
std::string unit_of(std::string_view counter) {
  const auto has = [&](std::string_view part) { return counter.find(part) != std::string_view::npos; };
  if (has(".pct")) return "%";
  if (has(".ratio")) return "";
  std::string unit;
  for (const auto& [part, word] : {std::pair{"bytes", "byte"},
                                   {"cycles", "cycle"},
                                   {"sectors", "sector"},
                                   {"requests", "request"},
                                   {"warps", "warp"},
                                   {"inst", "inst"}}) {
    if (unit.empty() && has(part)) unit = word;
  }
  if (unit.empty()) return "";
  if (counter.ends_with(".per_second")) return unit + "/second";
  return counter.ends_with(".peak_sustained") ? unit + "/cycle" : unit;
}

std::vector<Column> columns(const std::vector<Row>& rows) {
  std::vector<Column> all;
  for (const std::string_view name : models::kNcuIdentity) {
    all.push_back({std::string(name), "", [name](const Row& row) { return identity(name, row); }});
  }
  all.push_back({std::string(models::kNcuDeviceName), "", [](const Row& row) { return text_cell(row.device().name); }});
  for (const auto& column : models::ncu_device_columns()) {
    all.push_back({std::string(column.name), std::string(column.unit), [&column](const Row& row) {
                     const auto value = column.get(row.device());
                     return value ? round_trip(*value / column.scale) : std::string();
                   }});
  }
  for (const auto& column : models::ncu_launch_columns()) {
    all.push_back({std::string(column.name), std::string(column.unit),
                   [&column](const Row& row) { return number(column.get(row.launch())); }});
  }
  all.push_back({std::string(models::kNcuDuration), "nsecond", [](const Row& row) {
                   return row.kernel.time ? nanoseconds_text(row.kernel.time->median) : std::string();
                 }});
  std::set<std::string> counters;
  for (const Row& row : rows) {
    for (const auto& [name, counter] : row.observation().counters) counters.insert(name);
  }
  counters.erase(std::string(models::kNcuDuration));
  for (const std::string& name : counters) {
    all.push_back(
        {name, unit_of(name), [name](const Row& row) { return number(row.observation().counters.value(name)); }});
  }
  const auto observation = [&](std::string_view name, auto member) {
    all.push_back({std::string(name), "", [member](const Row& row) { return std::string(member(row.observation())); }});
  };
  observation(models::kNcuKernel, [](const Observation& o) { return text_cell(o.name); });
  observation(models::kNcuParameters, [](const Observation& o) {
    const auto setting = [](const auto& p) { return fmt::format("{}={}", p.first, p.second); };
    return text_cell(models::joined(o.parameters, " ", setting));
  });
  observation(models::kNcuCache, [](const Observation& o) { return id(o.cache); });
  observation(models::kNcuReplay, [](const Observation& o) { return replay_word(o.replay); });
  observation(models::kNcuLaunchesMade, [](const Observation& o) { return std::to_string(o.launches_made); });
  observation(models::kNcuLaunchesObserved, [](const Observation& o) { return std::to_string(o.launches_counted); });
  all.push_back({std::string(models::kNcuRecording), "",
                 [](const Row& row) { return recording_word(row.document.recording.provenance); }});
  return all;
}

}  // namespace

bool has_ncu_row(const Observation& observation) {
  return observation.scope == models::Scope::launch && observation.launches.size() == 1;
}

std::string render_ncu_csv(const Document& document) {
  std::vector<Row> rows;
  for (const models::MachineAnalysis& machine : document.analysis.machines) {
    for (const models::AnalysedKernel& kernel : machine.kernels) {
      if (has_ncu_row(*kernel.observation)) rows.push_back({document, kernel, rows.size()});
    }
  }
  const std::vector<Column> all = columns(rows);
  std::string text;
  const auto line = [&](auto value) {
    for (std::size_t i = 0; i < all.size(); ++i) text.append(i == 0 ? "" : ",").append(quoted_cell(value(all[i])));
    text += '\n';
  };
  line([](const Column& column) { return column.name; });
  line([](const Column& column) { return column.unit; });
  for (const Row& row : rows) {
    line([&](const Column& column) { return column.value(row); });
  }
  return text;
}

}  // namespace rooflens::reports
