#include "profiler/fleet/queries.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "fleet_sql.hpp"
#include "models/base/joined.hpp"
#include "profiler/fleet/session_rows.hpp"

namespace rooflens::fleet {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kComparing = "job_changes";  // the one that takes a baseline

// The comment that a query begins with, as one line.
std::string meaning_of(std::string_view sql) {
  std::string text;
  while (sql.starts_with("-- ")) {
    const std::size_t end = sql.find('\n');
    text.append(text.empty() ? "" : " ").append(sql.substr(3, end - 3));
    sql.remove_prefix(end + 1);
  }
  return text;
}

const NamedQuery& query_of(std::string_view name) {
  const auto found = std::ranges::find(kNamedQueries, name, &NamedQuery::name);
  if (found != kNamedQueries.end()) return *found;
  throw FleetError(fmt::format("there is no query `{}`", name),
                   "there are: " + models::joined(kNamedQueries, ", ", &NamedQuery::name));
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

void require_job(const Store& store, const std::string& job) {
  if (job.empty() || store.has(job)) return;
  std::vector<std::string> folders = store.job_folders();
  std::sort(folders.begin(), folders.end());
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(folders.size(), 5); ++i)
    some.append(some.empty() ? "" : ", ").append(folders[i]);
  throw FleetError(fmt::format("the store holds no job `{}`", job),
                   folders.empty() ? "it holds none" : "`rooflens query STORE jobs` lists them; among them: " + some);
}

void require_sense(const Store& store, std::string_view question, const Asked& asked) {
  const bool compares = question == kComparing;
  if (compares && (asked.job.empty() || asked.baseline.empty()))
    throw FleetError(fmt::format("{} compares two jobs", question), "name them: --job NEW --baseline OLD");
  if (!compares && !asked.baseline.empty())
    throw FleetError(fmt::format("{} takes no --baseline", question), fmt::format("{} does", kComparing));
  require_job(store, asked.job);
  require_job(store, asked.baseline);
  if (store.job_folders().empty())
    throw FleetError(fmt::format("the store {} is empty", store.path().string()),
                     "`rooflens export --format parquet` adds sessions");
}

// Engines refuse a pattern that no file has, and parts of schema 1 have no links.
constexpr std::string_view kLinks = "links";

std::vector<std::string> files_of(const Store& store, std::string_view table, const Asked& asked) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& job) {
    if (table != kLinks || store.holds(table, job)) files.push_back(store.files(table, job));
  };
  add(asked.job);
  if (!asked.baseline.empty() && asked.baseline != asked.job) add(asked.baseline);
  return files;
}

// DuckDB takes a list of patterns, ClickHouse alternatives within one.
std::string pattern(const Store& store, std::string_view table, const Asked& asked, bool duckdb) {
  const std::vector<std::string> files = files_of(store, table, asked);
  if (files.size() == 1) return sql_text(files.front());
  if (duckdb) return "[" + sql_text(files.front()) + ", " + sql_text(files.back()) + "]";
  const std::string job = "/job=" + folder_name(asked.job) + "/";
  std::string both = files.front();
  return sql_text(both.replace(both.find(job), job.size(),
                               "/job={" + folder_name(asked.job) + "," + folder_name(asked.baseline) + "}/"));
}

// None, of the same types.
void without_links(std::string& sql) {
  constexpr std::string_view kView = "VIEW stored_links AS ";
  const std::size_t begin = sql.find(kView) + kView.size();
  sql.replace(begin, sql.find(';', begin) - begin,
              "SELECT job, host, part_id, rank, rank_id, device, device AS peer, device AS kind, device AS direction, "
              "rate AS bytes_per_second, spread, rate AS latency_ns FROM stored_roofs WHERE 1 = 0");
}

std::string preamble(const Store& store, const Asked& asked, bool duckdb) {
  std::string sql(duckdb ? kDuckDbSql : kClickHouseSql);
  if (files_of(store, kLinks, asked).empty()) without_links(sql);
  sql += kFleetViewsSql;
  for (const StoreTable& table : kStoreTables) {
    const std::string word = fmt::format("{{{}}}", table.name);
    if (sql.find(word) != std::string::npos) replace_all(sql, word, pattern(store, table.name, asked, duckdb));
  }
  const auto text_or_null = [](const std::string& text) { return text.empty() ? "NULL" : sql_text(text); };
  replace_all(sql, "{job}", text_or_null(asked.job));
  replace_all(sql, "{baseline}", text_or_null(asked.baseline));
  return sql;
}

bool readable(DuckDb& database, const fs::path& file, std::string& why) {
  try {
    const Answer ours = database.query("SELECT 1 FROM parquet_kv_metadata(" + sql_text(file.string()) +
                                       ") WHERE CAST(key AS VARCHAR) = 'rooflens_schema'");
    why = "it is Parquet that rooflens did not write";
    return !ours.rows.empty();
  } catch (const FleetError&) {
    why = "it is not whole, or no Parquet";
    return false;
  }
}

// An engine says of thousands of files that something is wrong with one; which one is found out here.
void blame_file(DuckDb& database, const Store& store) {
  for (fs::recursive_directory_iterator it(store.path()), end; it != end; ++it) {
    if (it->path().extension() != ".parquet" || it->path().parent_path().extension() != ".part") continue;
    std::string why;
    if (!readable(database, it->path(), why))
      throw FleetError(fmt::format("{} cannot be read: {}", it->path().string(), why),
                       "move its .part directory out of the store; `rooflens export` adds its sessions anew");
  }
}

}  // namespace

void require_question(std::string_view name) { static_cast<void>(query_of(name)); }

std::vector<Question> questions() {
  std::vector<Question> all;
  for (const NamedQuery& query : kNamedQueries) all.push_back({query.name, meaning_of(query.sql)});
  return all;
}

std::string statements(const Store& store, std::string_view question, const Asked& asked, std::string_view engine) {
  const NamedQuery& query = query_of(question);
  require_sense(store, question, asked);
  return preamble(store, asked, engine == "duckdb") + std::string(query.sql);
}

StoreAnswer ask(const Store& store, std::string_view question, const Asked& asked) {
  const NamedQuery& query = query_of(question);
  require_sense(store, question, asked);
  DuckDb database;
  try {
    database.run(preamble(store, asked, true));
    StoreAnswer result{.answer = database.query(std::string(query.sql))};
    const Answer kinds = database.query(
        "SELECT coalesce(bool_or(kind = 'simulated'), false), coalesce(bool_or(altered), false) FROM ranks");
    result.simulated = std::get<std::int64_t>(kinds.rows.front()[0]) != 0;
    result.altered = std::get<std::int64_t>(kinds.rows.front()[1]) != 0;
    return result;
  } catch (const FleetError&) {
    blame_file(database, store);
    throw;
  }
}

}  // namespace rooflens::fleet
