// Rows of observations: one in table kernel, and one for each element of their lists.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// Prepared once, used for every observation of a session.
class ObservationInserter {
 public:
  explicit ObservationInserter(Database& database);
  /// The caller owns the transaction.
  void insert(std::int64_t kernel_id, const models::Observation& observation);

 private:
  void insert_clocks(std::int64_t kernel_id, std::string_view moment, const models::ClockSample& sample);

  Statement kernel_;
  Statement parameter_;
  Statement launch_;
  Statement duration_;
  Statement clock_sample_;
  Statement throttle_reason_;
  Statement counter_;
  Statement largest_counter_;
  Statement remark_;
  Statement refusal_;
  Statement work_;
  Statement work_operation_;
  Statement block_trace_;
  Statement block_event_;
};

/// All observations in the order they were written. Throws InvalidContents for a row that belongs to none of them.
/// Counters are most of the rows: if there is another connection to the same data, a second thread reads everything
/// else with it.
[[nodiscard]] std::vector<models::Observation> read_observations(Database& database, Database* beside = nullptr);

}  // namespace rooflens::session
