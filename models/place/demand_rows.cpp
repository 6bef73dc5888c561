#include "models/place/demand_rows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "models/base/find_in.hpp"
#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/operations.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/roofs/dram_mix.hpp"
#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {
namespace {

struct ResourceRow {
  RoofResource resource;
  bool of_sm;                    // its roof goes with the SM clock
  bool of_task;                  // a task asks for it however it is written
  std::string_view group = {};   // rows of one group share one unit
  std::string_view metric = {};  // of a pipe: the row of metric_table() that counts it
  bool by_warps = false;         // where it is counted: a warp with one lane as one with all
  int a_clock = 0;               // amounts that an SM does in a clock, where no probe measured what they reach
};

// One data stage of an SM serves global and shared accesses: 128 bytes a clock together (Volta and later).
constexpr std::string_view kDataStage = "data-stage";

constexpr std::array kRows{
    ResourceRow{Precision::fp64, true, true},
    ResourceRow{Precision::fp32, true, true},
    ResourceRow{Precision::fp16, true, true},
    ResourceRow{Precision::bf16, true, true},
    ResourceRow{Precision::int32, true, true},
    ResourceRow{Pipe::imad, true, true, {}, {}, true},
    ResourceRow{Precision::tensor_fp64, true, true},
    ResourceRow{Precision::tensor_tf32, true, true},
    ResourceRow{Precision::tensor_bf16, true, true},
    ResourceRow{Precision::tensor_fp16, true, true},
    ResourceRow{Precision::tensor_fp8, true, true},
    ResourceRow{Precision::tensor_int8, true, true},
    ResourceRow{Level::shared, true, false, kDataStage},
    ResourceRow{Level::l1, true, false, kDataStage},
    ResourceRow{Level::l2, false, false},
    ResourceRow{Level::dram, false, true},
    // Four schedulers, one warp instruction a clock each (compute capability 7.0 to 12.x).
    ResourceRow{Pipe::issue, true, false, {}, {}, false, kSubPartitionsPerSm},
    ResourceRow{Pipe::sfu, true, false, {}, "sfu_operations", true},
    ResourceRow{Pipe::alu, true, false, {}, "alu_operations", true},
    ResourceRow{Pipe::lsu, true, false, {}, "lsu_instructions", true},
    ResourceRow{Pipe::atomic, false, false, {}, "atomic_sectors"},
    ResourceRow{Pipe::atomic_slice, false, false, {}, "atomic_slice_cycles"},
    ResourceRow{Pipe::shared_atomic, true, false, {}, "shared_atomic_wavefronts"},
    ResourceRow{Pipe::constants, true, false, {}, "constant_cycles", false, 1},
    ResourceRow{Pipe::tensor, true, false, {}, {}, false, 1},
    ResourceRow{Pipe::host_read, false, false, {}, "host_read_bytes"},
    ResourceRow{Pipe::host_write, false, false, {}, "host_write_bytes"},
};

std::string_view metric_of_row(Pipe pipe) {
  const ResourceRow* row = find_in(kRows, RoofResource(pipe), &ResourceRow::resource);
  return row ? row->metric : std::string_view();
}

struct Amount {
  double value = 0;
  DemandSource source = DemandSource::measured;
  std::optional<double> read_share{};  // of DRAM traffic
};

// Integer operations of a task are multiply-adds, which a part of the integer pipes alone does.
std::optional<Amount> multiply_adds(const std::optional<Work>& work) {
  const auto it = work ? work->operations.find(Precision::int32) : decltype(work->operations.end()){};
  if (!work || it == work->operations.end()) return std::nullopt;
  return Amount{it->second.value(), DemandSource::analytic, {}};
}

std::optional<double> read_share(const Traffic& traffic) {
  return traffic.total().value() > 0 ? std::optional(traffic.read / traffic.total()) : std::nullopt;
}

std::optional<Amount> amount_of(const CountedKernel& kernel, Level level) {
  const LevelPoint* point = kernel.point_at(level);
  if (!point) return std::nullopt;
  Amount amount{point->bytes.value(), point->source, {}};
  if (level != Level::dram) return amount;
  const auto read = evaluate("dram_read_bytes", kernel.counters());
  const auto written = evaluate("dram_write_bytes", kernel.counters());
  if (point->source == DemandSource::measured && read && written && *read + *written > 0) {
    amount.read_share = *read / (*read + *written);
  } else if (kernel.observation->work) {
    amount.read_share = read_share(kernel.observation->work->compulsory);
  }
  return amount;
}

std::optional<Amount> amount_of(const CountedKernel& kernel, Precision precision) {
  if (!counts_as_work(precision, kernel.observation->work)) return std::nullopt;
  for (const PrecisionWork& work : kernel.operations) {
    if (work.precision == precision) return Amount{work.operations.value(), work.source, {}};
  }
  return std::nullopt;
}

// Where operations of its formats were counted, they tell more.
std::optional<Amount> tensor_cycles(const CountedKernel& kernel) {
  const auto active = kernel.counters().value(counter::kSmCyclesActiveAvg);
  const auto share = evaluate("tensor_pipe_active", kernel.counters());
  if (kernel.uncounted != MatrixWork::certain || !active || !share) return std::nullopt;
  return Amount{*share * *active * kernel.machine->device.sm_count, DemandSource::measured, {}};
}

std::optional<Amount> amount_of(const CountedKernel& kernel, Pipe pipe) {
  if (is_of_host(pipe)) {
    const auto bytes = host_bytes(kernel, pipe);
    return bytes && *bytes > 0 ? std::optional(Amount{*bytes, DemandSource::measured, {}}) : std::nullopt;
  }
  if (pipe == Pipe::tensor) return tensor_cycles(kernel);
  if (pipe == Pipe::imad) {
    const auto counted =
        kernel.at_most ? evaluate("fma_heavy_operations", kernel.counters()) : counted_multiply_adds(kernel.counters());
    return counted ? Amount{*counted, DemandSource::measured, {}} : multiply_adds(kernel.observation->work);
  }
  if (const auto warps = warp_instructions(kernel.counters()); warps && pipe == Pipe::issue)
    return Amount{*warps, {}, {}};
  const auto counted = evaluate(metric_of_row(pipe), kernel.counters());
  return counted && *counted > 0 ? std::optional(Amount{*counted, DemandSource::measured, {}}) : std::nullopt;
}

std::optional<Amount> of_task(const Work& work, const RoofResource& resource) {
  if (const auto* precision = std::get_if<Precision>(&resource)) {
    const auto it = work.operations.find(*precision);
    if (it == work.operations.end()) return std::nullopt;
    return Amount{it->second.value(), DemandSource::analytic, {}};
  }
  if (resource == RoofResource(Level::dram)) {
    return Amount{work.compulsory.total().value(), DemandSource::analytic, read_share(work.compulsory)};
  }
  return resource == RoofResource(Pipe::imad) ? multiply_adds(work) : std::nullopt;
}

struct RowRoof {
  double rate = 0;
  Hertz clock;  // 0: none that it goes with
  const CeilingOrigin* origin = nullptr;
};

// What every SM does `of_an_sm` times a clock.
std::optional<RowRoof> clocked_roof(const Machine& machine, int of_an_sm, std::optional<Hertz> run_clock) {
  const Hertz clock = run_clock.value_or(machine.device.sm_clock_maximum);
  if (machine.device.sm_count <= 0 || clock.value() <= 0) return std::nullopt;
  return RowRoof{machine.device.sm_count * of_an_sm * clock.value(), run_clock ? clock : Hertz(), nullptr};
}

std::optional<RowRoof> roof_of(const ResourceRow& row, const Machine& machine, const Amount& amount,
                               std::optional<Hertz> run_clock) {
  const auto best = machine.ceilings.best(row.resource);
  const bool measured = best && best->origin->source != CeilingSource::theoretical;
  if (const auto rate = host_roof(machine.ceilings, row.resource)) return RowRoof{rate->value(), Hertz(), nullptr};
  if (row.a_clock > 0 && !measured) return clocked_roof(machine, row.a_clock, run_clock);
  if (!best || !(best->rate > 0)) return std::nullopt;
  RowRoof roof{best->rate, row.of_sm ? best->origin->clock : Hertz(), best->origin};
  if (row.resource == RoofResource(Level::dram)) roof.rate = dram_roof(machine.ceilings, amount.read_share)->value();
  return roof;
}

void add(std::vector<DemandResource>& to, const ResourceRow& row, const Machine& machine, const Amount& amount,
         std::optional<Hertz> run_clock) {
  const auto roof = amount.value > 0 ? roof_of(row, machine, amount, run_clock) : std::nullopt;
  if (!roof) return;
  DemandResource entry;
  entry.resource = row.resource;
  entry.label = label_of(row.resource);
  entry.group = row.group;
  entry.amount = amount.value;
  entry.roof = roof->rate;
  entry.read_share = amount.read_share;
  entry.source = amount.source;
  entry.of_task = row.of_task;
  entry.by_warps = row.by_warps && amount.source == DemandSource::measured;
  entry.origin = roof->origin;
  entry.shared = !row.of_sm;
  entry.needed = Seconds(amount.value / roof->rate);
  if (roof->clock.value() > 0 && run_clock) {
    entry.slower = roof->clock / *run_clock;
    entry.needed = entry.needed * entry.slower;
    if (const Hertz most = machine.device.sm_clock_maximum; most.value() > 0) entry.nominal = *run_clock / most;
  }
  to.push_back(std::move(entry));
}

}  // namespace

