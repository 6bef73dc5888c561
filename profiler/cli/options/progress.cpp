#include "profiler/cli/options/progress.hpp"

#include <algorithm>
#include <ostream>

#include "reports/words/format.hpp"

namespace rooflens::cli {
namespace {

constexpr std::size_t kBar = 24;

}  // namespace

Progress::Progress(const Streams& streams, std::size_t total)
    : streams_(streams), total_(std::max<std::size_t>(1, total)) {}

Progress::~Progress() { clear(); }

void Progress::show(std::size_t done, const std::string& now) {
  if (!streams_.err_is_terminal) return;
  const std::size_t filled = kBar * std::min(done, total_) / total_;
  std::string bar;
  for (std::size_t i = 0; i < kBar; ++i) bar += i < filled ? "━" : "╌";
  const std::string count = " " + std::to_string(done) + '/' + std::to_string(total_) + ' ';
  const std::size_t columns = static_cast<std::size_t>(std::max(0, streams_.err_columns));
  const std::size_t taken = kBar + count.size() + 1;
  if (columns <= taken) bar.clear();
  const std::size_t room = columns > taken ? columns - taken : columns - std::min(columns, count.size() + 1);
  streams_.err << "\r\033[K" << bar << count << reports::shorten_middle(now, room) << std::flush;
}

void Progress::clear() {
  if (streams_.err_is_terminal) streams_.err << "\r\033[K" << std::flush;
}

}  // namespace rooflens::cli
