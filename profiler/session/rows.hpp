// Statements made from columns.hpp: an insert that takes a row, a select that gives one. Reading checks what a column
// holds against the member's type, so that a file that lies ends in an InvalidContents.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/base/level.hpp"
#include "models/base/pipe.hpp"
#include "models/base/precision.hpp"
#include "models/base/quantity.hpp"
#include "models/base/utf8.hpp"
#include "models/place/placement.hpp"
#include "models/record/note.hpp"
#include "models/record/observation.hpp"
#include "models/record/provenance.hpp"
#include "models/roofs/ceiling.hpp"
#include "profiler/session/columns.hpp"
#include "profiler/session/database.hpp"
#include "profiler/session/failure.hpp"

namespace rooflens::session {

/// The names of enumerators in a session are those in models/, but for the first two.
template <class Enum>
inline constexpr const auto& kNames = models::kNames<Enum>;
template <>
inline constexpr auto kNames<models::Replay> = std::to_array<std::string_view>({"none", "user", "kernel", "spread"});
template <>
inline constexpr auto kNames<models::DemandSource> = std::to_array<std::string_view>({"measured", "analytic"});

/// Integers up to 2^63 - 1 can be stored; validate.hpp refuses larger ones before they come here.
template <class Value>
void bind_value(Statement& statement, int parameter, const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    statement.bind_text(parameter, models::name_in(kNames<Value>[static_cast<std::size_t>(value)]));
  } else if constexpr (std::integral<Value>) {
    statement.bind_integer(parameter, static_cast<std::int64_t>(value));
  } else if constexpr (std::floating_point<Value>) {
    statement.bind_real(parameter, value);
  } else {
    statement.bind_text(parameter, value);
  }
}

template <int O, int B, int S>
void bind_value(Statement& statement, int parameter, const models::Quantity<O, B, S>& value) {
  statement.bind_real(parameter, value.value());
}

template <class Value>
void bind_value(Statement& statement, int parameter, const std::optional<Value>& value) {
  if (value) {
    bind_value(statement, parameter, *value);
  } else {
    statement.bind_null(parameter);
  }
}

template <class Value>
void read_cell(const Statement& statement, int column, SqliteValue cell, Value& value) {
  const auto refuse = [&](const std::string& held) {
    throw InvalidContents("column " + statement.column_name(column) + " holds " + held);
  };
  constexpr int kExpected = std::is_enum_v<Value>        ? SQLITE_TEXT
                            : std::integral<Value>       ? SQLITE_INTEGER
                            : std::floating_point<Value> ? SQLITE_FLOAT
                                                         : SQLITE_TEXT;
  const int type = cell.type();
  if (type == SQLITE_NULL) refuse("NULL");
  if (type != kExpected) refuse("a value of another type");
  if constexpr (std::is_enum_v<Value>) {
    const std::string_view id = cell.text();
    const auto known = models::find_name<Value>(kNames<Value>, id);
    if (!known) refuse("'" + std::string(id) + "', which this version does not know");
    value = *known;
  } else if constexpr (std::same_as<Value, bool>) {
    const std::int64_t number = cell.integer();
    if (number != 0 && number != 1) refuse(std::to_string(number) + " where 0 or 1 is expected");
    value = number == 1;
  } else if constexpr (std::integral<Value>) {
    const std::int64_t number = cell.integer();
    if (!std::in_range<Value>(number)) refuse(std::to_string(number) + ", which is out of range");
    value = static_cast<Value>(number);
  } else if constexpr (std::floating_point<Value>) {
    value = cell.real();
  } else if constexpr (std::same_as<Value, std::string_view>) {
    value = cell.text();
  } else {
    value = models::as_utf8(cell.text());  // earlier versions and other programs write any bytes
  }
}

template <int O, int B, int S>
void read_cell(const Statement& statement, int column, SqliteValue cell, models::Quantity<O, B, S>& value) {
  double number = 0;
  read_cell(statement, column, cell, number);
  value = models::Quantity<O, B, S>(number);
}

template <class Value>
void read_cell(const Statement& statement, int column, SqliteValue cell, std::optional<Value>& value) {
  if (cell.type() == SQLITE_NULL) {
    value.reset();
  } else {
    read_cell(statement, column, cell, value.emplace());
  }
}

template <class Value>
void read_value(const Statement& statement, int column, Value& value) {
  read_cell(statement, column, statement.cell(column), value);
}

/// "a, b, c" of the keys and the row's columns.
template <class Row>
[[nodiscard]] std::string column_list(std::initializer_list<std::string_view> keys) {
  std::string list;
  const auto add = [&](std::string_view name) { list.append(list.empty() ? "" : ", ").append(name); };
  for (const std::string_view key : keys) add(key);
  const Row row{};
  columns(row, [&](std::string_view name, const auto&) { add(name); });
  return list;
}

/// INSERT INTO table (keys..., columns...) for insert_row(). `rest` is ON CONFLICT.
template <class Row>
[[nodiscard]] Statement prepare_insert(Database& database, const std::string& table,
                                       std::initializer_list<std::string_view> keys, const std::string& rest = "") {
  const std::string names = column_list<Row>(keys);
  std::string places = "?";
  for (const char c : names) {
    if (c == ',') places += ", ?";
  }
  return database.prepare("INSERT INTO " + table + " (" + names + ") VALUES (" + places + ") " + rest);
}

/// Runs a statement with these values for its parameters.
template <class... Values>
void insert_values(Statement& statement, const Values&... values) {
  int parameter = 0;
  (bind_value(statement, ++parameter, values), ...);
  statement.run();
}

/// Inserts one row; `keys` in the order that the statement was prepared with.
template <class Row, class... Keys>
void insert_row(Statement& statement, const Row& row, const Keys&... keys) {
  int parameter = 0;
  (bind_value(statement, ++parameter, keys), ...);
  columns(row, [&](std::string_view, const auto& value) { bind_value(statement, ++parameter, value); });
  statement.run();
}

/// SELECT keys..., columns... FROM table, for read_row(). `rest` is WHERE and ORDER BY.
template <class Row>
[[nodiscard]] Statement prepare_select(Database& database, const std::string& table,
                                       std::initializer_list<std::string_view> keys, const std::string& rest) {
  return database.prepare("SELECT " + column_list<Row>(keys) + " FROM " + table + " " + rest);
}

/// The row under the statement's cursor, whose members begin at column `first`.
template <class Row>
[[nodiscard]] Row read_row(const Statement& statement, int first) {
  Row row{};
  columns(row, [&](std::string_view, auto& value) { read_value(statement, first++, value); });
  return row;
}

/// All rows of a table that has them in order.
template <class Row>
[[nodiscard]] std::vector<Row> read_rows(Database& database, const std::string& table) {
  std::vector<Row> rows;
  Statement select = prepare_select<Row>(database, table, {}, "ORDER BY ordinal");
  while (select.step()) rows.push_back(read_row<Row>(select, 0));
  return rows;
}

template <class Value>
[[nodiscard]] Value read(const Statement& statement, int column) {
  Value value{};
  read_value(statement, column, value);
  return value;
}

}  // namespace rooflens::session
