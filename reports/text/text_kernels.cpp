#include "reports/text/text_kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "models/base/joined.hpp"
#include "models/base/thresholds.hpp"
#include "models/place/kernel_metric.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

using models::AnalysedKernel;
using models::MachineAnalysis;

std::optional<models::ByteRate> dram_rate(const AnalysedKernel& kernel) {
  for (const models::LevelPoint& point : kernel.points) {
    if (point.level == models::Level::dram) return point.bandwidth;
  }
  return std::nullopt;
}

bool dram_is_analytic(const AnalysedKernel& kernel) {
  return std::any_of(kernel.points.begin(), kernel.points.end(), [](const models::LevelPoint& point) {
    return point.level == models::Level::dram && point.source == models::DemandSource::analytic;
  });
}

bool flops_are_analytic(const AnalysedKernel& kernel) {
  return std::any_of(kernel.operations.begin(), kernel.operations.end(), [](const models::PrecisionWork& work) {
    return models::is_floating_point(work.precision) && work.source == models::DemandSource::analytic;
  });
}

namespace {

constexpr const char* kVerifiedHeading = "Verified";
constexpr const char* kCountedHeading = "Counted";
constexpr std::size_t kGroups = 5;           // of kernels of one name
constexpr std::size_t kMostRows = 30;        // of an application's kernels
constexpr std::size_t kLongestProblem = 30;  // characters
constexpr std::size_t kLeastName = 12;       // of a kernel's name
constexpr std::size_t kReadableName = 16;    // that goes before columns that say why
constexpr std::size_t kShortName = 20;       // that goes before what can be done without: "family/variant"
constexpr std::size_t kLongName = 28;        // the same of an application
constexpr std::size_t kWide = 120;           // columns of the terminal from which what binds has its full name

Cell of_roof(const AnalysedKernel& kernel) {
  if (kernel.failed() || !kernel.percent_of_roof) return {std::string(kMissing), Tone::dim};
  const models::PercentOfRoof& roof = *kernel.percent_of_roof;
  const Tone tone = roof.fraction >= 0.8 ? Tone::good : roof.fraction < 0.4 ? Tone::bad : Tone::advice;
  return {format_percent(roof.fraction) + (roof.compulsory ? "" : "*"), tone};
}

Cell verified(const AnalysedKernel& kernel) {
  switch (kernel.observation->verification.status) {
    case models::VerificationStatus::verified:
      return {"yes", Tone::good};
    case models::VerificationStatus::mismatch:
      return {"FAILED", Tone::bad};
    case models::VerificationStatus::not_checked:
      break;
  }
  return {"not checked", Tone::dim};
}

// For a table that has no room for the column.
std::string verified_words(const std::vector<AnalysedKernel>& kernels) {
  const auto verified = static_cast<std::size_t>(std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) {
    return kernel.observation->verification.status == models::VerificationStatus::verified;
  }));
  return verified == kernels.size() ? "Verified: all." : fmt::format("Verified: {} of {}.", verified, kernels.size());
}

std::optional<double> lanes(const AnalysedKernel& kernel) { return models::metric(kernel, "lane_efficiency"); }

std::string whole_percent(const std::optional<double>& share) {
  return share ? format_percents(*share, *share) : std::string(kMissing);
}

// Where there is little room, shared memory is called as among the roofs, and a slice's atomics are atomics.
std::string bound_word(const AnalysedKernel& kernel, bool wide) {
  std::string word = limit_word(kernel);
  if (wide) return word;
  if (word == info(models::Binding::shared).label) return std::string(info(models::Level::shared).label);
  return word.substr(0, word.find(" of "));
}

Cell conflicts(const AnalysedKernel& kernel) {
  const auto& degree = kernel.bank_conflict_degree;
  return {degree ? format_factor(*degree) : std::string(kMissing), degree ? Tone::plain : Tone::dim};
}

// A quantity of which the heading gives the unit.
template <typename Q>
std::string in(const std::optional<Q>& quantity, double unit, bool analytic) {
  return quantity ? fmt::format("{}{}", analytic ? "~" : "", significant(quantity->value() / unit))
                  : std::string(kMissing);
}

// Of an application nothing was verified, but its kernels have shares of its time and were not counted every time.
bool is_application(const MachineAnalysis& machine) {
  const auto launched = [](const AnalysedKernel& kernel) { return is_of_application(*kernel.observation); };
  const auto checked = [](const AnalysedKernel& kernel) {
    return kernel.observation->verification.status != models::VerificationStatus::not_checked;
  };
  return std::any_of(machine.kernels.begin(), machine.kernels.end(), launched) &&
         std::none_of(machine.kernels.begin(), machine.kernels.end(), checked);
}

