#include "profiler/fleet/session_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "fleet_sql.hpp"
#include "models/base/joined.hpp"
#include "models/base/utf8.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "profiler/fleet/histogram.hpp"
#include "profiler/fleet/kernel_identity.hpp"

namespace rooflens::fleet {
namespace {

using models::Observation;

using Whole = std::optional<std::int64_t>;
using Real = std::optional<double>;

Whole whole(double value) {
  constexpr double kMost = 9.2e18;
  if (!std::isfinite(value) || std::abs(value) > kMost) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(value));
}
Whole count(std::uint64_t value) { return whole(static_cast<double>(value)); }
Whole nanoseconds(models::Seconds time) { return whole(time.value() * 1e9); }
Whole nanoseconds(std::optional<models::Seconds> time) { return time ? nanoseconds(*time) : std::nullopt; }
Real known(double value) { return value > 0 ? Real(value) : std::nullopt; }  // 0 stands for not known
Whole whole_known(double value) { return value > 0 ? whole(value) : std::nullopt; }
std::string text(std::string_view value) { return models::as_utf8(value); }

// Sums are of what adds up: counts, and rates a second over the number of launches. Percentages and ratios have no sum
// that says anything, and what a unit could do at most is the device's, not the kernel's. Ranks that
// hold the same data hold it once each.
bool adds_up(std::string_view counter) {
  return counter.find("pct") == counter.npos && counter.find(".ratio") == counter.npos &&
         counter.find("peak_sustained") == counter.npos && counter != models::kArgumentBytes;
}

struct Time {
  models::Seconds sum;
  std::uint64_t launches = 0;
};

Time timed(const Observation& o) {
  if (o.total_time && o.timed_launches > 0) return {*o.total_time, o.timed_launches};
  Time time{{}, o.durations.size()};
  for (const models::Seconds duration : o.durations) time.sum += duration;
  return time;
}

std::uint64_t launches_of(const Observation& o) { return std::max(o.launches_made, timed(o).launches); }

// As hardware counted them, or where it did not, patched code.
Real instructions(const Observation& o, double launches) {
  for (const std::string_view name :
       {models::counter::kSmspInstExecutedSum, models::counter::kSmspSassInstExecutedSum}) {
    if (const auto each = o.counters.value(name)) return *each * launches;
  }
  return std::nullopt;
}

std::optional<std::string> throttled(const Observation& o) {
  const models::ClockSample& during = o.clocks_during;
  if (!during.sm && during.throttle_reasons.empty()) return std::nullopt;
  return text(models::joined(during.throttle_reasons));
}

// Of one process: what all its rows begin with.
class ProcessRows {
 public:
  ProcessRows(DuckDb& database, const AnalysedSession& session, const models::Process& process)
      : database_(database),
        session_(session),
        process_(process),
        rank_(process.rank),
        rank_id_(id_of(session.digest + ' ' + std::to_string(process.id) + ' ' + session.job)) {}

  void add() {
    add_rank();
    for (const models::MachineAnalysis& machine : session_.analysis.machines) add_device(machine);
  }

 private:
  std::string device_of(const models::MachineAnalysis& machine) const {
    const models::DeviceProperties& device = machine.machine->device;
    return text(device.uuid.empty() ? process_.hostname + ' ' + device.pci_bus_id : device.uuid);
  }

  void add_rank() {
    const models::Provenance& from = session_.recording.provenance;
    DuckDb::Appender ranks(database_, "ranks");
    ranks.row(rank_, rank_id_, session_.digest, std::int64_t{process_.id}, whole_known(process_.world),
              text(process_.launcher), process_.pid, text(process_.command.empty() ? from.command : process_.command),
              text(from.started_utc), nanoseconds(process_.wall), text(from.tool_version),
              std::string(from.kind == models::RecordingKind::simulated ? "simulated" : "recorded"),
              from.altered ? Whole(*from.altered ? 1 : 0) : std::nullopt);
    ranks.close();
  }

  void add_device(const models::MachineAnalysis& machine) {
    const auto is_ours = [&](const models::AnalysedKernel& k) { return k.observation->process == process_.id; };
    const bool measured_roofs_alone = session_.recording.observations.empty();
    if (!measured_roofs_alone && std::none_of(machine.kernels.begin(), machine.kernels.end(), is_ours)) return;
    const std::string device = device_of(machine);
    std::int64_t rows = 0;
    double time = 0;
    {
      DuckDb::Appender kernels(database_, "kernels"), counters(database_, "counters"), times(database_, "times"),
          factors(database_, "factors");
      for (const models::AnalysedKernel& kernel : machine.kernels) {
        if (!is_ours(kernel) || kernel.observation->scope != models::Scope::launch) continue;
        const std::int64_t id = add_kernel(kernels, device, kernel);
        add_counters(counters, device, id, *kernel.observation);
        add_times(times, device, id, *kernel.observation);
        add_factors(factors, device, id, kernel);
        ++rows;
        const Time t = timed(*kernel.observation);
        if (t.launches > 0)
          time +=
              t.sum.value() * static_cast<double>(launches_of(*kernel.observation)) / static_cast<double>(t.launches);
      }
      kernels.close(), counters.close(), times.close(), factors.close();
    }
    add_ranges(device, machine);
    add_roofs(device, machine);
    const models::DeviceProperties& d = machine.machine->device;
    const bool idle = machine.run_time.whole && process_.wall && time < process_.wall->value();
    DuckDb::Appender devices(database_, "devices");
    devices.row(rank_, rank_id_, device, text(d.name), text(d.chip), whole_known(d.sm_count),
                whole_known(d.memory.value()), whole_known(d.sm_clock_maximum.value()), d.power_limit_watts,
                text(d.driver_version), rows, whole(time * 1e9),
                idle ? whole((process_.wall->value() - time) * 1e9) : std::nullopt);
    devices.close();
  }

