#include "profiler/config/profile_config.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace rooflens::collect {

NLOHMANN_JSON_SERIALIZE_ENUM(ReplayMode, {{ReplayMode::kernel, "kernel"},
                                          {ReplayMode::rotate, "rotate"},
                                          {ReplayMode::none, "none"}})

namespace {

using json = nlohmann::json;

}  // namespace

std::string encode(const ProfileConfig& c) {
  return json{{"spool_folder", c.spool_folder},
              {"tool_version", c.tool_version},
              {"replay", c.replay},
              {"kernel_pattern", c.kernel_pattern},
              {"exclude_pattern", c.exclude_pattern},
              {"skip", c.skip},
              {"count", c.count ? json(*c.count) : json()},
              {"launches_per_kernel", c.launches_per_kernel},
              {"launcher_locks", c.launcher_locks},
              {"max_overhead", c.max_overhead},
              {"credit_seconds", c.credit_seconds},
              {"devices", c.devices},
              {"delay_seconds", c.delay_seconds},
              {"duration_seconds", c.duration_seconds ? json(*c.duration_seconds) : json()},
              {"nvtx_range", c.nvtx_range},
              {"wait_for_profiler_start", c.wait_for_profiler_start},
              {"idle", c.idle},
              {"extra_counters", c.extra_counters},
              {"sass", c.sass},
              {"graph_nodes", c.graph_nodes},
              {"stalls", c.stalls},
              {"lines", c.lines},
              {"formulas", c.formulas}}
      .dump(-1, ' ', true, json::error_handler_t::replace);
}

ProfileConfig decode_profile_config(const std::string& text) {
  try {
    const json j = json::parse(text);
    ProfileConfig c;
    j.at("spool_folder").get_to(c.spool_folder);
    j.at("tool_version").get_to(c.tool_version);
    j.at("replay").get_to(c.replay);
    if (json(c.replay) != j.at("replay")) throw std::runtime_error("not a way to collect: " + j.at("replay").dump());
    j.at("kernel_pattern").get_to(c.kernel_pattern);
    j.at("exclude_pattern").get_to(c.exclude_pattern);
    j.at("skip").get_to(c.skip);
    if (!j.at("count").is_null()) c.count = j.at("count").get<std::uint64_t>();
    j.at("launches_per_kernel").get_to(c.launches_per_kernel);
    j.at("launcher_locks").get_to(c.launcher_locks);
    j.at("max_overhead").get_to(c.max_overhead);
    j.at("credit_seconds").get_to(c.credit_seconds);
    j.at("devices").get_to(c.devices);
    j.at("delay_seconds").get_to(c.delay_seconds);
    if (!j.at("duration_seconds").is_null()) c.duration_seconds = j.at("duration_seconds").get<double>();
    j.at("nvtx_range").get_to(c.nvtx_range);
    j.at("wait_for_profiler_start").get_to(c.wait_for_profiler_start);
    j.at("idle").get_to(c.idle);
    j.at("extra_counters").get_to(c.extra_counters);
    j.at("sass").get_to(c.sass);
    j.at("graph_nodes").get_to(c.graph_nodes);
    j.at("stalls").get_to(c.stalls);
    j.at("lines").get_to(c.lines);
    j.at("formulas").get_to(c.formulas);
    return c;
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("not a profile configuration: ") + error.what());
  }
}

}  // namespace rooflens::collect
