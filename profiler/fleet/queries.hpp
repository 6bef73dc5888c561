// The questions that can be asked of a store, each with what engines need to answer it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiler/fleet/duckdb.hpp"
#include "profiler/fleet/store.hpp"

namespace rooflens::fleet {

struct Question {
  std::string_view name;
  std::string meaning;  ///< in sentences
};
[[nodiscard]] std::vector<Question> questions();
/// Throws FleetError for a name that is no question.
void require_question(std::string_view name);

/// Which of a store's jobs are asked about; empty: all of them, and no baseline.
struct Asked {
  std::string job;
  std::string baseline;
};

/// The statements that answer the question on "duckdb" or "clickhouse", ready for their clients. Throws FleetError for
/// a name that is no question, a job that the store does not hold, and where a baseline is needed or makes no sense.
[[nodiscard]] std::string statements(const Store& store, std::string_view question, const Asked& asked,
                                     std::string_view engine);

struct StoreAnswer {
  Answer answer;
  bool simulated = false;  ///< one of the ranks that it is about at least
  bool altered = false;
};

/// Asks DuckDB. Throws FleetError; where a file of the store is the reason, it names the file.
[[nodiscard]] StoreAnswer ask(const Store& store, std::string_view question, const Asked& asked);

}  // namespace rooflens::fleet