  std::int64_t add_kernel(DuckDb::Appender& kernels, const std::string& device,
                          const models::AnalysedKernel& kernel) const {
    const Observation& o = *kernel.observation;
    const KernelIdentity identity = identity_of(o);
    const std::int64_t id = id_of(identity.function + '\n' + identity.geometry);
    const Time time = timed(o);
    const auto launches = static_cast<double>(launches_of(o));
    const auto bytes = [&](models::Level level) {
      const models::LevelPoint* point = kernel.point_at(level);
      return point ? Real(point->bytes.value() * launches) : std::nullopt;
    };
    const auto& saved = kernel.recoverable;
    kernels.row(rank_, rank_id_, device, id, id_of(identity.function), text(identity.kernel), text(identity.function),
                text(identity.geometry), count(launches_of(o)), count(time.launches),
                time.launches > 0 ? nanoseconds(time.sum) : std::nullopt, count(o.durations.size()),
                count(o.launches_counted), kernel.flops ? Real(kernel.flops->value() * launches) : std::nullopt,
                bytes(models::Level::dram), bytes(models::Level::l2), instructions(o, launches),
                o.counters.value(models::counter::kSmCyclesElapsedAvgPerSecond),
                kernel.percent_of_roof
                    ? nanoseconds(kernel.percent_of_roof->shortest * static_cast<double>(time.launches))
                    : std::nullopt,
                std::string(info(kernel.binding).id), saved ? nanoseconds(saved->at_least) : std::nullopt,
                saved ? nanoseconds(saved->at_most) : std::nullopt, throttled(o));
    return id;
  }

  void add_counters(DuckDb::Appender& counters, const std::string& device, std::int64_t kernel,
                    const Observation& o) const {
    for (const auto& [name, counter] : o.counters) {
      if (!adds_up(name)) continue;
      const Whole total = whole(counter.value * static_cast<double>(counter.samples));
      counters.row(rank_, rank_id_, device, kernel, text(name), total, count(counter.samples));
    }
  }

  void add_times(DuckDb::Appender& times, const std::string& device, std::int64_t kernel, const Observation& o) const {
    std::map<std::int64_t, std::int64_t> bins;
    for (const models::Seconds duration : o.durations) ++bins[bin_of(duration)];
    for (const auto& [bin, n] : bins) times.row(rank_, rank_id_, device, kernel, bin, n);
  }

  void add_factors(DuckDb::Appender& factors, const std::string& device, std::int64_t id,
                   const models::AnalysedKernel& kernel) const {
    if (!kernel.explanation.gap) return;
    for (const models::GapFactor& factor : kernel.explanation.gap->factors)
      factors.row(rank_, rank_id_, device, id, std::string(factor.id), factor.factor);
  }

  // Also graphs, and what `rooflens run` times together: kernels of both are listed themselves.
  void add_ranges(const std::string& device, const models::MachineAnalysis& machine) {
    DuckDb::Appender ranges(database_, "ranges");
    for (const auto* list : {&machine.ranges, &machine.kernels}) {
      for (const models::AnalysedKernel& range : *list) {
        const Observation& o = *range.observation;
        if (o.process != process_.id || o.scope == models::Scope::launch) continue;
        const Time time = timed(o);
        ranges.row(rank_, rank_id_, device, text(o.name), count(launches_of(o)),
                   time.launches > 0 ? nanoseconds(time.sum) : std::nullopt);
      }
    }
    ranges.close();
  }

  void add_roofs(const std::string& device, const models::MachineAnalysis& machine) {
    DuckDb::Appender roofs(database_, "roofs");
    const auto add = [&](const models::RoofResource& resource, double rate, const models::CeilingOrigin& origin) {
      roofs.row(rank_, rank_id_, device, std::string(models::id_of(resource)),
                std::string(models::unit_of(resource)) + "/s", rate, std::string(id(origin.source)),
                std::string(id(origin.basis)), known(origin.clock.value()), origin.spread);
    };
    const models::Ceilings& ceilings = machine.machine->ceilings;
    for (const auto& roof : ceilings.memory) add(roof.level, roof.rate.value(), roof.origin);
    for (const auto& roof : ceilings.compute) add(roof.precision, roof.rate.value(), roof.origin);
    for (const auto& roof : ceilings.instruction) add(roof.pipe, roof.rate.value(), roof.origin);
    roofs.close();
    DuckDb::Appender links(database_, "links");
    for (const models::Link& link : ceilings.links) {
      links.row(rank_, rank_id_, device, text(link.peer), std::string(id(link.kind)), std::string(id(link.direction)),
                link.rate.value(), link.spread, link.latency ? Real(1e9 * link.latency->value()) : std::nullopt);
    }
    links.close();
  }

  DuckDb& database_;
  const AnalysedSession& session_;
  const models::Process& process_;
  std::int64_t rank_;
  std::int64_t rank_id_;
};

}  // namespace

void create_tables(DuckDb& database) {
  for (const StoreTable& table : kStoreTables) database.run("DROP TABLE IF EXISTS " + std::string(table.name));
  database.run(kTablesSql);
}

void add_rows(DuckDb& database, const AnalysedSession& session, const std::string& host) {
  for (const models::Process& process : session.recording.processes) {
    if (process.hostname == host) ProcessRows(database, session, process).add();
  }
}

}  // namespace rooflens::fleet
