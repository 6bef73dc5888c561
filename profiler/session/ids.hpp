// The stable names of enumerations in a session, for those to which models/ gives none.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

#include "models/base/level.hpp"
#include "models/base/pipe.hpp"
#include "models/base/precision.hpp"
#include "models/place/placement.hpp"
#include "models/record/note.hpp"
#include "models/record/observation.hpp"
#include "models/record/provenance.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::session {

/// In the order of the enumeration.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kIds{};
template <>
inline constexpr std::array<std::string_view, 3> kIds<models::Scope>{"launch", "range", "nvtx"};
template <>
inline constexpr std::array<std::string_view, 3> kIds<models::CachePolicy>{
    id(models::CachePolicy::cold), id(models::CachePolicy::warm), id(models::CachePolicy::uncontrolled)};
template <>
inline constexpr std::array<std::string_view, 4> kIds<models::Replay>{"none", "user", "kernel", "spread"};
template <>
inline constexpr std::array<std::string_view, 3> kIds<models::VerificationStatus>{"not_checked", "verified",
                                                                                  "mismatch"};
template <>
inline constexpr std::array<std::string_view, 2> kIds<models::CounterSource>{"hardware", "sass"};
template <>
inline constexpr std::array<std::string_view, 2> kIds<models::RecordingKind>{"recorded", "simulated"};
template <>
inline constexpr std::array<std::string_view, 2> kIds<models::DemandSource>{"measured", "analytic"};
template <>
inline constexpr std::array<std::string_view, 2> kIds<models::NoteLevel>{"information", "warning"};

template <class Enum>
[[nodiscard]] std::string_view to_id(Enum value) {
  return kIds<Enum>.at(static_cast<std::size_t>(value));
}
[[nodiscard]] inline std::string_view to_id(models::Precision value) { return models::info(value).id; }
[[nodiscard]] inline std::string_view to_id(models::Level value) { return models::info(value).id; }
[[nodiscard]] inline std::string_view to_id(models::Pipe value) { return models::info(value).id; }
[[nodiscard]] inline std::string_view to_id(models::Binding value) { return models::info(value).id; }
[[nodiscard]] inline std::string_view to_id(models::CeilingSource value) { return models::id(value); }
[[nodiscard]] inline std::string_view to_id(models::ClockBasis value) { return models::id(value); }

/// The enumerator with that name, or nothing.
template <class Enum>
[[nodiscard]] std::optional<Enum> from_id(std::string_view id) {
  if constexpr (std::is_same_v<Enum, models::Precision>) {
    return models::precision_from_id(id);
  } else if constexpr (std::is_same_v<Enum, models::Level>) {
    return models::level_from_id(id);
  } else if constexpr (std::is_same_v<Enum, models::Pipe>) {
    return models::pipe_from_id(id);
  } else if constexpr (std::is_same_v<Enum, models::CeilingSource>) {
    return models::ceiling_source_from_id(id);
  } else if constexpr (std::is_same_v<Enum, models::ClockBasis>) {
    return models::clock_basis_from_id(id);
  } else {
    for (std::size_t i = 0; i < kIds<Enum>.size(); ++i) {
      if (kIds<Enum>[i] == id) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }
}

}  // namespace rooflens::session
