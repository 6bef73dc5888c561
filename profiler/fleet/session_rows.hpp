// From sessions to the rows of a store: tables.sql filled in a database in memory, for one part to be written from.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "models/explain/analysis.hpp"
#include "profiler/fleet/duckdb.hpp"

namespace rooflens::fleet {

/// Of tables.sql. Raised when a table or a column is added; readers refuse a newer one.
inline constexpr int kSchemaVersion = 2;

struct StoreTable {
  std::string_view name;
  std::string_view order;  ///< of its rows in a file: equal values side by side take little space
};

inline constexpr std::array<StoreTable, 9> kStoreTables{{
    {"ranks", "rank, rank_id"},
    {"devices", "rank, rank_id, device"},
    {"roofs", "device, resource, rank_id"},
    {"links", "device, peer, direction, rank_id"},
    {"ranges", "range, rank, rank_id"},
    {"kernels", "function, kernel_id, rank, rank_id"},
    {"counters", "counter, kernel_id, rank, rank_id"},
    {"times", "kernel_id, rank, rank_id, bin"},
    {"factors", "kernel_id, rank, rank_id"},
}};

/// A session and what was made of it; `analysis` points into `recording`.
struct AnalysedSession {
  const models::Recording& recording;
  const models::Analysis& analysis;
  std::string digest;  ///< SHA-256 of its contents, in hexadecimal digits
  std::string job;
};

/// Empty tables; those of an earlier part are dropped.
void create_tables(DuckDb& database);

/// Adds the rows of those processes of the session that ran on `host`.
void add_rows(DuckDb& database, const AnalysedSession& session, const std::string& host);

}  // namespace rooflens::fleet
