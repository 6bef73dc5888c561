#include "profiler/session/observation_rows.hpp"

#include <future>
#include <limits>
#include <string>
#include <unordered_map>

#include "profiler/session/rows.hpp"

namespace rooflens::session {
namespace {

constexpr std::string_view kBefore = "before";
constexpr std::string_view kAfter = "after";

// Finds the observation that a row's kernel_id means. Rows come ordered by kernel, so that the last answer mostly
// holds.
class ByKernelId {
 public:
  ByKernelId(const std::vector<std::int64_t>& ids, std::vector<models::Observation>& observations) {
    for (std::size_t i = 0; i < ids.size(); ++i) observations_.emplace(ids[i], &observations[i]);
  }
  models::Observation& operator()(std::string_view table, std::int64_t id) {
    if (last_ && id == last_id_) return *last_;
    const auto found = observations_.find(id);
    if (found == observations_.end()) {
      throw InvalidContents(astray(table, "kernel"));
    }
    last_id_ = id;
    last_ = found->second;
    return *last_;
  }

 private:
  std::unordered_map<std::int64_t, models::Observation*> observations_;
  std::int64_t last_id_ = 0;
  models::Observation* last_ = nullptr;
};

models::ClockSample& sample_of(models::Observation& observation, std::string_view moment) {
  if (moment == kBefore) return observation.clocks_before;
  if (moment == kAfter) return observation.clocks_during;
  throw InvalidContents("column moment holds '" + std::string(moment) + "', which this version does not know");
}

// For each row of `table`, calls take(observation, statement); the row's own columns begin at 1. Rows lie in this
// order, so one that does not is damage.
template <class Take>
void for_each_row(Database& database, ByKernelId& by_kernel_id, const std::string& table, const std::string& columns,
                  const std::string& order, Take take) {
  Statement select =
      database.prepare("SELECT kernel_id, " + columns + " FROM " + table + " ORDER BY kernel_id" + order);
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  while (select.step()) {
    const std::int64_t id = select.integer(0);
    if (id < last) throw SqliteError(SQLITE_CORRUPT, "rows of table " + table + " are out of order");
    last = id;
    take(by_kernel_id(table, id), select);
  }
}

// Kernel after kernel has counters of the same names.
void read_counters(Database& database, ByKernelId& by_kernel_id, const std::string& table,
                   models::CounterSet models::Observation::*of) {
  const models::Observation* current = nullptr;
  for_each_row(database, by_kernel_id, table, column_list<models::CounterValue>({"name"}), ", name",
               [&](models::Observation& observation, const Statement& row) {
                 models::CounterSet& counters = observation.*of;
                 if (&observation != current) {
                   if (current) counters = models::CounterSet::like(current->*of);
                   current = &observation;
                 }
                 const std::size_t before = counters.size();
                 const auto name = read<std::string_view>(row, 1);
                 const auto value = read_row<models::CounterValue>(row, 2);
                 if (models::is_utf8(name)) {
                   counters.set(name, value);
                 } else {
                   counters.set(models::escape_invalid_utf8(name), value);
                 }
                 if (counters.size() == before) throw SqliteError(SQLITE_CORRUPT, "a counter is there twice");
               });
}

void read_clocks(Database& database, ByKernelId& by_kernel_id) {
  const std::string columns = column_list<models::ClockSample>({"moment"});
  for_each_row(database, by_kernel_id, "clock_sample", columns, ", moment", [](auto& observation, auto& row) {
    sample_of(observation, row.text(1)) = read_row<models::ClockSample>(row, 2);
  });
  for_each_row(database, by_kernel_id, "throttle_reason", "moment, reason", ", moment, ordinal",
               [](auto& observation, auto& row) {
                 sample_of(observation, row.text(1)).throttle_reasons.push_back(read<std::string>(row, 2));
               });
}

void read_work(Database& database, ByKernelId& by_kernel_id) {
  for_each_row(database, by_kernel_id, "work", column_list<models::Work>({}), "",
               [](auto& observation, auto& row) { observation.work = read_row<models::Work>(row, 1); });
  for_each_row(database, by_kernel_id, "work_operation", "precision, operations", ", precision",
               [](auto& observation, auto& row) {
                 if (!observation.work) throw InvalidContents("table work_operation has operations of unknown work");
                 observation.work->operations.emplace(read<models::Precision>(row, 1),
                                                      read<models::Operations>(row, 2));
               });
}

void read_blocks(Database& database, ByKernelId& by_kernel_id) {
  for_each_row(database, by_kernel_id, "block_trace", column_list<models::BlockTrace>({}), "",
               [](auto& observation, auto& row) { observation.blocks = read_row<models::BlockTrace>(row, 1); });
  for_each_row(database, by_kernel_id, "block_event", column_list<models::BlockEvent>({}), ", block",
               [](auto& observation, auto& row) {
                 if (!observation.blocks) throw InvalidContents("table block_event has blocks of an unknown trace");
                 observation.blocks->blocks.push_back(read_row<models::BlockEvent>(row, 1));
               });
}

void read_durations(Database& database, ByKernelId& by_kernel_id) {
  for_each_row(database, by_kernel_id, "duration", "duration_s", ", repetition",
               [](auto& observation, auto& row) { observation.durations.push_back(read<models::Seconds>(row, 1)); });
}

void read_others(Database& database, ByKernelId& by_kernel_id) {
  for_each_row(database, by_kernel_id, "parameter", "name, value", ", name", [](auto& observation, auto& row) {
    observation.parameters.emplace(read<std::string>(row, 1), read<std::int64_t>(row, 2));
  });
  for_each_row(database, by_kernel_id, "launch", column_list<models::Launch>({}), ", ordinal",
               [](auto& observation, auto& row) { observation.launches.push_back(read_row<models::Launch>(row, 1)); });
  read_clocks(database, by_kernel_id);
  for_each_row(database, by_kernel_id, "refusal", column_list<models::Refusal>({}), ", ordinal",
               [](auto& observation, auto& row) { observation.refused.push_back(read_row<models::Refusal>(row, 1)); });
  for_each_row(database, by_kernel_id, "remark", "text", ", ordinal",
               [](auto& observation, auto& row) { observation.remarks.push_back(read<std::string>(row, 1)); });
  read_work(database, by_kernel_id);
  read_blocks(database, by_kernel_id);
}

}  // namespace

ObservationInserter::ObservationInserter(Database& database)
    : kernel_(prepare_insert<models::Observation>(database, "kernel", {"id"})),
      parameter_(database.prepare("INSERT INTO parameter (kernel_id, name, value) VALUES (?, ?, ?)")),
      launch_(prepare_insert<models::Launch>(database, "launch", {"kernel_id", "ordinal"})),
      duration_(database.prepare("INSERT INTO duration (kernel_id, repetition, duration_s) VALUES (?, ?, ?)")),
      clock_sample_(prepare_insert<models::ClockSample>(database, "clock_sample", {"kernel_id", "moment"})),
      throttle_reason_(
          database.prepare("INSERT INTO throttle_reason (kernel_id, moment, ordinal, reason) VALUES (?, ?, ?, ?)")),
      counter_(prepare_insert<models::CounterValue>(database, "counter", {"kernel_id", "name"})),
      largest_counter_(prepare_insert<models::CounterValue>(database, "largest_counter", {"kernel_id", "name"})),
      remark_(database.prepare("INSERT INTO remark (kernel_id, ordinal, text) VALUES (?, ?, ?)")),
      refusal_(prepare_insert<models::Refusal>(database, "refusal", {"kernel_id", "ordinal"})),
      work_(prepare_insert<models::Work>(database, "work", {"kernel_id"})),
      work_operation_(
          database.prepare("INSERT INTO work_operation (kernel_id, precision, operations) VALUES (?, ?, ?)")),
      block_trace_(prepare_insert<models::BlockTrace>(database, "block_trace", {"kernel_id"})),
      block_event_(prepare_insert<models::BlockEvent>(database, "block_event", {"kernel_id"})) {}

void ObservationInserter::insert(std::int64_t kernel_id, const models::Observation& observation) {
  insert_row(kernel_, observation, kernel_id);
  for (const auto& [name, value] : observation.parameters) insert_values(parameter_, kernel_id, name, value);
  for (std::size_t i = 0; i < observation.launches.size(); ++i) {
    insert_row(launch_, observation.launches[i], kernel_id, i);
  }
  for (std::size_t i = 0; i < observation.durations.size(); ++i) {
    insert_values(duration_, kernel_id, i, observation.durations[i]);
  }
  insert_clocks(kernel_id, kBefore, observation.clocks_before);
  insert_clocks(kernel_id, kAfter, observation.clocks_during);
  for (const auto& [name, value] : observation.counters) insert_row(counter_, value, kernel_id, name);
  for (const auto& [name, value] : observation.largest) insert_row(largest_counter_, value, kernel_id, name);
  for (std::size_t i = 0; i < observation.refused.size(); ++i) {
    insert_row(refusal_, observation.refused[i], kernel_id, i);
  }
  for (std::size_t i = 0; i < observation.remarks.size(); ++i) {
    insert_values(remark_, kernel_id, i, observation.remarks[i]);
  }
  if (observation.work) {
    insert_row(work_, *observation.work, kernel_id);
    for (const auto& [precision, operations] : observation.work->operations) {
      insert_values(work_operation_, kernel_id, precision, operations);
    }
  }
  if (observation.blocks) {
    insert_row(block_trace_, *observation.blocks, kernel_id);
    for (const models::BlockEvent& event : observation.blocks->blocks) insert_row(block_event_, event, kernel_id);
  }
}

void ObservationInserter::insert_clocks(std::int64_t kernel_id, std::string_view moment,
                                        const models::ClockSample& sample) {
  insert_row(clock_sample_, sample, kernel_id, moment);
  for (std::size_t i = 0; i < sample.throttle_reasons.size(); ++i) {
    insert_values(throttle_reason_, kernel_id, moment, i, sample.throttle_reasons[i]);
  }
}

std::vector<models::Observation> read_observations(Database& database, Database* beside) {
  std::vector<models::Observation> observations;
  std::vector<std::int64_t> ids;
  observations.reserve(static_cast<std::size_t>(database.integer("SELECT count(*) FROM kernel")));
  Statement kernels = prepare_select<models::Observation>(database, "kernel", {"id"}, "ORDER BY id");
  while (kernels.step()) {
    ids.push_back(kernels.integer(0));
    observations.push_back(read_row<models::Observation>(kernels, 1));
  }
  ByKernelId by_kernel_id(ids, observations);

  std::future<void> durations;
  if (beside) {
    durations = std::async([beside, by_kernel_id]() mutable { read_durations(*beside, by_kernel_id); });
  } else {
    read_durations(database, by_kernel_id);
  }
  read_counters(database, by_kernel_id, "counter", &models::Observation::counters);
  read_counters(database, by_kernel_id, "largest_counter", &models::Observation::largest);
  read_others(database, by_kernel_id);
  if (beside) durations.get();
  return observations;
}

}  // namespace rooflens::session
