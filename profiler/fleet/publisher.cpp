#include "profiler/fleet/publisher.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "profiler/fleet/kernel_identity.hpp"

namespace rooflens::fleet {

Publisher::Publisher(Store store, std::string job) : store_(std::move(store)), job_(std::move(job)) {}

bool Publisher::has(const std::string& digest, const std::string& host) {
  const auto [it, first] = known_.try_emplace(host);
  if (first && store_.has(job_, host)) {
    const Answer sessions =
        DuckDb().query("SELECT DISTINCT session FROM read_parquet(" + sql_text(store_.files("ranks", job_, host)) +
                       ", hive_partitioning = false)");
    for (const auto& row : sessions.rows) it->second.insert(std::get<std::string>(row.front()));
  }
  return it->second.contains(digest);
}

void Publisher::add(const models::Recording& recording, const std::string& digest, const models::ForEach& for_each) {
  std::set<std::string> hosts;
  for (const models::Process& process : recording.processes) hosts.insert(process.hostname);
  std::erase_if(hosts, [&](const std::string& host) { return has(digest, host); });
  if (hosts.empty()) {
    ++added_.known;
    return;
  }
  const models::Analysis analysis = models::analyse(recording, for_each);
  for (const std::string& host : hosts) {
    Gathered& gathered = hosts_[host];
    if (gathered.digests.empty()) create_tables(gathered.database);
    add_rows(gathered.database, {recording, analysis, digest, job_}, host);
    gathered.digests.insert(digest);
    gathered.simulated |= recording.provenance.kind == models::RecordingKind::simulated;
    known_[host].insert(digest);
    if (gathered.digests.size() >= kMostSessions) write(host, gathered);
  }
  ++added_.sessions;
}

// What a part is called follows from what is in it, so that whoever writes the same again finds it there.
void Publisher::write(const std::string& host, Gathered& gathered) {
  std::string all = job_ + '\n' + host;
  for (const std::string& digest : gathered.digests) all += '\n' + digest;
  const std::int64_t part = id_of(all);
  const auto write_tables = [&](const std::filesystem::path& folder) {
    for (const StoreTable& table : kStoreTables) {
      const std::string file = (folder / (std::string(table.name) + ".parquet")).string();
      gathered.database.run(
          fmt::format("COPY (SELECT {} AS job, {} AS host, {}::BIGINT AS part_id, * FROM {} ORDER BY {}) TO {} (FORMAT "
                      "parquet, COMPRESSION "
                      "zstd, ROW_GROUP_SIZE 20480, KV_METADATA {{rooflens_schema: '{}', rooflens_data: '{}'}})",
                      sql_text(job_), sql_text(host), part, table.name, table.order, sql_text(file), kSchemaVersion,
                      gathered.simulated ? "simulated" : "recorded"));
    }
  };
  if (store_.publish(job_, host, fmt::format("{:016x}", part), write_tables)) ++added_.parts;
  gathered.digests.clear();
  gathered.simulated = false;
}

Publisher::Added Publisher::finish() {
  for (auto& [host, gathered] : hosts_) {
    if (!gathered.digests.empty()) write(host, gathered);
  }
  return added_;
}

}  // namespace rooflens::fleet
