// Parts of the report for a terminal, each written in the file that is called after it.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// A paragraph for each peer, the nearest kernels first; empty where no kernel has one in the session.
[[nodiscard]] std::string peer_paragraphs(const TextPage& page);

/// At most `page.width` wide, 16 rows of plot. Empty when no kernel has both FLOPs and traffic.
[[nodiscard]] std::string text_roofline(const TextPage& page);

/// The roofs that kernels are judged by, of all levels and of the formats that kernels use, and the probes that
/// measured something else; empty without any.
[[nodiscard]] std::string text_roofs(const TextPage& page);

/// Empty when no instruction was looked at.
[[nodiscard]] std::string source_tables(const TextPage& page);

}  // namespace rooflens::reports
