// Numbers by which rows of different sessions are told to be of the same thing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/base/sha256.hpp"
#include "models/record/observation.hpp"

namespace rooflens::fleet {

/// The first 63 bits of a text's SHA-256.
[[nodiscard]] inline std::int64_t id_of(std::string_view text) {
  const std::string digest = models::sha256(text);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(digest[i]);
  return static_cast<std::int64_t>(value >> 1);
}

/// What tells a kernel from others in every session. Short names do not: a session extends them only where two clash.
struct KernelIdentity {
  std::string kernel;    ///< the short name, without what tells geometries or work apart
  std::string function;  ///< demangled; the observation's name where it launches several or none is known
  std::string geometry;  ///< "grid 128x1x1 block 256x1x1 shared 0", parameters behind it; empty: launches several
};

[[nodiscard]] KernelIdentity identity_of(const models::Observation& observation);

}  // namespace rooflens::fleet
