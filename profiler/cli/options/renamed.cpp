#include "profiler/cli/options/renamed.hpp"

#include <array>
#include <string_view>

namespace rooflens::cli {
namespace {

struct Renamed {
  std::string_view command;  ///< empty: of every command that had it
  std::string_view before;
  std::string_view now;
};

constexpr std::array kRenamed{
    Renamed{"", "--device", "--gpu"},
    Renamed{"", "--devices", "--gpu"},
    Renamed{"", "--machine", "--gpu"},
    Renamed{"", "--replay", "--replay-mode"},
    Renamed{"", "--skip", "--launch-skip"},
    Renamed{"", "--count", "--launch-count"},
    Renamed{"", "--nvtx", "--nvtx-include"},
    Renamed{"", "--launches", "--launches-per-kernel, and 0 is --no-counters"},
    Renamed{"", "--after", "--delay"},
    Renamed{"", "--counter", "--metrics"},
    Renamed{"", "--collector", "--no-counters instead of `--collector none`"},
    Renamed{"", "--counters", "--no-sass instead of `--counters hardware`"},
    Renamed{"nsight", "--session", "--payload-from"},
};

// What drawing takes moved from one command to another.
constexpr std::array<std::string_view, 7> kOfPlot{"--chart", "--kernel", "--accesses", "--theme",
                                                  "--size",  "--top",    "--machine"};

}  // namespace

std::string renamed_option(const std::string& command, const std::string& option) {
  for (const std::string_view drawing : kOfPlot) {
    if (command == "report" && option == drawing) return "`rooflens plot` draws";
  }
  for (const Renamed& entry : kRenamed) {
    if (option == entry.before && (entry.command.empty() || entry.command == command))
      return "it is " + std::string(entry.now) + " now";
  }
  return "";
}

}  // namespace rooflens::cli
