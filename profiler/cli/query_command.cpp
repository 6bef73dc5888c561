// `rooflens query`: a question about many sessions, asked of a store.
#include <algorithm>
#include <cmath>
#include <ostream>

#include "models/base/significant.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/fleet/queries.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kQueryHelp{
    .usage = "query STORE NAME [OPTIONS]",
    .words = "STORE",
    .examples =
        "  rooflens query STORE slowest_rank --job 4711    which rank is slow, and why\n"
        "  rooflens query --list                           the questions\n",
    .more = "`rooflens export --format parquet` makes a store. It needs DuckDB: docs/fleet.md.\n"};

struct QueryOptions {
  std::string store;
  std::string name;
  fleet::Asked asked;
  std::string format = "text";
  std::string sql;
  bool list = false;
};

bool parse(const Arguments& arguments, const Streams& streams, QueryOptions& options) {
  OptionTable table(kQueryHelp);
  table.group("Question")
      .add("job", &options.asked.job, "NAME", "one job of the store [default: all]")
      .add("baseline,b", &options.asked.baseline, "NAME", "with job_changes: the job to compare with")
      .add("list", &options.list, "", "print the questions");
  table.group("Output").text_or_json(&options.format);
  table.add("sql", &options.sql, "duckdb|clickhouse", "print the statements instead, for that engine's client");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return false;
  if (options.list) return true;
  if (typed->words.size() != 2)
    throw usage_error("query takes a store and a question", "`rooflens query --list` lists the questions");
  options.store = typed->words[0];
  options.name = typed->words[1];
  try {
    fleet::require_question(options.name);
  } catch (const fleet::FleetError& error) {
    throw usage_error(error.what(), error.remedy());
  }
  return true;
}

std::string text_of(const fleet::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return models::significant(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return reports::clean_utf8(*text);
  return std::string(reports::kMissing);
}

void print_text(const fleet::StoreAnswer& result, const Streams& streams) {
  if (result.simulated) streams.out << "SIMULATED DATA: ranks in this store were not recorded on a GPU.\n";
  if (result.altered) streams.out << "ALTERED DATA: sessions in this store were altered since they were recorded.\n";
  if (result.answer.rows.empty()) {
    streams.out << "no rows\n";
    return;
  }
  // A job that all rows are of is said once.
  const auto& [names, all] = result.answer;
  const bool one_job = names.front().name == "job" && all.size() > 1 &&
                       std::ranges::all_of(all, [&](const auto& row) { return row[0] == all.front()[0]; });
  if (one_job) streams.out << "job " << text_of(all.front()[0]) << '\n';
  const std::size_t first = one_job ? 1 : 0;
  std::vector<reports::TableColumn> columns;
  for (std::size_t c = first; c < names.size(); ++c)
    columns.push_back({.heading = names[c].name, .right = names[c].number});
  std::vector<std::vector<reports::Cell>> rows;
  for (const auto& row : all) {
    std::vector<reports::Cell>& cells = rows.emplace_back();
    for (std::size_t c = first; c < row.size(); ++c) cells.push_back({.text = text_of(row[c])});
  }
  // Nothing but the first column is shortened: a terminal that is too narrow wraps lines.
  constexpr std::size_t kFirst = 40;
  const std::size_t width = std::max(reports::text_width(streams.columns), reports::table_width(columns, rows, kFirst));
  streams.out << reports::table(columns, rows, width, 8, streams.colour);
}

reports::Json json_of(const fleet::StoreAnswer& result, const std::string& name) {
  reports::Json to{{"query", name}, {"simulated", result.simulated}, {"altered", result.altered}};
  auto& rows = to["rows"] = reports::Json::array();
  for (const auto& row : result.answer.rows) {
    auto& entry = rows.emplace_back(reports::Json::object());
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string& key = result.answer.columns[c].name;
      if (const auto* whole = std::get_if<std::int64_t>(&row[c])) entry[key] = *whole;
      if (const auto* real = std::get_if<double>(&row[c]); real && std::isfinite(*real)) entry[key] = *real;
      if (const auto* text = std::get_if<std::string>(&row[c])) entry[key] = reports::clean_utf8(*text);
    }
  }
  return to;
}

void print_list(const Streams& streams) {
  for (const fleet::Question& question : fleet::questions()) {
    streams.out << question.name << '\n';
    streams.out << reports::paragraph(question.meaning, reports::text_width(streams.columns), "    ", "    ");
  }
}

}  // namespace

int query_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  QueryOptions options;
  if (!parse(arguments, streams, options)) return kOk;
  if (options.list) {
    print_list(streams);
    return kOk;
  }
  const fleet::Store store = fleet::Store::open(options.store);
  if (!options.sql.empty()) {
    streams.out << fleet::statements(store, options.name, options.asked, options.sql);
    return kOk;
  }
  const fleet::StoreAnswer result = fleet::ask(store, options.name, options.asked);
  if (options.format == "json") {
    streams.out << reports::written(json_of(result, options.name));
  } else {
    print_text(result, streams);
  }
  return kOk;
}

}  // namespace rooflens::cli
