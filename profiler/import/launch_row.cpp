#include "profiler/import/launch_row.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "models/base/find_in.hpp"
#include "models/base/joined.hpp"
#include "models/base/number_in.hpp"
#include "models/base/spreadsheet_text.hpp"
#include "models/record/ncu_columns.hpp"
#include "profiler/import/number.hpp"

namespace rooflens::imports {
namespace {

using models::Dim3;

// "(256, 1, 1)"; newer versions may leave out trailing ones.
std::optional<Dim3> read_dimensions(std::string_view text) {
  std::array<std::uint32_t, 3> sides{1, 1, 1};
  std::size_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&](std::string_view characters) {
    while (at != end && characters.find(*at) != std::string_view::npos) ++at;
  };
  for (skip(" ("); at != end && count < sides.size(); skip(" ,)")) {
    const auto [stopped, error] = std::from_chars(at, end, sides.at(count++));
    if (error != std::errc{}) return std::nullopt;
    at = stopped;
  }
  if (at != end || count == 0 || std::find(sides.begin(), sides.end(), 0U) != sides.end()) return std::nullopt;
  return Dim3{sides[0], sides[1], sides[2]};
}

std::optional<models::ComputeCapability> read_capability(std::string_view text) {
  models::ComputeCapability cc;
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, cc.major);
  if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.' || cc.major < 0) return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, cc.minor);
  if (minor.ec != std::errc{} || minor.ptr != end || cc.minor < 0) return std::nullopt;
  return cc;
}

// "block=256 n=4096"; nothing where one of them is no number.
std::optional<std::map<std::string, std::int64_t>> read_parameters(std::string_view text) {
  std::map<std::string, std::int64_t> parameters;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    const auto value = models::number_in<std::int64_t>(entry.substr(equals + 1));
    if (!value) return std::nullopt;
    parameters.emplace(entry.substr(0, equals), *value);
  }
  return parameters;
}

// "cold"; nothing for a word that names no policy. An empty cell is how it is without an export of rooflens.
std::optional<models::CachePolicy> read_cache(std::string_view text) {
  return text.empty() ? models::CachePolicy::uncontrolled : models::from_id<models::CachePolicy>(text);
}

template <class Subject>
const models::NcuColumn<Subject>* find_column(std::span<const models::NcuColumn<Subject>> columns,
                                              std::string_view name) {
  return models::find_in(columns, name, &models::NcuColumn<Subject>::name);
}

bool is_duration(std::string_view name) { return name == models::kNcuDuration; }

bool is_text_of_ours(std::string_view name) {
  return name == models::kNcuReplay || name == models::kNcuDeviceName || name == models::kNcuRecording ||
         name == models::kNcuKernel || name == models::kNcuParameters || name == models::kNcuCache ||
         name == "Kernel Time";
}

bool is_not_available(std::string_view cell) {
  return cell.find("n/a") != std::string_view::npos || cell == "nan" || cell == "inf" || cell == "-nan";
}

constexpr std::size_t kMostNames = 40;  // in a note

bool is_identity(std::string_view name) {
  const auto& identity = models::kNcuIdentity;
  return std::find(identity.begin(), identity.end(), name) != identity.end() || is_text_of_ours(name);
}

// What the cells of a column are, so that no name is looked at again for each of them.
struct Column {
  bool number = false;
  const models::NcuColumn<models::DeviceProperties>* of_device = nullptr;
  const models::NcuColumn<models::Launch>* of_launch = nullptr;
};

class Reader {
 public:
  explicit Reader(const NcuTable& table) : table_(table), columns_(table.names.size()) {
    for (std::size_t c = 0; c < columns_.size(); ++c) columns_[c] = column(c);
  }

  LaunchRows read() {
    for (const CsvRow& row : table_.rows) {
      if (auto launch = read_row(row)) result_.rows.push_back(std::move(*launch));
    }
    note_columns(no_place_, "that a session has no place for");
    note_columns(texts_, "of text");
    return std::move(result_);
  }

 private:
  std::string_view cell(const CsvRow& row, std::string_view name) const {
    const std::size_t column = table_.find(name);
    return column == NcuTable::npos ? std::string_view() : std::string_view(row.fields[column]);
  }

  // Exports of rooflens have a quote before what a spreadsheet would take for a formula.
  std::string_view text(const CsvRow& row, std::string_view name) const {
    const bool ours = table_.find(models::kNcuKernel) != NcuTable::npos;
    return ours ? models::unshielded(cell(row, name)) : cell(row, name);
  }

  // The first of a name counts.
  Column column(std::size_t c) {
    const std::string& name = table_.names[c];
    if (is_identity(name) || is_text(c) || name.empty() || table_.find(name) != c) return {};
    Column column{true, find_column(models::ncu_device_columns(), name),
                  find_column(models::ncu_launch_columns(), name)};
    if (!column.of_device && !column.of_launch && name.starts_with("device__attribute_")) {
      no_place_.push_back(name);
      column.number = false;
    }
    return column;
  }

  // A column whose cells are text, in every row, is no metric that went wrong.
  bool is_text(std::size_t c) {
    bool number = false;
    bool text = false;
    for (const CsvRow& row : table_.rows) {
      const std::string& value = row.fields[c];
      if (value.empty() || is_not_available(value)) continue;
      const bool readable = read_number(value).has_value();
      number |= readable;
      // Digits alone with separators in odd places are a number that went wrong.
      text |= !readable && value.find_first_not_of("0123456789.,-+eE ") != std::string::npos;
    }
    if (text && !number) texts_.push_back(table_.names[c]);
    return text && !number;
  }

