// The members of a structure with their names, said once for writing, reading and checking.
#pragma once

#include <concepts>
#include <type_traits>

namespace rooflens::models {

/// T is Row or const Row: one description serves both directions.
template <class T, class Row>
concept Of = std::same_as<std::remove_const_t<T>, Row>;

}  // namespace rooflens::models

// ROOFLENS_FIELDS(function, Type, (name), (name, member), …) defines function(row, visit), which calls
// visit("name", row.member) for each of them in order. A member that is not given is called as its field.
#define ROOFLENS_FIELDS(function, Type, ...)                            \
  void function(::rooflens::models::Of<Type> auto& row, auto&& visit) { \
    ROOFLENS_FIELDS_64(ROOFLENS_FIELDS_EACH(__VA_ARGS__))               \
  }

// A macro is not expanded within itself, but in what it leaves when that is scanned again: here 64 times.
#define ROOFLENS_FIELDS_EACH(field, ...)                               \
  visit(ROOFLENS_FIELDS_NAME field, row.ROOFLENS_FIELDS_MEMBER field); \
  __VA_OPT__(ROOFLENS_FIELDS_NEXT ROOFLENS_FIELDS_NOTHING()()(__VA_ARGS__))
#define ROOFLENS_FIELDS_NEXT() ROOFLENS_FIELDS_EACH
#define ROOFLENS_FIELDS_NOTHING()
#define ROOFLENS_FIELDS_64(...) \
  ROOFLENS_FIELDS_16(ROOFLENS_FIELDS_16(ROOFLENS_FIELDS_16(ROOFLENS_FIELDS_16(__VA_ARGS__))))
#define ROOFLENS_FIELDS_16(...) ROOFLENS_FIELDS_4(ROOFLENS_FIELDS_4(ROOFLENS_FIELDS_4(ROOFLENS_FIELDS_4(__VA_ARGS__))))
#define ROOFLENS_FIELDS_4(...) ROOFLENS_FIELDS_1(ROOFLENS_FIELDS_1(ROOFLENS_FIELDS_1(ROOFLENS_FIELDS_1(__VA_ARGS__))))
#define ROOFLENS_FIELDS_1(...) __VA_ARGS__
#define ROOFLENS_FIELDS_NAME(name, ...) #name
#define ROOFLENS_FIELDS_MEMBER(name, ...) ROOFLENS_FIELDS_FIRST(__VA_OPT__(__VA_ARGS__, ) name)
#define ROOFLENS_FIELDS_FIRST(first, ...) first
