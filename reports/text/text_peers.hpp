// How catalogue kernels stand against the library kernels that do the same task, for a terminal.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// A paragraph for each peer, the nearest kernels first; empty where no kernel has one in the session.
[[nodiscard]] std::string peer_paragraphs(const TextPage& page);

}  // namespace rooflens::reports
