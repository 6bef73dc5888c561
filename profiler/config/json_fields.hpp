// JSON of structures whose members a function json_fields names, made by ROOFLENS_FIELDS in the structure's namespace:
// an object each, and back. What may be absent is left out where it is; anything else has to be there.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rooflens::collect {

using Json = nlohmann::ordered_json;

template <class Row>
concept HasFields = requires(Row& row) {
  json_fields(row, [](const char*, auto&) {});
};

/// What the library itself writes and reads; of enumerations those with NLOHMANN_JSON_SERIALIZE_ENUM.
template <class Value>
inline constexpr bool kIsOneValue =
    std::is_convertible_v<Value, std::string_view> || std::is_arithmetic_v<Value> || std::is_enum_v<Value>;

template <class Value>
Json json_of(const Value& value) {
  if constexpr (HasFields<const Value>) {
    Json object = Json::object();
    json_fields(value, [&](const char* name, const auto& member) {
      if (Json entry = json_of(member); !entry.is_null()) object[name] = std::move(entry);
    });
    return object;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? json_of(*value) : Json();
  } else if constexpr (requires { value.value(); }) {
    return value.value();
  } else if constexpr (kIsOneValue<Value>) {
    return value;
  } else {
    Json list = Json::array();
    for (const auto& entry : value) list.push_back(json_of(entry));
    return list;
  }
}

/// Throws nlohmann::json::exception where it is another structure's.
template <class Value>
void read_json(const Json& from, Value& to) {
  if constexpr (HasFields<Value>) {
    json_fields(to, [&](const char* name, auto& member) {
      if constexpr (requires { member.has_value(); }) {
        if (from.contains(name) && !from.at(name).is_null()) read_json(from.at(name), member.emplace());
      } else {
        read_json(from.at(name), member);
      }
    });
  } else if constexpr (requires { to.value(); }) {
    to = Value(from.get<double>());
  } else if constexpr (kIsOneValue<Value>) {
    from.get_to(to);
  } else {
    for (const Json& entry : from) read_json(entry, to.emplace_back());
  }
}

}  // namespace rooflens::collect
