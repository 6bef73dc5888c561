// Records as lines of JSON, and back. The JSON library's own conversions know nothing of numbers that are none, so
// those are null here.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "models/base/utf8.hpp"
#include "profiler/spool/fields.hpp"

namespace rooflens::collect::spool {
namespace {

using json = nlohmann::json;

// Names of kernels and ranges and paths of sources come as any bytes, other text may hold such names already.
enum class Text { bytes, escaped };

template <class R>
constexpr Text kTextOf =
    std::is_same_v<R, KernelRecord> || std::is_same_v<R, RangeRecord> || std::is_same_v<R, InstructionsRecord>
        ? Text::bytes
        : Text::escaped;

template <Text kText, class Value>
json to_value(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return kText == Text::bytes ? models::escape_invalid_utf8(value) : models::as_utf8(value);
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    json list = json::array();
    for (const std::string& entry : value) list.push_back(to_value<kText>(entry));
    return list;
  } else if constexpr (std::is_same_v<Value, double>) {
    return std::isfinite(value) ? json(value) : json();
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    json list = json::array();
    for (const double entry : value) list.push_back(to_value<kText>(entry));
    return list;
  } else if constexpr (std::is_same_v<Value, models::Launch>) {
    return {{"grid", {value.grid.x, value.grid.y, value.grid.z}},
            {"block", {value.block.x, value.block.y, value.block.z}},
            {"registers_per_thread", value.registers_per_thread},
            {"static_shared_bytes", value.static_shared_bytes},
            {"dynamic_shared_bytes", value.dynamic_shared_bytes},
            {"local_bytes_per_thread", value.local_bytes_per_thread},
            {"blocks_per_sm", value.blocks_per_sm ? json(*value.blocks_per_sm) : json()}};
  } else if constexpr (std::is_same_v<Value, std::vector<models::Refusal>>) {
    json list = json::array();
    for (const models::Refusal& refusal : value) {
      list.push_back({to_value<kText>(refusal.counter), to_value<kText>(refusal.reason)});
    }
    return list;
  } else if constexpr (std::is_enum_v<Value>) {
    return static_cast<int>(value);
  } else {
    return json(value);
  }
}

// A line that something else wrote with bytes that are not UTF-8: within JSON, "\xE9" has two backslashes.
std::string with_escapes(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = models::utf8_length_at(line, at);
    if (length == 0) text += '\\' + models::escape_invalid_utf8(line.substr(at, 1));
    text += line.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return text;
}

void from_dim(const json& j, models::Dim3& dim) {
  j.at(0).get_to(dim.x);
  j.at(1).get_to(dim.y);
  j.at(2).get_to(dim.z);
}

template <class Value>
void from_value(const json& j, Value& value) {
  if constexpr (std::is_same_v<Value, double>) {
    value = j.is_null() ? std::numeric_limits<double>::quiet_NaN() : j.get<double>();
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    value.clear();
    for (const json& entry : j) from_value(entry, value.emplace_back());
  } else if constexpr (std::is_same_v<Value, models::Launch>) {
    from_dim(j.at("grid"), value.grid);
    from_dim(j.at("block"), value.block);
    j.at("registers_per_thread").get_to(value.registers_per_thread);
    j.at("static_shared_bytes").get_to(value.static_shared_bytes);
    j.at("dynamic_shared_bytes").get_to(value.dynamic_shared_bytes);
    j.at("local_bytes_per_thread").get_to(value.local_bytes_per_thread);
    if (!j.at("blocks_per_sm").is_null()) value.blocks_per_sm = j.at("blocks_per_sm").get<int>();
  } else if constexpr (std::is_same_v<Value, std::vector<models::Refusal>>) {
    value.clear();
    for (const json& entry : j) value.push_back({entry.at(0).get<std::string>(), entry.at(1).get<std::string>()});
  } else if constexpr (std::is_enum_v<Value>) {
    const int number = j.get<int>();
    constexpr int most = std::is_same_v<Value, LaunchForm> ? static_cast<int>(LaunchForm::graph)
                                                           : static_cast<int>(NoteRecord::Level::warning);
    if (number < 0 || number > most) throw std::runtime_error("a number that stands for nothing");
    value = static_cast<Value>(number);
  } else {
    j.get_to(value);
  }
}

template <class R>
bool decode_as(const json& j, const std::string& kind, Record& record) {
  if (kind != Kind<R>::name) return false;
  R result;
  fields(result, [&](const char* name, auto& value) { from_value(j.at(name), value); });
  record = std::move(result);
  return true;
}

template <class... R>
bool decode_any(const json& j, const std::string& kind, std::variant<R...>& record) {
  return (decode_as<R>(j, kind, record) || ...);
}

}  // namespace

std::string encode(const Record& record) {
  return std::visit(
      [](const auto& r) {
        json j;
        using R = std::remove_cvref_t<decltype(r)>;
        j["record"] = Kind<R>::name;
        fields(r, [&](const char* name, const auto& value) { j[name] = to_value<kTextOf<R>>(value); });
        // ASCII only: names may hold anything, a line must stay a line.
        return j.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
      },
      record);
}

Record decode(std::string_view line) {
  // A zero is the end for the JSON library, and what a crash of the machine leaves where data had not reached the disk.
  if (line.find('\0') != line.npos) throw std::runtime_error("not a record: it has a hole");
  try {
    const json j = json::parse(models::is_utf8(line) ? std::string(line) : with_escapes(line));
    Record record;
    if (decode_any(j, j.at("record").get<std::string>(), record)) return record;
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("not a record: ") + error.what());
  }
  throw std::runtime_error("not a record: of a kind that this version does not know");
}

}  // namespace rooflens::collect::spool
