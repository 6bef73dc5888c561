#include "profiler/actions/ceiling_cache.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "models/base/json_text.hpp"
#include "models/base/missing.hpp"
#include "models/base/named_fields.hpp"
#include "models/roofs/probe.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/config/json_fields.hpp"
#include "reports/json/json_links.hpp"

namespace rooflens::models {

ROOFLENS_FIELDS(json_fields, LatencyErrors, (points), (median_error, median), (worst_error, worst))
ROOFLENS_FIELDS(json_fields, LatencySweepPoint, (threads_per_sm), (loads), (width_bytes), (bytes_per_s, rate), (copies))
ROOFLENS_FIELDS(json_fields, LatencyCalibration, (latency_s, roof.knee.latency), (p, roof.knee.p),
                (maximum_bytes_per_s, roof.knee.maximum), (turnover_s, roof.thread_start_cost),
                (write_penalty_s_per_byte, roof.write_penalty), (fitted, roof.fitted), (held_out, roof.held_out),
                (points))
ROOFLENS_FIELDS(json_fields, MeasuredRoof, (probe), (value), (clock_hz, clock), (spread), (processes), (repetitions),
                (point), (counted), (power_watts))
ROOFLENS_FIELDS(json_fields, Refusal, (probe, counter), (reason))
ROOFLENS_FIELDS(json_fields, MeasuredRoofs, (device), (uuid), (driver_version), (sm_count), (measured_utc),
                (tool_version), (roofs), (refused), (latency_roof, latency))

}  // namespace rooflens::models

namespace rooflens::actions {
namespace {

using collect::Json;

namespace fs = std::filesystem;

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

template <class Enum>
Enum enum_from(const Json& id) {
  const auto found = models::from_id<Enum>(id.get<std::string>());
  if (!found) throw Json::other_error::create(501, "unknown id", nullptr);
  return *found;
}

models::Link link_from(const Json& entry) {
  models::Link link{.peer = entry.at("peer"),
                    .kind = enum_from<models::LinkKind>(entry.at("kind")),
                    .direction = enum_from<models::LinkDirection>(entry.at("direction")),
                    .rate = models::ByteRate(entry.at("bytes_per_s").get<double>()),
                    .spread = entry.at("relative_spread"),
                    .repetitions = entry.at("repetitions")};
  if (entry.contains("latency_s")) link.latency = models::Seconds(entry.at("latency_s").get<double>());
  for (const Json& point : entry.at("times")) {
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
  const std::string driver = device.driver_version.empty() ? std::string(models::kUnknown) : device.driver_version;
  return folder / fmt::format("ceilings-{}-{}.json", file_word(device.uuid), file_word(driver));
}

std::string encode_ceilings(const models::MeasuredRoofs& measured) {
  Json all{{"format", kFormat}, {"format_version", kFormatVersion}};
  all.update(collect::json_of(measured));
  for (Json& roof : all["roofs"]) {
    const models::ProbeInfo* probe = models::find_probe(roof["probe"].get<std::string>());
    roof["unit"] = probe ? value_unit(*probe) : "";
  }
  if (!measured.links.empty()) all["links"] = reports::links_json(measured.links);
  return models::written(all);
}

std::optional<models::MeasuredRoofs> decode_ceilings(const std::string& text) {
  try {
    Json all = Json::parse(text);
    if (all.at("format") != kFormat || all.at("format_version") != kFormatVersion) return std::nullopt;
    // Files from before copies were swept.
    if (all.contains("latency_roof")) {
      Json& latency = all["latency_roof"];
      latency.emplace("turnover_s", 0.0);
      latency.emplace("write_penalty_s_per_byte", 0.0);
      for (Json& point : latency.at("points")) point.emplace("copies", false);
    }
    models::MeasuredRoofs measured;
    collect::read_json(all, measured);
    // Files from before links have none.
    if (all.contains("links")) {
      for (const Json& entry : all.at("links")) measured.links.push_back(link_from(entry));
    }
    const auto is_sound = [](const models::MeasuredRoof& r) {
      return r.value > 0 && r.clock.value() >= 0 && r.spread >= 0;
    };
    if (!std::all_of(measured.roofs.begin(), measured.roofs.end(), is_sound)) return std::nullopt;
    if (measured.latency && !sound(measured.latency->roof)) return std::nullopt;
    const auto works = [](const models::Link& l) { return l.rate.value() > 0 && l.spread >= 0 && l.repetitions > 0; };
    if (!std::all_of(measured.links.begin(), measured.links.end(), works)) return std::nullopt;
    return measured;
  } catch (const Json::exception&) {
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

}  // namespace rooflens::actions
