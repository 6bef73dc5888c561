// Text as a shell would take it back: reports print commands too, so it lives there.
#pragma once

#include "reports/shell_quote.hpp"

namespace rooflens::cli {

using reports::shell_quote;

}  // namespace rooflens::cli
