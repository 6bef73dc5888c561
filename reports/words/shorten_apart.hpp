// Names of a list cut to one length such that different ones stay different: templates of one family differ in the
// middle, where a name is cut first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rooflens::reports {

/// Each name in at most `limit` code points, in the order given. As shorten_middle() does; where that makes different
/// names equal, what tells them apart stays between two ellipses ("multi…BinaryOpScal…ctor>"). Below 12 code points
/// there is no room for that.
[[nodiscard]] std::vector<std::string> shorten_apart(const std::vector<std::string>& names, std::size_t limit);

}  // namespace rooflens::reports
