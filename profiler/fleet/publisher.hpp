// Adds sessions to a store: gathers them by host, and writes each host's as one part.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "profiler/fleet/duckdb.hpp"
#include "profiler/fleet/session_rows.hpp"
#include "profiler/fleet/store.hpp"

namespace rooflens::fleet {

class Publisher {
 public:
  struct Added {
    std::size_t sessions = 0;
    std::size_t parts = 0;
    std::size_t known = 0;  ///< sessions that the store held already
  };

  Publisher(Store store, std::string job);
  /// Analyses and gathers the session, unless the store holds it already: two writers at once may both add it, and the
  /// views of the queries take one. A part is written whenever kMostSessions of a host are gathered.
  void add(const models::Recording& recording, const std::string& digest,
           const models::ForEach& for_each = models::one_by_one);
  /// Writes what is gathered.
  Added finish();

  static constexpr std::size_t kMostSessions = 64;

 private:
  struct Gathered {
    DuckDb database;
    std::set<std::string> digests;
    bool simulated = false;
  };
  bool has(const std::string& digest, const std::string& host);
  void write(const std::string& host, Gathered& gathered);

  Store store_;
  std::string job_;
  std::map<std::string, Gathered> hosts_;
  std::map<std::string, std::set<std::string>> known_;  ///< digests by host, read when first asked
  Added added_;
};

}  // namespace rooflens::fleet
