// Searches that end in a pointer, null where nothing is found.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace rooflens::models {

/// The first element that `is_it` holds for.
template <class Range, class Predicate>
[[nodiscard]] constexpr auto* find_in(Range& range, Predicate is_it) {
  const auto it = std::ranges::find_if(range, std::move(is_it));
  return it == std::ranges::end(range) ? nullptr : &*it;
}

/// The first element whose `member` is `value`.
template <class Range, class Value, class Member>
[[nodiscard]] constexpr auto* find_in(Range& range, const Value& value, Member member) {
  return find_in(range, [&](const auto& element) { return std::invoke(member, element) == value; });
}

}  // namespace rooflens::models