  void note_columns(const std::vector<std::string>& names, std::string_view which) {
    if (names.empty()) return;
    result_.notes.push_back(fmt::format("left out: {} {} {}: {}", names.size(),
                                        names.size() == 1 ? "column" : "columns", which,
                                        models::joined(names, kMostNames)));
  }

  std::optional<LaunchRow> read_row(const CsvRow& row) {
    LaunchRow out;
    out.line = row.line;
    out.process_id = cell(row, "Process ID");
    out.process_name = text(row, "Process Name");
    out.host_name = text(row, "Host Name");
    out.device_index = cell(row, "Device");
    out.launch.function = text(row, "Kernel Name");
    out.kernel = text(row, models::kNcuKernel);
    out.replay = cell(row, models::kNcuReplay);
    out.device.name = text(row, models::kNcuDeviceName);
    const auto recording = cell(row, models::kNcuRecording);
    out.simulated = recording.starts_with("simulated");
    out.altered = recording.ends_with("altered since it was recorded");
    if (out.launch.function.empty()) return refuse(row, "no kernel name");
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].number) read_cell(row, c, out);
    }
    for (const auto& [column, dimensions] :
         {std::pair{"Grid Size", &out.launch.grid}, {"Block Size", &out.launch.block}}) {
      const std::string_view text = cell(row, column);
      if (text.empty()) continue;
      const auto read = read_dimensions(text);
      if (!read) return refuse(row, fmt::format("{} is `{}`, not three numbers", column, text));
      *dimensions = *read;
      if (dimensions == &out.launch.block && read->count() > models::kMostThreads) {
        return refuse(row, fmt::format("{} is `{}`, more threads than any GPU runs in a block", column, text));
      }
    }
    const std::string_view parameters = text(row, models::kNcuParameters);
    if (auto read = read_parameters(parameters)) {
      out.parameters = std::move(*read);
    } else {
      note_cell(row, models::kNcuParameters, parameters, "not numbers with their names");
    }
    const std::string_view cache = cell(row, models::kNcuCache);
    if (const auto policy = read_cache(cache)) {
      out.cache = *policy;
    } else {
      note_cell(row, models::kNcuCache, cache, "not cold, warm or uncontrolled");
    }
    if (const std::string_view cc = cell(row, "CC"); !cc.empty()) {
      if (const auto capability = read_capability(cc)) {
        out.device.compute_capability = *capability;
      } else {
        note_cell(row, "CC", cc, "not a compute capability");
      }
    }
    return out;
  }

  std::nullopt_t refuse(const CsvRow& row, const std::string& why) {
    result_.notes.push_back(fmt::format("line {}: {}; the row is left out", row.line, why));
    return std::nullopt;
  }

  void note_cell(const CsvRow& row, std::string_view name, std::string_view value, std::string_view why) {
    result_.notes.push_back(fmt::format("line {}: {} is `{}`, {}", row.line, name, value, why));
  }

  // The number in base units; what is wrong with it is noted.
  std::optional<double> number(const CsvRow& row, std::size_t c, double scale_without_unit, LaunchRow& out) {
    const std::string& value = row.fields[c];
    const std::string& unit = table_.units[c];
    if (value.empty()) return std::nullopt;
    const auto read = read_number(value);
    const bool no_time = is_duration(table_.names[c]) && !unit.empty() && !is_time_unit(unit);
    const auto factor = no_time ? std::nullopt : unit.empty() ? std::optional(scale_without_unit) : unit_factor(unit);
    if (read && factor && std::isfinite(*read * *factor)) return *read * *factor;
    if (!read && is_not_available(value)) {
      out.refused.emplace_back(table_.names[c], "ncu wrote `" + value + "`");
    } else if (!read || factor) {
      out.refused.emplace_back(table_.names[c], "`" + value + "` is no number");
      note_cell(row, table_.names[c], value, "no number that can be read");
    } else {
      out.refused.emplace_back(table_.names[c], "its unit `" + unit + "` is not known");
      if (unknown_units_.insert(unit).second) {
        result_.notes.push_back(
            fmt::format("column {}: the unit `{}` is not known; columns with it are left out", table_.names[c], unit));
      }
    }
    return std::nullopt;
  }

  void read_cell(const CsvRow& row, std::size_t c, LaunchRow& out) {
    const auto& [is_number, of_device, of_launch] = columns_[c];
    const std::size_t refused_before = out.refused.size();
    if (of_device) {
      if (const auto value = number(row, c, of_device->scale, out)) of_device->set(out.device, *value);
    } else if (of_launch) {
      if (const auto value = number(row, c, of_launch->scale, out)) of_launch->set(out.launch, *value);
    } else if (const auto value = number(row, c, 1, out)) {
      take(row, c, *value, out);
    }
    if (of_device || of_launch) out.refused.resize(refused_before);  // a property is no counter
  }

  void take(const CsvRow& row, std::size_t c, double value, LaunchRow& out) {
    const std::string& name = table_.names[c];
    const auto count = [&] { return static_cast<std::uint64_t>(std::clamp(value, 0.0, 9e15)); };
    if (is_duration(name)) {
      if (value > 0) {
        out.duration_ns = value;
      } else {
        out.refused.emplace_back(name, "it is not above 0");
        note_cell(row, name, row.fields[c], "no time that a kernel takes");
      }
    } else if (name == models::kNcuLaunchesMade) {
      out.launches_made = count();
    } else if (name == models::kNcuLaunchesObserved) {
      out.launches_counted = count();
    } else {
      out.metrics[name] = value;
    }
  }

  const NcuTable& table_;
  std::vector<Column> columns_;
  LaunchRows result_;
  std::vector<std::string> no_place_, texts_;
  std::set<std::string> unknown_units_;
};

}  // namespace

LaunchRows read_launch_rows(const NcuTable& table) { return Reader(table).read(); }

}  // namespace rooflens::imports