// What goes first where a terminal is narrow; the higher the longer it stays.
enum Worth : int {
  kVerified,  // a line below the table says as much
  kSpread,
  kCounted,
  kShareOfRun,  // somebody chose the sizes of the catalogue's kernels
  kFlopRate,
  kDramRate,
  kOccupancy,
  kConflicts,
  kLanes,
  kShare,
  kRecoverable,
  kProblem
};

struct TextColumn {
  TableColumn column;
  std::function<Cell(const AnalysedKernel&)> cell;
  int worth = kStays;
};

std::vector<TextColumn> text_columns(const TextPage& page, const std::vector<AnalysedKernel>& kernels,
                                     std::string_view title) {
  const double fastest = std::accumulate(kernels.begin(), kernels.end(), 0.0, [](double most, const auto& kernel) {
    return kernel.flop_rate ? std::max(most, kernel.flop_rate->value()) : most;
  });
  const bool tera = fastest >= 1e12;
  const bool application = is_application(page.machine);
  const models::ProblemLabels& problems = page.labels.problems();
  const bool swept = std::any_of(kernels.begin(), kernels.end(),
                                 [&](const auto& kernel) { return !problems.brief(*kernel.observation).empty(); });
  const bool wide = page.width >= kWide;
  using K = AnalysedKernel;
  std::vector<TextColumn> columns;
  columns.push_back({{std::string(title), false}, [](const K& k) {
                       return Cell{clean_utf8(k.observation->name), k.failed() ? Tone::bad : Tone::plain};
                     }});
  if (swept) {
    columns.push_back({{"Problem", false},
                       [&problems](const K& k) {
                         return Cell{shorten_middle(clean_utf8(problems.brief(*k.observation)), kLongestProblem)};
                       },
                       kProblem});
  }
  if (page.labels.several()) {
    columns.push_back(
        {{page.labels.heading()}, [&page](const K& k) { return Cell{page.labels.brief(k.observation->process)}; }});
  }
  columns.push_back(
      {{"Time"}, [](const K& k) { return Cell{format(k.time ? std::optional(k.time->median) : std::nullopt)}; }});
  if (&kernels == &page.machine.kernels && kernels.size() > 1) {
    columns.push_back(
        {{"Share"},
         [](const K& k) { return Cell{k.has_share() ? format_percent(k.share_of_time) : std::string(kMissing)}; },
         application ? kShare : kShareOfRun});
    columns.push_back(
        {{"Recov."},
         [](const K& k) { return Cell{k.recoverable ? recoverable_share(*k.recoverable) : std::string(kMissing)}; },
         kRecoverable});
  }
  if (!application) {
    columns.push_back(
        {{"±"},
         [](const K& k) {
           const auto spread = k.time ? k.time->relative_spread() : std::nullopt;
           return Cell{spread ? fmt::format("{:.1f}\u00A0%", 100 * *spread) : std::string(kMissing), Tone::dim};
         },
         kSpread});
  }
  columns.push_back({{tera ? "TFLOP/s" : "GFLOP/s"},
                     [tera](const K& k) { return Cell{in(k.flop_rate, tera ? 1e12 : 1e9, flops_are_analytic(k))}; },
                     kFlopRate});
  columns.push_back(
      {{"DRAM GB/s"}, [](const K& k) { return Cell{in(dram_rate(k), 1e9, dram_is_analytic(k))}; }, kDramRate});
  columns.push_back({{"of roof"}, of_roof});
  columns.push_back({{"Bound by", false}, [wide](const K& k) { return Cell{bound_word(k, wide)}; }});
  if (std::any_of(kernels.begin(), kernels.end(), [](const K& k) { return lanes(k).has_value(); }))
    columns.push_back({{"Lanes"}, [](const K& k) { return Cell{whole_percent(lanes(k))}; }, kLanes});
  if (std::any_of(kernels.begin(), kernels.end(), [](const K& k) { return k.bank_conflict_degree.has_value(); }))
    columns.push_back({{"Confl."}, conflicts, kConflicts});
  columns.push_back({{"Occ."}, [](const K& k) { return Cell{whole_percent(k.achieved_occupancy)}; }, kOccupancy});
  if (application) {
    columns.push_back({{kCountedHeading},
                       [](const K& k) {
                         const models::Observation& o = *k.observation;
                         return Cell{o.scope == models::Scope::nvtx
                                         ? std::string(kMissing)
                                         : fmt::format("{} of {}", o.launches_counted, o.launches_made)};
                       },
                       kCounted});
  } else {
    const bool failed = std::any_of(kernels.begin(), kernels.end(), [](const K& k) { return k.failed(); });
    columns.push_back({{kVerifiedHeading, false}, verified, failed ? kStays : kVerified});
  }
  return columns;
}

