#include "profiler/actions/ceiling_cache.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "models/roofs/probe.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"
#include "reports/json/json_links.hpp"
#include "reports/json/json_text.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr const char* kFormat = "rooflens-ceilings";
constexpr int kFormatVersion = 1;

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && fs::path(cache).is_absolute()) {
    return fs::path(cache) / "rooflens";
  }
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache" / "rooflens";
  return {};
}

// What a driver says of itself becomes part of a file's name.
std::string file_word(std::string text) {
  for (char& c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.') c = '_';
  }
  return text;
}

json json_of(const models::LatencyErrors& errors) {
  return {{"points", errors.points}, {"median_error", errors.median}, {"worst_error", errors.worst}};
}

json json_of(const models::LatencyCalibration& latency) {
  const models::LatencyRoof& roof = latency.roof;
  json points = json::array();
  for (const models::LatencySweepPoint& point : latency.points) {
    points.push_back({{"threads_per_sm", point.threads_per_sm},
                      {"loads", point.loads},
                      {"width_bytes", point.width_bytes},
                      {"bytes_per_s", point.rate.value()},
                      {"copies", point.copies}});
  }
  return {{"latency_s", roof.knee.latency.value()},
          {"p", roof.knee.p},
          {"maximum_bytes_per_s", roof.knee.maximum.value()},
          {"turnover_s", roof.thread_start_cost.value()},
          {"write_penalty_s_per_byte", roof.write_penalty.value()},
          {"fitted", json_of(roof.fitted)},
          {"held_out", json_of(roof.held_out)},
          {"points", points}};
}

models::LatencyErrors errors_from(const json& entry) {
  return {entry.at("points"), entry.at("median_error"), entry.at("worst_error")};
}

models::LatencyCalibration latency_from(const json& entry) {
  models::LatencyCalibration latency;
  latency.roof = {.knee = {models::Seconds(entry.at("latency_s").get<double>()), entry.at("p"),
                           models::ByteRate(entry.at("maximum_bytes_per_s").get<double>())},
                  .fitted = errors_from(entry.at("fitted")),
                  .held_out = errors_from(entry.at("held_out")),
                  // Files from before copies were swept have neither.
                  .thread_start_cost = models::Seconds(entry.value("turnover_s", 0.0)),
                  .write_penalty = models::Seconds(entry.value("write_penalty_s_per_byte", 0.0))};
  for (const json& point : entry.at("points")) {
    latency.points.push_back({point.at("threads_per_sm"), point.at("loads"), point.at("width_bytes"),
                              models::ByteRate(point.at("bytes_per_s").get<double>()), point.value("copies", false)});
  }
  return latency;
}

template <class Enum, std::size_t kCount>
Enum enum_from(const json& id, const std::array<std::string_view, kCount>& ids) {
  const auto found = std::ranges::find(ids, id.get<std::string>());
  if (found == ids.end()) throw json::other_error::create(501, "unknown id", nullptr);
  return static_cast<Enum>(found - ids.begin());
}

models::Link link_from(const json& entry) {
  models::Link link{.peer = entry.at("peer"),
                    .kind = enum_from<models::LinkKind>(entry.at("kind"), models::kLinkKindIds),
                    .direction = enum_from<models::LinkDirection>(entry.at("direction"), models::kLinkDirectionIds),
                    .rate = models::ByteRate(entry.at("bytes_per_s").get<double>()),
                    .spread = entry.at("relative_spread"),
                    .repetitions = entry.at("repetitions")};
  if (entry.contains("latency_s")) link.latency = models::Seconds(entry.at("latency_s").get<double>());
  for (const json& point : entry.at("times")) {
    link.times.push_back(
        {models::Bytes(point.at("bytes").get<double>()), models::Seconds(point.at("time_s").get<double>())});
  }
  return link;
}

bool sound(const models::LatencyRoof& roof) {
  const auto sound_errors = [](const models::LatencyErrors& e) { return e.median >= 0 && e.median <= e.worst; };
  return roof.knee.latency.value() > 0 && roof.knee.p > 0 && roof.knee.maximum.value() > 0 &&
         roof.thread_start_cost.value() >= 0 && roof.write_penalty.value() >= 0 && sound_errors(roof.fitted) &&
         sound_errors(roof.held_out);
}

}  // namespace

fs::path ceiling_cache_file(const models::DeviceProperties& device) {
  const fs::path folder = cache_folder();
  if (folder.empty() || device.uuid.empty()) return {};
  const std::string driver = device.driver_version.empty() ? "unknown" : device.driver_version;
  return folder / ("ceilings-" + file_word(device.uuid) + "-" + file_word(driver) + ".json");
}

