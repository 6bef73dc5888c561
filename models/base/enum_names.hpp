// Enumerations whose enumerators have a stable name, for sessions and JSON. Each has a table beside it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace rooflens::models {

/// In the order of the enumerators: the names, or structures whose `id` is the name.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kNames{};

template <class Enum>
concept Named = std::is_enum_v<Enum> && !kNames<Enum>.empty();

/// The enumerator's row of the table.
template <Named Enum>
[[nodiscard]] constexpr const auto& info(Enum value) {
  return kNames<Enum>[static_cast<std::size_t>(value)];
}

[[nodiscard]] constexpr std::string_view name_in(std::string_view row) { return row; }
template <class Row>
[[nodiscard]] constexpr std::string_view name_in(const Row& row) {
  return row.id;
}

/// The enumerator's name.
template <Named Enum>
[[nodiscard]] constexpr std::string_view id(Enum value) {
  return name_in(info(value));
}

/// The enumerator with that name, or nothing.
template <class Enum, class Table>
[[nodiscard]] constexpr std::optional<Enum> find_name(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (name_in(table[i]) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}
template <Named Enum>
[[nodiscard]] constexpr std::optional<Enum> from_id(std::string_view name) {
  return find_name<Enum>(kNames<Enum>, name);
}

}  // namespace rooflens::models