// A graph that was launched once, say.
bool has_nothing_to_show(const AnalysedKernel* kernel) {
  return !kernel->failed() && !kernel->time && kernel->observation->counters.empty();
}

// Those first that could save most of the run; ranges as they were recorded.
std::vector<const AnalysedKernel*> order_of(const TextPage& page, const std::vector<AnalysedKernel>& kernels,
                                            bool brief) {
  std::vector<const AnalysedKernel*> order;
  if (&kernels == &page.machine.kernels) {
    for (const std::size_t i : page.machine.by_recoverable) order.push_back(&kernels[i]);
    if (!std::all_of(order.begin(), order.end(), has_nothing_to_show)) std::erase_if(order, has_nothing_to_show);
    if ((brief || is_application(page.machine)) && order.size() > kMostRows) order.resize(kMostRows);
  } else {
    for (const AnalysedKernel& kernel : kernels) order.push_back(&kernel);
  }
  return order;
}

}  // namespace

KernelRows kernel_rows(const TextPage& page, const std::vector<AnalysedKernel>& kernels, std::string_view title,
                       bool brief) {
  const std::vector<TextColumn> columns = text_columns(page, kernels, title);
  KernelRows result;
  for (const TextColumn& column : columns) {
    result.columns.push_back(column.column);
    result.columns.back().worth = column.worth;
  }
  double left = 1;
  const std::vector<const AnalysedKernel*> order = order_of(page, kernels, brief);
  for (const AnalysedKernel* kernel : order) {
    std::vector<Cell>& row = result.rows.emplace_back();
    for (const TextColumn& column : columns) row.push_back(column.cell(*kernel));
    left -= kernel->share_of_time;
  }
  if (order.size() < kernels.size()) {
    result.left_out = fmt::format("and {} more, {} of the time, in HTML and JSON", kernels.size() - order.size(),
                                  format_percent(std::max(0.0, left)));
  }
  return result;
}

std::string kernel_table(const TextPage& page, const std::vector<AnalysedKernel>& kernels, std::string_view title) {
  KernelRows rows = kernel_rows(page, kernels, title, false);
  std::size_t longest = length_utf8(title);
  for (const std::vector<Cell>& row : rows.rows) longest = std::max(longest, length_utf8(row.front().text));
  std::vector<std::string> dropped;
  const auto make_room = [&](std::size_t name, int below) {
    for (auto& heading : drop_columns(rows.columns, rows.rows, page.width, std::min(name, longest), below))
      dropped.push_back(std::move(heading));
  };
  const bool long_names = is_application(page.machine) || page.labels.problems().several();
  make_room(long_names ? kLongName : kShortName, kShareOfRun);
  make_room(kReadableName, kRecoverable);
  make_room(kLeastName, kStays);
  std::string text = table(rows.columns, rows.rows, page.width, kLeastName, page.options.colour);
  if (!rows.left_out.empty()) text += page.tone("  " + rows.left_out, Tone::dim) + "\n";
  if (std::erase(dropped, kVerifiedHeading) > 0) text += page.tone("  " + verified_words(kernels), Tone::dim) + "\n";
  std::erase(dropped, kCountedHeading);  // as is how many launches were counted
  if (!dropped.empty())
    text += page.tone(paragraph("Left out at this width: " + models::joined(dropped) + ".", page.width, "  ", "    "),
                      Tone::dim);
  return text;
}

KernelRows group_rows(const MachineAnalysis& machine) {
  KernelRows result{{{"Function (all variants)", false}, {"Kernels"}, {"Launches"}, {"Share"}, {"Recov."}}, {}, {}};
  for (const models::KernelGroup& group : machine.groups) {
    if (result.rows.size() == kGroups || group.share_of_time < models::kGroupWorthARow) break;
    models::Seconds at_least;
    for (const std::size_t i : group.kernels) {
      if (machine.kernels[i].recoverable) at_least = at_least + machine.kernels[i].recoverable->at_least;
    }
    const models::Seconds all = machine.run_time.kernels;
    result.rows.push_back({{clean_utf8(group.name)},
                           {std::to_string(group.kernels.size())},
                           {std::to_string(group.launches)},
                           {format_percent(group.share_of_time)},
                           {format_percents(at_least / all, group.recoverable / all)}});
  }
  return result;
}

}  // namespace rooflens::reports
