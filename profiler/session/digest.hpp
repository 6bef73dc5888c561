// What tells an altered session: SHA-256 over what its tables hold, written when it is closed. Contents count, not
// bytes: VACUUM, an index, a view or a further table alters nothing. Whoever can alter a session can also compute
// another digest: it is no signature, it is against changes that nobody speaks of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profiler/session/database.hpp"

namespace rooflens::session {

/// The first format with a table for it.
inline constexpr int kFirstFormatWithDigest = 10;

/// Makes the digest of a session in which nobody has written anything yet: open, that is without a value.
void open_digest(Database& database);

/// Writes the digest of all tables that there are, within the transaction of the caller.
void store_digest(Database& database);

/// Whether the tables hold something else than when the digest was written; nothing for a session that was never closed
/// or whose format has no digest. Reads the file in its own format: before it is migrated.
[[nodiscard]] std::optional<bool> is_altered(Database& database);

/// What digests and identities are printed as: two digits a byte.
[[nodiscard]] std::string in_hexadecimal(std::string_view bytes);

}  // namespace rooflens::session
