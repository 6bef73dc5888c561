#include "profiler/import/ncu_import.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "models/counters/names.hpp"
#include "models/record/ncu_columns.hpp"
#include "profiler/import/import_error.hpp"
#include "profiler/import/imported_machine.hpp"
#include "profiler/import/launch_row.hpp"

namespace rooflens::imports {
namespace {

using models::Observation;

/// Mean, least and most of a metric over launches.
struct Tally {
  double sum = 0, min = 0, max = 0;
  std::uint64_t count = 0;

  void add(double value) {
    min = count ? std::min(min, value) : value;
    max = count ? std::max(max, value) : value;
    sum += value;
    ++count;
  }
  [[nodiscard]] models::CounterValue value(const std::string& name) const {
    const double mean = std::clamp(sum / static_cast<double>(count), min, max);
    const bool patched = name.find("__sass_") != std::string::npos;
    return {.value = mean,
            .samples = count,
            .min = min,
            .max = max,
            .pass = 0,
            .source = patched ? models::CounterSource::sass : models::CounterSource::hardware};
  }
};

struct ImportDraft {
  Observation observation;
  std::map<std::string, Tally> metrics;
  std::map<std::string, std::string> refused;
  std::set<std::string> derived;
  std::uint64_t rows = 0, made = 0, observed = 0;
  std::string replay;
  bool from_rooflens = false;
};

// Kernel, geometry, GPU, process; a row of an export of rooflens is a kernel of its own.
using Key = std::tuple<std::string, std::size_t, std::array<std::uint32_t, 6>, std::uint64_t, int, int>;

class Importer {
 public:
  void add(LaunchRow row) {
    const int process = process_of(row);
    const int machine = machines_.number_of(row);
    const models::Launch& l = row.launch;
    const Key key{l.function,
                  row.launches_made ? row.line : 0,
                  {l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z},
                  l.dynamic_shared_bytes,
                  machine,
                  process};
    const auto [place, fresh] = index_.emplace(key, drafts_.size());
    if (fresh) {
      ImportDraft draft;
      draft.observation.name = row.kernel;
      draft.observation.parameters = std::move(row.parameters);
      draft.observation.cache = row.cache;
      draft.observation.machine = machine;
      draft.observation.process = process;
      draft.observation.launches.push_back(l);
      drafts_.push_back(std::move(draft));
    }
    simulated_ |= row.simulated;
    altered_ |= row.altered;
    take(std::move(row), drafts_[place->second]);
  }

  models::Recording finish(NcuFile& file, std::vector<std::string>& notes, const models::Board* board) {
    models::Recording recording;
    if (board) {
      machines_.presume(*board);
      recording.notes.push_back({models::NoteLevel::information, "data-sheet",
                                 "what the table does not tell of the GPU is from the data sheet of " +
                                     std::string(board->name) + ", as --gpu said",
                                 "", std::nullopt});
    }
    recording.provenance.collector = "ncu import";
    recording.provenance.command = file.command;
    recording.provenance.kind =
        file.simulated || simulated_ ? models::RecordingKind::simulated : models::RecordingKind::recorded;
    if (altered_) {
      recording.notes.push_back({models::NoteLevel::warning, "altered",
                                 "the session that this table was written from was altered since it was recorded", "",
                                 std::nullopt});
    }
    if (!processes_.empty()) recording.provenance.hostname = processes_.front().hostname;
    recording.processes = std::move(processes_);
    for (ImportDraft& draft : drafts_) recording.observations.push_back(finished(std::move(draft)));
    recording.machines = machines_.finish(recording.observations, notes);
    return recording;
  }

 private:
  int process_of(const LaunchRow& row) {
    const int fresh = static_cast<int>(processes_.size());
    const auto [place, is_new] = process_ids_.emplace(std::pair{row.host_name, row.process_id}, fresh);
    if (is_new) {
      models::Process process{.id = fresh, .hostname = row.host_name};
      std::from_chars(row.process_id.data(), row.process_id.data() + row.process_id.size(), process.pid);
      process.pid = std::max<std::int64_t>(process.pid, 0);
      process.command = row.process_name;
      processes_.push_back(std::move(process));
    }
    return place->second;
  }

