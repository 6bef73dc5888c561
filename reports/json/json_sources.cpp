// Functions whose instructions were looked at, with their lines.
#include "models/find/source_profile.hpp"
#include "reports/json/json_parts.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

Json counts_json(const models::AccessCounts& access) {
  return {{"sectors", count_of(access.sectors)},
          {"ideal_sectors", count_of(access.ideal_sectors)},
          {"wavefronts", count_of(access.wavefronts)},
          {"ideal_wavefronts", count_of(access.ideal_wavefronts)}};
}

}  // namespace

Json source_json(const models::SourceProfile& source) {
  const models::FunctionProfile& function = *source.function;
  Json to{{"function", clean_utf8(function.function)},
          {"kernel", clean_utf8(source.label)},
          {"process", function.process},
          {"samples", count_of(source.samples)},
          {"counted_launches", function.counted_launches}};
  to["stalls"] = list_of(source.stalls, [](const models::StallShare& stall) {
    return Json{{"reason", clean_utf8(stall.reason)}, {"samples", count_of(stall.samples)}, {"share", stall.share}};
  });
  if (source.access) to["per_launch"] = counts_json(*source.access);
  Json& lines = to["lines"] = Json::array();
  for (const models::SourceLineProfile& line : source.lines) {
    Json& entry = lines.emplace_back(Json{{"samples", count_of(line.samples)}, {"share", line.share}});
    if (!line.file.empty()) {
      entry["file"] = clean_utf8(line.file);
      entry["line"] = line.line;
    }
    if (line.worst) entry["waits_most_for"] = clean_utf8(line.worst->reason);
    if (line.access) entry["per_launch"] = counts_json(*line.access);
  }
  return to;
}

}  // namespace rooflens::reports
