#include "profiler/actions/nsight/nsight_session.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "kernels/catalogue.hpp"
#include "models/base/joined.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/session/session.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRanges = 6;  // of a hint

std::optional<models::Recording> session_in(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  try {
    return session::load(path);
  } catch (const session::SessionError&) {
    if (path.extension() == ".rlens") throw;  // by its name no program: what is wrong with it helps more
    return std::nullopt;
  }
}

// With the range that encloses most where there is one: ncu finds it however the application nests it.
std::string on_the_application(const models::Recording& recording, const std::string& nsight) {
  std::set<std::string> ranges;
  std::string one;
  for (const models::Observation& o : recording.observations) {
    if (o.scope != models::Scope::nvtx) continue;
    const std::string range = reports::clean_utf8(o.name);
    const bool outer = range.find('/') == std::string::npos;
    if (one.empty() || (outer && one.find('/') != std::string::npos)) one = range;
    ranges.insert(range);
  }
  if (ranges.empty()) return "give the application that it was recorded from: `" + nsight + " -- APP`";
  return "give the application that it was recorded from: `" + nsight + " --nvtx-include " + models::shell_quote(one) +
         " -- APP`; its NVTX ranges: " + models::joined(ranges, kMostRanges);
}

std::string instead(const models::Recording& recording, const std::string& tool) {
  const std::string nsight = "rooflens nsight " + tool;
  const auto built_in = std::ranges::find_if(recording.observations, [](const models::Observation& o) {
    return !reports::is_of_application(o) && kernels::find(o.name) != nullptr;
  });
  if (built_in == recording.observations.end()) return on_the_application(recording, nsight);
  return "its kernels are built in: `" + nsight + " " + built_in->name + "` takes them by name";
}

}  // namespace

void refuse_session(const std::string& word, const std::string& tool) {
  const auto recording = session_in(word);
  if (!recording) return;
  throw usage_error(word + " is a session: it holds what was recorded, not a program that " + tool + " could run",
                    instead(*recording, tool));
}

}  // namespace rooflens::actions