std::string_view metric_of(Pipe pipe) { return metric_of_row(pipe); }

std::optional<double> host_bytes(const CountedKernel& kernel, Pipe pipe) {
  return kernel.counters().find(counter::kDramBytesSum) ? evaluate(metric_of(pipe), kernel.counters()) : std::nullopt;
}

std::optional<ByteRate> host_roof(const Ceilings& ceilings, const RoofResource& resource) {
  if (resource == RoofResource(Pipe::host_read)) return host_rate(ceilings.links, LinkDirection::from_peer);
  if (resource == RoofResource(Pipe::host_write)) return host_rate(ceilings.links, LinkDirection::to_peer);
  return std::nullopt;
}

std::optional<double> counted_multiply_adds(const CounterSet& counters) {
  constexpr double kWarpLanes = 32, kShare = 0.5;
  const auto heavy = counters.value(counter::kSmInstExecutedPipeFmaheavySum);
  if (!heavy) return std::nullopt;
  const auto warps = counters.value(kWarps);
  const auto on = counters.value(counter::kSmspSassThreadInstExecutedPredOnSum);
  const double lanes_on = warps && on && *warps > 0 ? std::clamp(*on / (kWarpLanes * *warps), 1 / kWarpLanes, 1.0) : 1;
  double all = kWarpLanes * *heavy;
  for (const std::string_view name :
       {counter::kSmspSassThreadInstExecutedOpFaddPredOnSum, counter::kSmspSassThreadInstExecutedOpFmulPredOnSum,
        counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum, counter::kSmspSassThreadInstExecutedOpHaddPredOnSum,
        counter::kSmspSassThreadInstExecutedOpHmulPredOnSum, counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum}) {
    const auto floating = counters.value(name);
    if (!floating) return std::nullopt;
    all -= kShare * *floating / lanes_on;
  }
  return std::max(0.0, all);
}

