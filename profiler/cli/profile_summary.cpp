#include "profiler/cli/profile_summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "models/base/counted.hpp"
#include "models/base/find_in.hpp"
#include "models/base/shell_quote.hpp"
#include "models/explain/analysis.hpp"
#include "models/find/findings.hpp"
#include "models/record/uncounted.hpp"
#include "profiler/cli/next_steps.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"
#include "reports/words/words.hpp"

namespace rooflens::cli {
namespace {

using models::AnalysedKernel;

constexpr std::size_t kMostRows = 5;
constexpr std::size_t kLeastName = 16;
// Topics of notes after which kernels lack counters for another reason than that launches were few.
constexpr std::array<std::string_view, 8> kCountingFailed{"permission", "no-cupti", "subscriber", "unavailable",
                                                          "counters",   "fatal",    "counting",   "stalls"};
constexpr std::uint64_t kMostPasses = 13;  // of pass rotation: who is launched as often can have all counters
constexpr double kWorthAReason = 0.1;      // of the time, too
constexpr double kWorthAHint = 0.01;       // of the time; what is launched once is usually less

// One kernel of all processes and GPUs.
struct Row {
  double share = 0;
  std::uint64_t launches = 0;
  std::uint64_t counted = 0;                ///< of them
  const AnalysedKernel* longest = nullptr;  ///< where it took the largest share
};

std::map<std::string, Row> rows_of(const models::Analysis& analysis) {
  std::map<std::string, Row> rows;
  for (const models::MachineAnalysis& machine : analysis.machines) {
    for (const AnalysedKernel& kernel : machine.kernels) {
      if (kernel.observation->scope != models::Scope::launch) continue;
      Row& row = rows[kernel.observation->name];
      row.share += kernel.share_of_time / static_cast<double>(analysis.machines.size());
      row.launches += kernel.observation->launches_made;
      row.counted += kernel.observation->launches_counted;
      if (!row.longest || kernel.share_of_time > row.longest->share_of_time) row.longest = &kernel;
    }
  }
  return rows;
}

std::string binding_of(const AnalysedKernel& kernel) {
  const bool unknown = kernel.binding == models::Binding::unknown;
  if (unknown && reports::is_contradictory(kernel)) return "counters and time contradict each other";
  if (unknown) return std::string(reports::kMissing);
  const std::string bound(info(kernel.binding).bound);
  if (!kernel.busiest_fraction) return bound;
  const std::string fraction = reports::format_percent(*kernel.busiest_fraction);
  return kernel.binding == models::Binding::no_roof ? "no roof above " + fraction : bound + " at " + fraction;
}

std::string time_of(const AnalysedKernel& kernel) {
  return kernel.time ? reports::format(kernel.time->median) : std::string(reports::kMissing);
}

void print_most_expensive(const std::map<std::string, Row>& rows, const Streams& streams) {
  std::vector<const std::pair<const std::string, Row>*> order;
  for (const auto& row : rows) order.push_back(&row);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->second.share > b->second.share; });
  if (order.size() > kMostRows) order.resize(kMostRows);
  std::vector<std::vector<reports::Cell>> cells;
  for (const auto* row : order) {
    const AnalysedKernel& kernel = *row->second.longest;
    const bool timed = row->second.share > 0;
    cells.push_back({{reports::clean_utf8(row->first)},
                     {timed ? reports::format_percent(row->second.share) : std::string(reports::kMissing)},
                     {std::to_string(row->second.launches)},
                     {time_of(kernel)},
                     {binding_of(kernel)}});
  }
  const auto width = static_cast<std::size_t>(std::max(40, streams.err_columns));
  streams.err << reports::table({{"kernel", false}, {"of time"}, {"launches"}, {"each"}, {"bound by", false}}, cells,
                                std::min<std::size_t>(width, 120), kLeastName, false);
}

// Whether launches were to be counted by pass rotation, all of them.
bool all_in_turns(const collect::ProfileConfig& config) {
  const bool turns = config.replay == collect::ReplayMode::rotate;
  const bool filtered = !config.kernel_pattern.empty() || config.skip > 0 || config.count || !config.devices.empty() ||
                        config.delay_seconds > 0 || config.duration_seconds || !config.exclude_pattern.empty() ||
                        !config.nvtx_range.empty() || config.wait_for_profiler_start;
  return config.counts() && turns && !filtered;
}

// Why counting went wrong altogether, or where it is not known which kernels could have been counted: those of a graph
// are counted as a whole.
bool counted_as_usual(const models::Recording& recording) {
  const auto failed = [](const models::Note& note) {
    return std::find(kCountingFailed.begin(), kCountingFailed.end(), note.topic) != kCountingFailed.end();
  };
  const auto graph = [](const models::Observation& o) { return o.scope == models::Scope::range; };
  return std::none_of(recording.notes.begin(), recording.notes.end(), failed) &&
         std::none_of(recording.observations.begin(), recording.observations.end(), graph);
}