std::string encode_ceilings(const models::MeasuredRoofs& measured) {
  json roofs = json::array();
  for (const models::MeasuredRoof& roof : measured.roofs) {
    const models::ProbeInfo* probe = models::find_probe(roof.probe);
    roofs.push_back({{"probe", roof.probe},
                     {"value", roof.value},
                     {"unit", probe ? value_unit(*probe) : ""},
                     {"clock_hz", roof.clock.value()},
                     {"spread", roof.spread},
                     {"processes", roof.processes},
                     {"repetitions", roof.repetitions},
                     {"point", roof.point}});
    if (roof.counted) roofs.back()["counted"] = *roof.counted;
    if (roof.power_watts) roofs.back()["power_watts"] = *roof.power_watts;
  }
  json refused = json::array();
  for (const auto& entry : measured.refused) refused.push_back({{"probe", entry.counter}, {"reason", entry.reason}});
  json all{{"format", kFormat},
           {"format_version", kFormatVersion},
           {"device", measured.device},
           {"uuid", measured.uuid},
           {"driver_version", measured.driver_version},
           {"sm_count", measured.sm_count},
           {"measured_utc", measured.measured_utc},
           {"tool_version", measured.tool_version},
           {"roofs", roofs},
           {"refused", refused}};
  if (measured.latency) all["latency_roof"] = json_of(*measured.latency);
  if (!measured.links.empty()) all["links"] = reports::links_json(measured.links);
  return reports::written(all);
}

std::optional<models::MeasuredRoofs> decode_ceilings(const std::string& text) {
  try {
    const json all = json::parse(text);
    if (all.at("format") != kFormat || all.at("format_version") != kFormatVersion) return std::nullopt;
    models::MeasuredRoofs measured{.uuid = all.at("uuid"),
                                   .driver_version = all.at("driver_version"),
                                   .device = all.at("device"),
                                   .measured_utc = all.at("measured_utc"),
                                   .tool_version = all.at("tool_version"),
                                   .sm_count = all.at("sm_count"),
                                   .roofs = {},
                                   .refused = {},
                                   .latency = {}};
    for (const json& entry : all.at("roofs")) {
      measured.roofs.push_back({.probe = entry.at("probe"),
                                .point = entry.at("point"),
                                .value = entry.at("value"),
                                .clock = models::Hertz(entry.at("clock_hz").get<double>()),
                                .spread = entry.at("spread"),
                                .processes = entry.at("processes"),
                                .repetitions = entry.at("repetitions")});
      if (entry.contains("counted")) measured.roofs.back().counted = entry.at("counted").get<double>();
      if (entry.contains("power_watts")) measured.roofs.back().power_watts = entry.at("power_watts").get<double>();
    }
    for (const json& entry : all.at("refused")) measured.refused.push_back({entry.at("probe"), entry.at("reason")});
    // Files from before latency roofs have none.
    if (all.contains("latency_roof")) measured.latency = latency_from(all.at("latency_roof"));
    // Files from before links have none.
    if (all.contains("links")) {
      for (const json& entry : all.at("links")) measured.links.push_back(link_from(entry));
    }
    const auto is_sound = [](const models::MeasuredRoof& r) {
      return r.value > 0 && r.clock.value() >= 0 && r.spread >= 0;
    };
    if (!std::all_of(measured.roofs.begin(), measured.roofs.end(), is_sound)) return std::nullopt;
    if (measured.latency && !sound(measured.latency->roof)) return std::nullopt;
    const auto works = [](const models::Link& l) { return l.rate.value() > 0 && l.spread >= 0 && l.repetitions > 0; };
    if (!std::all_of(measured.links.begin(), measured.links.end(), works)) return std::nullopt;
    return measured;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::optional<models::MeasuredRoofs> cached_ceilings(const models::DeviceProperties& device) {
  const fs::path path = ceiling_cache_file(device);
  std::ifstream file(path, std::ios::binary);
  if (path.empty() || !file) return std::nullopt;
  auto measured = decode_ceilings({std::istreambuf_iterator<char>(file), {}});
  const bool same = measured && measured->uuid == device.uuid && measured->driver_version == device.driver_version &&
                    measured->sm_count == device.sm_count;
  return same ? std::move(measured) : std::nullopt;
}

fs::path store_ceilings(const models::DeviceProperties& device, const models::MeasuredRoofs& measured) {
  const fs::path path = ceiling_cache_file(device);
  if (path.empty()) {
    throw CommandError(kFailure, "there is no place to keep the roofs in", "set XDG_CACHE_HOME or HOME");
  }
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    throw CommandError(kFailure, "cannot make the directory " + path.parent_path().string() + ": " + error.message(),
                       "let XDG_CACHE_HOME name a directory that you may write to");
  }
  write_file(path, encode_ceilings(measured));
  return path;
}

FindMeasured find_measured(bool wanted) {
  if (wanted) return cached_ceilings;
  return [](const models::DeviceProperties&) -> std::optional<models::MeasuredRoofs> { return std::nullopt; };
}

}  // namespace rooflens::cli
