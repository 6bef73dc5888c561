// How values become keys of a JSON report: what is not known has no key.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "models/quantity.hpp"
#include "reports/format.hpp"

namespace rooflens::reports {

using Json = nlohmann::ordered_json;

inline void put(Json& to, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) to[key] = *value;
}

template <int O, int B, int S>
void put(Json& to, const char* key, models::Quantity<O, B, S> value) {
  put(to, key, std::optional(value.value()));
}

template <int O, int B, int S>
void put(Json& to, const char* key, const std::optional<models::Quantity<O, B, S>>& value) {
  if (value) put(to, key, *value);
}

/// Text that is not known is empty in the models, and has no key here.
inline void put(Json& to, const char* key, std::string_view text) {
  if (!text.empty()) to[key] = clean_utf8(text);
}

}  // namespace rooflens::reports
