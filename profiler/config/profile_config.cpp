#include "profiler/config/profile_config.hpp"

#include <stdexcept>

#include "models/base/json_text.hpp"
#include "models/base/named_fields.hpp"
#include "profiler/config/json_fields.hpp"

namespace rooflens::collect {

NLOHMANN_JSON_SERIALIZE_ENUM(ReplayMode, {{ReplayMode::kernel, "kernel"},
                                          {ReplayMode::rotate, "rotate"},
                                          {ReplayMode::none, "none"}})

ROOFLENS_FIELDS(json_fields, ProfileConfig, (spool_folder), (tool_version), (replay), (kernel_pattern),
                (exclude_pattern), (skip), (count), (launches_per_kernel), (launcher_locks), (max_overhead),
                (credit_seconds), (devices), (delay_seconds), (duration_seconds), (nvtx_range),
                (wait_for_profiler_start), (idle), (extra_counters), (sass), (graph_nodes), (stalls), (lines),
                (formulas))

std::string encode(const ProfileConfig& config) { return models::json_line(json_of(config)); }

ProfileConfig decode_profile_config(const std::string& text) {
  try {
    const Json j = Json::parse(text);
    ProfileConfig config;
    read_json(j, config);
    if (Json(config.replay) != j.at("replay"))
      throw std::runtime_error("not a way to collect: " + models::json_line(j.at("replay")));
    return config;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("not a profile configuration: ") + error.what());
  }
}

}  // namespace rooflens::collect