bool unfinished(const AnalysedKernel& kernel) {
  const models::Observation& observation = *kernel.observation;
  if (kernel.binding != models::Binding::unknown || !kernel.time || kernel.mismatch) return false;
  if (observation.launches_counted > 0) return models::lacked_turn(observation);
  return !models::left_alone(observation);
}

// Why counters are missing, as far as launches tell.
enum class Missing { few_launches, none_counted, unfinished };

Missing missing_of(const Row& row) {
  if (row.launches < kMostPasses) return Missing::few_launches;
  return row.counted == 0 ? Missing::none_counted : Missing::unfinished;
}

// Kernels whose limit a longer run might tell, or other launches than there were.
void print_unfinished(const std::map<std::string, Row>& rows, const collect::ProfileConfig& config,
                      const Streams& streams) {
  struct Total {
    std::size_t count = 0;
    double share = 0;
  };
  std::map<Missing, Total> totals;
  for (const auto& [name, row] : rows) {
    if (!unfinished(*row.longest)) continue;
    Total& total = totals[missing_of(row)];
    ++total.count;
    total.share += row.share;
  }
  const bool limited = config.max_overhead > 0;
  for (const auto& [missing, total] : totals) {
    const char* const why = missing == Missing::few_launches   ? "too few launches to collect every counter"
                            : missing == Missing::none_counted ? "none of the launches was counted"
                            : limited ? "the run was too short, or --max-overhead too low, to collect every counter"
                                      : "the run was too short to collect every counter";
    streams.err << fmt::format("rooflens: note: bottleneck unknown for {} of {}, {} of GPU time: {}\n", total.count,
                               models::counted(rows.size(), "kernel"), reports::format_percent(total.share), why);
  }
  const auto worth = [&](Missing missing) {
    const auto found = totals.find(missing);
    return found != totals.end() && found->second.share >= kWorthAHint;
  };
  const bool replay = worth(Missing::few_launches);
  if (!replay && !worth(Missing::unfinished)) return;
  streams.err << "rooflens: hint: a longer run" << (limited ? ", or a higher --max-overhead," : "")
              << " collects more counters";
  if (replay) {
    streams.err << "; `--replay-mode kernel` counts each launch completely, where no kernel waits for another or for "
                   "the host";
  }
  streams.err << '\n';
}

// Of a kernel that was counted, yet not enough, or in vain.
void print_why_unknown(const std::map<std::string, Row>& rows, const Streams& streams) {
  constexpr std::array<std::string_view, 4> kWhy{models::kUnknownBound, "atomics", "no-time", models::kRefusedCounters};
  for (const auto& [name, row] : rows) {
    const AnalysedKernel& kernel = *row.longest;
    if (row.share < kWorthAReason || kernel.binding != models::Binding::unknown) continue;
    if (reports::is_contradictory(kernel) || unfinished(kernel)) continue;
    for (const std::string_view topic : kWhy) {
      const models::Finding* finding = models::find_in(kernel.findings, topic, &models::Finding::topic);
      if (!finding) continue;
      streams.err << fmt::format("rooflens: note: {}: {}\n", reports::clean_utf8(name), finding->cause);
      if (topic == models::kUnknownBound && !finding->remedy.empty()) {
        streams.err << "rooflens: hint: " << finding->remedy << '\n';
      }
      break;
    }
  }
}

}  // namespace

void print_profile(const models::Recording& recording, const models::Analysis& analysis,
                   const collect::ProfileConfig& config, const Streams& streams) {
  std::uint64_t made = 0;
  std::uint64_t observed = 0;
  for (const models::Observation& observation : recording.observations) {
    if (observation.scope != models::Scope::launch) continue;
    made += observation.launches_made;
    observed += observation.launches_counted;
  }
  const std::map<std::string, Row> rows = rows_of(analysis);
  streams.err << "rooflens: " << models::counted(rows.size(), "kernel") << ", " << models::counted(made, "launch")
              << ", " << observed << " of them counted; " << models::counted(recording.processes.size(), "process")
              << " on " << models::counted(recording.machines.size(), "GPU") << '\n';
  print_most_expensive(rows, streams);
  if (!counted_as_usual(recording)) return;
  print_why_unknown(rows, streams);
  if (all_in_turns(config)) print_unfinished(rows, config, streams);
}

void print_next_step(const actions::ProfileResult& result, const Streams& streams) {
  const std::filesystem::path& session = result.session;
  const collect::JobRank& job = result.job;
  print_recorded("recorded in", session, "it", streams);
  if (job.world == 1) return;
  const std::string stem = (session.parent_path() / session.stem().stem()).string();
  const std::string ending = session.extension().string();
  streams.err << "rooflens: this is rank " << job.rank << (job.world > 0 ? " of " + std::to_string(job.world) : "")
              << " (" << job.launcher << "); when all have ended, `rooflens merge " << models::shell_quote(stem)
              << ".rank*" << ending << " -o " << models::shell_quote(stem + ending) << "` joins them\n";
}

}  // namespace rooflens::cli
