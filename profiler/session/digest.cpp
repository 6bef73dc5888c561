#include "profiler/session/digest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/base/joined.hpp"
#include "models/base/sha256.hpp"

namespace rooflens::session {
namespace {

/// A message in which every value says its type and its length, so that NULL, 1, 1.0 and '1' differ, and so do 'a',
/// 'bc' and 'ab', 'c'. A text that came before is its number there, and a real that equals the last one is a sign:
/// kernel after kernel has counters of the same names, whose mean is often their minimum and maximum too.
class Message {
 public:
  /// Seven bits a byte, the lowest first; the last byte is below 128.
  void number(char type, std::uint64_t value) {
    if (buffer_.size() >= kPiece) flush();
    buffer_ += type;
    for (; value >= 128; value >>= 7) buffer_ += static_cast<char>((value & 127) | 128);
    buffer_ += static_cast<char>(value);
  }
  void known_text(std::string_view value) {
    const auto known = texts_.find(value);
    if (known != texts_.end()) return number('k', known->second);
    texts_.emplace(value, texts_.size());
    text('t', value);
  }
  void real(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (last_real_ == bits) {
      buffer_ += '=';
      return;
    }
    last_real_ = bits;
    std::array<char, 9> bytes{'r'};
    for (std::size_t i = 0; i < 8; ++i) bytes[i + 1] = static_cast<char>(bits >> (8 * i) & 0xff);
    buffer_.append(bytes.data(), bytes.size());
  }
  void text(char type, std::string_view value) {
    number(type, value.size());
    buffer_ += value;
  }
  void cell(SqliteValue cell) {
    switch (cell.type()) {
      case SQLITE_NULL:
        buffer_ += 'n';
        break;
      case SQLITE_INTEGER:
        number('i', static_cast<std::uint64_t>(cell.integer()));
        break;
      case SQLITE_FLOAT:
        real(cell.real());
        break;
      case SQLITE_TEXT:
        known_text(cell.text());
        break;
      default:
        text('b', cell.text());
    }
  }
  [[nodiscard]] std::string hex_digest() {
    flush();
    return in_hexadecimal(hash_.finish());
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  void flush() {
    hash_.add(buffer_);
    buffer_.clear();
  }
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view value) const { return std::hash<std::string_view>{}(value); }
  };
  std::string buffer_;
  std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> texts_;
  std::optional<std::uint64_t> last_real_;
  models::Sha256 hash_;
};

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

// Columns in their order, and the order of the rows: that of the primary key, which is the order they lie in.
struct Table {
  std::vector<std::string> columns;
  std::string select;
};

Table describe(Database& database, std::string_view name) {
  Table table;
  std::string list, order;
  Statement columns = database.prepare(
      "SELECT c.name, c.pk, (SELECT count(*) FROM pragma_table_info(?1) AS k WHERE k.pk > 0) FROM "
      "pragma_table_info(?1) "
      "AS c ORDER BY c.cid");
  columns.bind_text(1, name);
  std::vector<std::string> keys;
  while (columns.step()) {
    table.columns.emplace_back(columns.text(0));
    list.append(list.empty() ? "" : ", ").append(quoted(columns.text(0)));
    keys.resize(static_cast<std::size_t>(columns.integer(2)));
    if (columns.integer(1) > 0) keys[static_cast<std::size_t>(columns.integer(1) - 1)] = quoted(columns.text(0));
  }
  for (const std::string& key : keys) order.append(order.empty() ? "" : ", ").append(key);
  table.select = "SELECT " + list + " FROM " + quoted(name) + " ORDER BY " + (order.empty() ? list : order);
  return table;
}

// Names of columns stand in it, so that none can change its meaning. Definitions do not: constraints are checked by
// validate.hpp, and views and indices are read by nobody here.
std::string digest_of(Database& database, const std::vector<std::string>& tables) {
  Message message;
  message.number('i', static_cast<std::uint64_t>(database.integer("PRAGMA user_version")));
  for (const std::string& name : tables) {
    const Table table = describe(database, name);
    message.text('T', name);
    message.number('C', table.columns.size());
    for (const std::string& column : table.columns) message.text('c', column);
    Statement rows = database.prepare(table.select);
    std::uint64_t count = 0;
    for (; rows.step(); ++count) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) message.cell(rows.cell(static_cast<int>(i)));
    }
    message.number('R', count);
  }
  return message.hex_digest();
}

std::vector<std::string> all_tables(Database& database) {
  std::vector<std::string> tables;
  Statement select = database.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' "
      "ESCAPE '\\' AND name <> 'digest' ORDER BY name");
  while (select.step()) tables.emplace_back(select.text(0));
  return tables;
}

std::vector<std::string> split(std::string_view names) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = names.find(' ');
    parts.emplace_back(names.substr(0, end));
    if (end == std::string_view::npos) return parts;
    names.remove_prefix(end + 1);
  }
}

}  // namespace

std::string in_hexadecimal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

void open_digest(Database& database) { database.execute("INSERT INTO digest VALUES (1, NULL, NULL)"); }

void store_digest(Database& database) {
  const std::vector<std::string> tables = all_tables(database);
  const std::string names = models::joined(tables, " ");  // a binding does not copy
  const std::string digest = digest_of(database, tables);
  Statement update = database.prepare("UPDATE digest SET tables = ?, sha256 = ?");
  update.bind_text(1, names);
  update.bind_text(2, digest);
  update.run();
}

std::optional<bool> is_altered(Database& database) {
  if (database.integer("PRAGMA user_version") < kFirstFormatWithDigest) return std::nullopt;
  const std::vector<std::string> present = all_tables(database);
  Statement select = database.prepare("SELECT tables, sha256, only FROM digest");
  if (!select.step() || select.integer(2) != 1) return true;
  if (select.cell(0).type() == SQLITE_NULL && select.cell(1).type() == SQLITE_NULL) return std::nullopt;
  const std::vector<std::string> tables = split(select.text(0));
  const std::string written(select.text(1));
  if (select.step()) return true;
  for (const std::string& name : tables) {
    if (std::find(present.begin(), present.end(), name) == present.end()) return true;
  }
  return digest_of(database, tables) != written;
}

}  // namespace rooflens::session
