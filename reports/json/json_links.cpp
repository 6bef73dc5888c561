#include "reports/json/json_links.hpp"

namespace rooflens::reports {

Json links_json(std::span<const models::Link> links) {
  Json all = Json::array();
  for (const models::Link& link : links) {
    Json& to = all.emplace_back(Json{
        {"peer", clean_utf8(link.peer)}, {"kind", models::id(link.kind)}, {"direction", models::id(link.direction)}});
    put(to, "bytes_per_s", link.rate);
    to["relative_spread"] = link.spread;
    put(to, "latency_s", link.latency);
    put(to, "half_rate_bytes", link.knee());
    to["repetitions"] = link.repetitions;
    Json& times = to["times"] = Json::array();
    for (const models::LinkTime& point : link.times) {
      Json& entry = times.emplace_back(Json::object());
      put(entry, "bytes", point.bytes);
      put(entry, "time_s", point.time);
    }
  }
  return all;
}

}  // namespace rooflens::reports
