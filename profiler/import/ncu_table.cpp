#include "profiler/import/ncu_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "profiler/import/import_error.hpp"

namespace rooflens::imports {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool holds(const std::vector<std::string>& fields, std::string_view name) {
  return std::find(fields.begin(), fields.end(), name) != fields.end();
}

bool is_header(const CsvRow& row) { return holds(row.fields, "ID") && holds(row.fields, "Kernel Name"); }

[[noreturn]] void refuse_details_page(std::size_t line) {
  throw ImportError(fmt::format("line {}: this is ncu's details page, a row for each metric; what is read is the raw "
                                "page, a row for each launch",
                                line),
                    kHowToMakeIt);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : csv_(text), cut_behind_a_comma_(text.ends_with(',')) {}

  NcuFile read() {
    for (std::string_view line = csv_.peek_line(); !line.empty(); line = csv_.peek_line()) {
      if (line.starts_with("==")) {
        message(line);
      } else if (file_.tables.empty()) {
        before_the_header(line);
      } else {
        row();
      }
    }
    if (file_.tables.empty()) {
      throw ImportError("there is no table of Nsight Compute in it: no header with \"ID\" and \"Kernel Name\"",
                        kHowToMakeIt);
    }
    return std::move(file_);
  }

 private:
  // "==PROF== Connected to process 4711 (/path/of/the/program)"
  void message(std::string_view line) {
    const std::string text(line);
    const std::size_t number = csv_.skip_line();
    const std::size_t program = text.find(" (");
    if (text.starts_with("==PROF== Connected to process") && program != std::string::npos && text.ends_with(')')) {
      const std::string path = text.substr(program + 2, text.size() - program - 3);
      if (file_.command.empty()) file_.command = path;
    } else if (text.starts_with("==ROOFLENS== simulated")) {
      file_.simulated = true;
    } else if (text.starts_with("==WARNING==") || text.starts_with("==ERROR==")) {
      file_.notes.push_back(fmt::format("line {}: ncu said: {}", number, text));
    }
  }

  // Anything may stand here: the application's own output.
  void before_the_header(std::string_view line) {
    if (line.find("Kernel Name") != std::string_view::npos) {
      if (auto row = csv_.next()) {
        if (is_header(*row)) return begin(std::move(*row));
        csv_.resume_after_first_line();
      }
    } else {
      csv_.skip_line();
    }
  }

  void begin(CsvRow header) {
    if (holds(header.fields, "Metric Name") && holds(header.fields, "Metric Value")) refuse_details_page(header.line);
    NcuTable table;
    table.names = std::move(header.fields);
    for (std::size_t c = 0; c < table.names.size(); ++c) {
      const std::string& name = table.names[c];
      if (!table.places.emplace(name, c).second && !name.empty()) {
        file_.notes.push_back(
            fmt::format("line {}: column {} is there twice; the first one counts", header.line, name));
      }
    }
    table.units.assign(table.names.size(), "");
    file_.tables.push_back(std::move(table));
    units_may_follow_ = true;
  }

  void row() {
    auto row = csv_.next();
    if (!row) return;
    if (row->closed && is_header(*row)) return begin(std::move(*row));
    NcuTable& table = file_.tables.back();
    const bool first = std::exchange(units_may_follow_, false);
    if (!row->closed) {
      file_.notes.push_back(
          fmt::format("line {}: a quote is never closed (is the file cut off?); the row is left out", row->line));
    } else if (row->fields.size() != table.names.size()) {
      file_.notes.push_back(fmt::format("line {}: {} fields where the header has {} columns; the row is left out",
                                        row->line, row->fields.size(), table.names.size()));
      csv_.resume_after_first_line();
    } else if (cut_behind_a_comma_ && csv_.peek_line().empty()) {
      file_.notes.push_back(
          fmt::format("line {}: the file ends behind a comma (is it cut off?); the row is left out", row->line));
    } else if (first && row->fields[table.find("ID")].empty()) {
      table.units = std::move(row->fields);
    } else {
      if (first) {
        file_.notes.push_back(
            fmt::format("line {}: no row of units follows the header; numbers are taken to be in "
                        "ncu's base units (bytes, nanoseconds)",
                        row->line));
      }
      table.rows.push_back(std::move(*row));
    }
  }

  CsvReader csv_;
  NcuFile file_;
  bool cut_behind_a_comma_;
  bool units_may_follow_ = false;
};

}  // namespace

std::size_t NcuTable::find(std::string_view name) const {
  const auto it = places.find(name);
  return it == places.end() ? npos : it->second;
}

NcuFile read_ncu_file(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return Reader(text).read();
}

}  // namespace rooflens::imports
