// How values become keys of a JSON report: what is not known has no key.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "models/base/json_text.hpp"
#include "models/base/quantity.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

using Json = nlohmann::ordered_json;
using models::JsonText;
using models::written;
using models::WrittenJson;

inline void put(Json& to, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) to[key] = *value;
}

/// A count is a whole number: what a product leaves behind the point (134200000.00000001) is noise. A mean over
/// launches that differ keeps its fraction.
inline Json count_of(double value) {
  const double whole = std::round(value);
  if (std::abs(whole) > 9e15 || std::abs(value - whole) > 1e-12 * std::abs(value)) return value;
  return static_cast<std::int64_t>(whole);
}

inline void put_count(Json& to, const char* key, double value) {
  if (std::isfinite(value)) to[key] = count_of(value);
}

template <int O, int B, int S>
void put(Json& to, const char* key, models::Quantity<O, B, S> value) {
  constexpr bool kCount = S == 0 && ((O == 1 && B == 0) || (O == 0 && B == 1));  // operations or bytes
  if constexpr (kCount) {
    put_count(to, key, value.value());
  } else {
    put(to, key, std::optional(value.value()));
  }
}

template <int O, int B, int S>
void put(Json& to, const char* key, const std::optional<models::Quantity<O, B, S>>& value) {
  if (value) put(to, key, *value);
}

/// Text that is not known is empty in the models, and has no key here.
inline void put(Json& to, const char* key, std::string_view text) {
  if (!text.empty()) to[key] = clean_utf8(text);
}

/// An array of what `as_json` makes of each.
template <class Values, class AsJson>
[[nodiscard]] Json list_of(const Values& values, AsJson as_json) {
  Json to = Json::array();
  for (const auto& value : values) to.push_back(as_json(value));
  return to;
}

}  // namespace rooflens::reports
