// An option whose value names a GPU model.
#pragma once

#include <string>

#include "models/roofs/board.hpp"

namespace rooflens::cli {

/// The one that a person means. Throws a usage error that names the candidates where that is none or several: two
/// boards of one chip differ by a third and more.
[[nodiscard]] const models::Board& board_named(const std::string& option, const std::string& text);

}  // namespace rooflens::cli
