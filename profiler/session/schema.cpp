#include "profiler/session/schema.hpp"

#include <fmt/core.h>

#include <map>
#include <string>

#include "profiler/session/failure.hpp"
#include "schema_sql.hpp"

namespace rooflens::session {
namespace {

// Table name -> kind, strictness and columns, as SQLite understands them. Whoever builds a look-alike with a view, a
// virtual table or a generated column gets another signature.
std::map<std::string, std::string> signatures(Database& database) {
  std::map<std::string, std::string> result;
  Statement select = database.prepare(
      "SELECT t.name, t.type, t.wr, t.strict, c.name, c.type, c.\"notnull\", c.pk, c.hidden "
      "FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name) AS c "
      "WHERE t.schema = 'main' AND t.type <> 'view' ORDER BY t.name, c.cid");
  while (select.step()) {
    std::string& signature = result[std::string(select.text(0))];
    for (int column = 1; column <= 8; ++column) signature.append(select.text(column)).append(" ");
    signature += '\n';
  }
  return result;
}

}  // namespace

void create_schema(Database& database) {
  Transaction transaction(database);
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kFormatVersion));
  database.execute(kSchemaSql);
  database.execute(kRoofsSql);
  database.execute(kViewsSql);
  transaction.commit();
}

void require_schema(Database& database) {
  Database reference = Database::in_memory();
  create_schema(reference);
  const auto expected = signatures(reference);
  const auto found = signatures(database);
  for (const auto& [table, signature] : expected) {
    if (table.starts_with("sqlite_")) continue;
    const auto it = found.find(table);
    if (it == found.end()) throw InvalidContents(fmt::format("table {} is missing", table));
    if (it->second != signature) {
      throw InvalidContents(fmt::format("table {} has other columns than format {} prescribes", table, kFormatVersion));
    }
  }
}

}  // namespace rooflens::session