std::vector<DemandResource> measured_demand(const CountedKernel& kernel, std::optional<Hertz> run_clock) {
  std::vector<DemandResource> demand;
  for (const ResourceRow& row : kRows) {
    const auto amount = std::visit([&](auto one) { return amount_of(kernel, one); }, row.resource);
    if (amount) add(demand, row, *kernel.machine, *amount, run_clock);
  }
  // Those of addresses and loops are none of the task.
  const bool integers = counts_as_work(Precision::int32, kernel.observation->work);
  for (DemandResource& r : demand) r.of_task &= integers || r.resource != RoofResource(Pipe::imad);
  return demand;
}

std::vector<DemandResource> task_demand(const CountedKernel& kernel, std::optional<Hertz> run_clock) {
  std::vector<DemandResource> demand;
  const std::optional<Work>& work = kernel.observation->work;
  if (!work) return demand;
  for (const ResourceRow& row : kRows) {
    if (const auto amount = of_task(*work, row.resource)) add(demand, row, *kernel.machine, *amount, run_clock);
  }
  return demand;
}

bool all_arithmetic_has_roofs(const CountedKernel& kernel) {
  const std::optional<Work>& work = kernel.observation->work;
  const auto has_roof = [&](Precision precision, Operations operations) {
    return !(operations.value() > 0) || kernel.machine->ceilings.best(precision);
  };
  if (work && work->tells_operations()) {
    return std::all_of(work->operations.begin(), work->operations.end(),
                       [&](const auto& entry) { return has_roof(entry.first, entry.second); });
  }
  return std::all_of(kernel.operations.begin(), kernel.operations.end(), [&](const PrecisionWork& entry) {
    return !counts_as_work(entry.precision, work) || has_roof(entry.precision, entry.operations);
  });
}

}  // namespace rooflens::models
