// An option whose value names a GPU model.
#pragma once

#include <ostream>
#include <string>

#include "models/roofs/board.hpp"

namespace rooflens::cli {

/// The one that a person means. Of a family that is the usual one, and `notes` names the others: two boards of one chip
/// differ by a third and more. Throws a usage error that names the candidates where none or several chips are meant.
[[nodiscard]] const models::Board& board_named(const std::string& option, const std::string& text, std::ostream& notes);

}  // namespace rooflens::cli