  static void take(LaunchRow row, ImportDraft& draft) {
    for (std::string& name : add_our_names(row.metrics, row.duration_ns)) draft.derived.insert(std::move(name));
    for (const auto& [name, value] : row.metrics) draft.metrics[name].add(value);
    for (auto& [name, why] : row.refused) draft.refused.emplace(name, std::move(why));
    if (row.duration_ns) draft.observation.durations.push_back(models::nanoseconds(*row.duration_ns));
    draft.replay = row.replay;
    draft.from_rooflens |= row.launches_made.has_value();
    ++draft.rows;
    draft.made += row.launches_made.value_or(1);
    draft.observed += row.launches_counted.value_or(row.metrics.empty() ? 0 : 1);
  }

  static Observation finished(ImportDraft draft) {
    Observation& o = draft.observation;
    o.launches_made = std::max(draft.made, draft.rows);
    o.launches_counted = std::min(draft.observed, o.launches_made);
    o.replay = replay_of(draft);
    for (const auto& [name, tally] : draft.metrics) o.counters.set(name, tally.value(name));
    for (const auto& [name, why] : draft.refused) {
      const bool timed = name == models::kNcuDuration && !o.durations.empty();
      if (!timed && !draft.metrics.contains(name)) o.refused.push_back({name, why});
    }
    set_clocks(o);
    set_blocks_per_sm(o);
    o.remarks.push_back(draft.from_rooflens
                            ? "imported from a CSV that rooflens exported: means of counters and medians of times, "
                              "without their spread; shares of time follow the medians"
                            : "imported from Nsight Compute: time and counters were taken under ncu, whose control of "
                              "clocks and caches and whose replay may change both");
    if (!draft.derived.empty()) {
      std::string text;
      for (const std::string& name : draft.derived) text += (text.empty() ? "" : "; ") + name;
      o.remarks.push_back("calculated from what ncu wrote: " + text);
    }
    return std::move(o);
  }

  static models::Replay replay_of(const ImportDraft& draft) {
    using models::Replay;
    for (const auto& [word, replay] : {std::pair{"none", Replay::none},
                                       {"user", Replay::user},
                                       {"rotate", Replay::rotate},
                                       {"spread", Replay::rotate}}) {
      if (draft.replay == word) return replay;
    }
    return draft.metrics.empty() ? Replay::none : Replay::kernel;
  }

  // The clocks that ncu counted while the kernel ran: roofs at the clock of the run follow from them.
  static void set_clocks(Observation& o) {
    const auto positive = [&](std::string_view name) -> std::optional<models::Hertz> {
      const auto clock = o.counters.value(name);
      return clock && *clock > 0 ? std::optional(models::Hertz(*clock)) : std::nullopt;
    };
    o.clocks_during.sm = positive(models::counter::kSmCyclesElapsedAvgPerSecond);
    o.clocks_during.memory = positive(models::counter::kDramCyclesElapsedAvgPerSecond);
  }

  static void set_blocks_per_sm(Observation& o) {
    models::Launch& launch = o.launches.front();
    for (const auto& [name, counter] : o.counters) {
      if (!name.starts_with("launch__occupancy_limit_") || counter.value < 0 || counter.value > 1e6) continue;
      const int limit = static_cast<int>(counter.value);
      launch.blocks_per_sm = std::min(launch.blocks_per_sm.value_or(limit), limit);
    }
  }

  std::vector<models::Process> processes_;
  std::map<std::pair<std::string, std::string>, int> process_ids_;
  ImportedMachines machines_;
  std::map<Key, std::size_t> index_;
  std::vector<ImportDraft> drafts_;
  bool simulated_ = false;
  bool altered_ = false;
};

}  // namespace

NcuImport import_ncu(std::string_view text, const models::Board* board) {
  NcuFile file = read_ncu_file(text);
  NcuImport result;
  result.notes = std::move(file.notes);
  Importer importer;
  bool any = false, timed = false;
  for (const NcuTable& table : file.tables) {
    LaunchRows launches = read_launch_rows(table);
    result.notes.insert(result.notes.end(), launches.notes.begin(), launches.notes.end());
    for (LaunchRow& row : launches.rows) {
      timed |= row.duration_ns.has_value();
      importer.add(std::move(row));
    }
    any |= !launches.rows.empty();
  }
  if (!any) {
    throw ImportError("the table of Nsight Compute holds no launch that can be read" +
                          (result.notes.empty() ? "" : " (" + result.notes.front() + ")"),
                      kHowToMakeIt);
  }
  if (!timed) {
    result.notes.emplace_back(
        "no launch has a time, so no kernel has a point: gpu__time_duration.sum is missing or cannot be read; ncu "
        "collects it with `--section SpeedOfLight`");
  }
  result.recording = importer.finish(file, result.notes, board);
  return result;
}

}  // namespace rooflens::imports
