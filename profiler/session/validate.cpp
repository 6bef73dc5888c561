#include "profiler/session/validate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "models/roofs/occupancy_limits.hpp"
#include "profiler/session/columns.hpp"
#include "profiler/session/failure.hpp"
#include "profiler/session/in_quotes.hpp"

namespace rooflens::session {
namespace {

// A mean over n launches may leave [min, max] by rounding; more than this it may not.
constexpr double kRoundingTolerance = 1e-9;

/// The rules that follow from a value's type alone. Words are put together only when something is wrong: a session may
/// hold half a million counters.
class Checker {
 public:
  /// "owner: ..." or "owner, part 'name': ..."; what is passed must outlive the checker.
  explicit Checker(std::string_view owner, std::string_view part = {}, std::string_view name = {})
      : owner_(owner), part_(part), name_(name) {}

  [[noreturn]] void refuse(std::string_view field, const std::string& why) const {
    std::string where(owner_);
    if (!part_.empty()) where.append(", ").append(part_);
    if (!name_.empty()) where.append(" ").append(in_quotes(name_));
    throw InvalidContents(fmt::format("{}: {} {}", where, field, why));
  }
  /// `why` gives the words.
  template <class Why>
  void require(bool holds, std::string_view field, const Why& why) const {
    if (holds) return;
    if constexpr (std::is_invocable_v<Why>) {
      refuse(field, why());
    } else {
      refuse(field, why);
    }
  }

  void check(std::string_view, const std::string&) const {}  // any text may stand there: what is not UTF-8 is escaped
  void check(std::string_view field, double value) const {
    require(!std::isnan(value), field, "is not a number (NaN)");
    require(!std::isinf(value), field, "is infinite");
  }
  template <int O, int B, int S>
  void check(std::string_view field, models::Quantity<O, B, S> quantity) const {
    check(field, quantity.value());
    require(quantity.value() >= 0, field, [&] { return fmt::format("is negative ({})", quantity.value()); });
  }
  template <std::integral Integer>
  void check(std::string_view field, Integer value) const {
    if constexpr (std::same_as<Integer, bool>) {
      return;
    } else if constexpr (std::is_signed_v<Integer>) {
      require(value >= 0, field, [&] { return fmt::format("is negative ({})", value); });
    } else {
      require(std::in_range<std::int64_t>(value), field,
              [&] { return fmt::format("is larger than 2^63 - 1 ({})", value); });
    }
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void check(std::string_view, Enum) const {}
  template <class Value>
  void check(std::string_view field, const std::optional<Value>& value) const {
    if (value) check(field, *value);
  }

  template <class Row>
  void check_row(const Row& row) const {
    columns(row, [this](std::string_view field, const auto& value) { check(field, value); });
  }

 private:
  std::string_view owner_, part_, name_;
};

template <class Ceiling>
void check_ceiling(std::string_view machine, std::string_view resource, const Ceiling& ceiling) {
  const Checker checker(machine, "ceiling", resource);
  checker.check_row(ceiling);
  checker.require(ceiling.rate.value() > 0, "rate", "is zero");
  if (ceiling.origin.spread) {
    checker.require(*ceiling.origin.spread >= 0, "spread",
                    [&] { return fmt::format("is negative ({})", *ceiling.origin.spread); });
  }
}

void check_latency_roof(std::string_view machine, const models::LatencyRoof& roof) {
  const Checker checker(machine, "latency roof");
  checker.check_row(roof);
  checker.require(roof.knee.latency.value() > 0, "latency_s", "is zero");
  checker.require(roof.knee.p > 0, "p", "is not above zero");
  checker.require(roof.knee.maximum.value() > 0, "maximum_bytes_per_second", "is zero");
  checker.require(roof.thread_start_cost.value() >= 0, "turnover_s", "is negative");
  checker.require(roof.write_penalty.value() >= 0, "write_penalty_s_per_byte", "is negative");
  for (const models::LatencyErrors& errors : {roof.fitted, roof.held_out}) {
    checker.require(errors.median >= 0, "median_error", "is negative");
    checker.require(errors.median <= errors.worst, "median_error", "exceeds the worst error");
  }
}

void check_probes(std::string_view machine, const models::ProbeResults& probes) {
  Checker(machine, "probes").check_row(probes);
  std::set<std::string_view> known;
  for (const models::MeasuredRoof& roof : probes.roofs) {
    const Checker checker(machine, "probe", roof.probe);
    checker.check_row(roof);
    checker.require(known.insert(roof.probe).second, "probe", "is there twice");
    checker.require(roof.value > 0, "value", [&] { return fmt::format("is not above zero ({})", roof.value); });
    checker.require(roof.spread >= 0, "spread", [&] { return fmt::format("is negative ({})", roof.spread); });
    checker.require(roof.counted.value_or(0) >= 0, "counted_share", "is negative");
  }
  for (const models::Refusal& refusal : probes.refused) {
    Checker(machine, "refused probe", refusal.counter).check_row(refusal);
  }
}

void check_link(std::string_view machine, const models::Link& link) {
  const Checker checker(machine, "link to", link.peer);
  checker.check_row(link);
  checker.require(link.rate.value() > 0, "bytes_per_second", "is zero");
  checker.require(link.spread >= 0, "spread", "is negative");
  checker.require(link.repetitions > 0, "repetitions", "is zero");
  checker.require(!link.latency || link.latency->value() > 0, "latency_s", "is zero");
  models::Bytes before;
  for (const models::LinkTime& point : link.times) {
    checker.check_row(point);
    checker.require(point.time.value() > 0, "time_s", "is zero");
    checker.require(point.bytes > before, "bytes", "does not grow from time to time");
    before = point.bytes;
  }
}

constexpr std::uint64_t kMostSharedBytes = 1 << 30;  // of a block, as models::kMostThreads

void check_launch(std::string_view owner, const models::Launch& launch) {
  const Checker checker(owner, "launch", launch.function);
  checker.check_row(launch);
  checker.require(launch.grid.x > 0 && launch.grid.y > 0 && launch.grid.z > 0, "grid", "has a dimension of zero");
  checker.require(launch.block.x > 0 && launch.block.y > 0 && launch.block.z > 0, "block", "has a dimension of zero");
  checker.require(launch.block.count() <= models::kMostThreads, "block",
                  [&] { return fmt::format("has {} threads, more than any GPU runs", launch.block.count()); });
  for (const std::uint64_t bytes : {launch.static_shared_bytes, launch.dynamic_shared_bytes}) {
    checker.require(bytes <= kMostSharedBytes, "shared memory",
                    [&] { return fmt::format("is {} bytes per block, more than any GPU has", bytes); });
  }
  checker.require(launch.count > 0, "count", "is zero");
}

void check_counter(std::string_view owner, std::string_view name, const models::CounterValue& counter) {
  const Checker checker(owner, "counter", name);
  checker.check_row(counter);
  checker.require(counter.samples > 0, "samples", "is zero");
  checker.require(counter.min <= counter.max, "min",
                  [&] { return fmt::format("({}) exceeds max ({})", counter.min, counter.max); });
  const double slack = kRoundingTolerance * std::max(std::abs(counter.min), std::abs(counter.max));
  checker.require(counter.value >= counter.min - slack && counter.value <= counter.max + slack, "value", [&] {
    return fmt::format("({}) lies outside min to max ({} to {})", counter.value, counter.min, counter.max);
  });
}

void check_clocks(std::string_view owner, std::string_view moment, const models::ClockSample& sample) {
  const Checker checker(owner, moment);
  checker.check_row(sample);
  checker.require(sample.power_watts.value_or(0) >= 0, "power_watts", "is negative");
  for (const std::string& reason : sample.throttle_reasons) checker.check("throttle reason", reason);
}

void check_work(std::string_view owner, const models::Work& work) {
  const Checker checker(owner, "work from formula");
  checker.check_row(work);
  for (const auto& [precision, operations] : work.operations) checker.check(models::info(precision).id, operations);
  checker.require(!work.in_flight_per_thread || work.in_flight_per_thread->value() > 0, "in_flight_bytes_per_thread",
                  "is zero");
}

void check_blocks(std::string_view owner, const models::BlockTrace& trace) {
  const Checker checker(owner, "timeline of blocks");
  checker.check_row(trace);
  checker.require(!trace.blocks.empty(), "block_event", "has no block of it");
  checker.require(trace.blocks.size() <= trace.blocks_run, "blocks_run",
                  [&] { return fmt::format("({}) is less than the blocks that are there", trace.blocks_run); });
  std::set<std::uint32_t> sms;
  for (std::size_t i = 0; i < trace.blocks.size(); ++i) {
    const models::BlockEvent& event = trace.blocks[i];
    checker.check_row(event);
    const auto require = [&](bool holds, std::string_view field, const char* why) {
      checker.require(holds, field, [&] { return fmt::format("{} (block {})", why, event.block); });
    };
    require(i == 0 || trace.blocks[i - 1].block < event.block, "block", "is not in ascending order");
    require(event.warps > 0, "warps", "is zero");
    require(event.start_ns <= event.end_ns, "end_ns", "lies before start_ns");
    require(event.end_ns <= trace.span_ns, "end_ns", "lies behind the end of the launch");
    sms.insert(event.sm);
  }
  checker.require(sms.size() <= trace.sms_run, "sms_run", [&] {
    return fmt::format("({}) is less than the {} SMs of the blocks that are there", trace.sms_run, sms.size());
  });
}

}  // namespace

void validate(const models::Provenance& provenance) { Checker("provenance").check_row(provenance); }

void validate(const models::Process& process) {
  const std::string where = fmt::format("process {}", process.id);
  Checker(where).check_row(process);
}

void validate(const models::Machine& machine) {
  const std::string where = fmt::format("GPU {}", machine.id);
  const Checker checker(where);
  checker.check_row(machine);
  checker.require(machine.device.warp_size == models::kThreadsPerWarp, "warp_size", [&] {
    return fmt::format("({}) is not {}, as on every GPU", machine.device.warp_size, models::kThreadsPerWarp);
  });
  checker.require(machine.device.power_limit_watts.value_or(0) >= 0, "power_limit_watts", "is negative");
  const auto& whole = machine.device.whole_sm_count;
  checker.require(!whole || *whole > machine.device.sm_count, "whole_sm_count", [&] {
    return fmt::format("({}) is not more than the {} SMs of the part", *whole, machine.device.sm_count);
  });
  for (const auto& ceiling : machine.ceilings.memory) check_ceiling(where, models::info(ceiling.level).id, ceiling);
  for (const auto& ceiling : machine.ceilings.compute) {
    check_ceiling(where, models::info(ceiling.precision).id, ceiling);
  }
  for (const auto& ceiling : machine.ceilings.instruction) {
    check_ceiling(where, models::info(ceiling.pipe).id, ceiling);
  }
  if (machine.ceilings.latency) check_latency_roof(where, *machine.ceilings.latency);
  for (const auto& link : machine.ceilings.links) check_link(where, link);
  if (machine.ceilings.probes) check_probes(where, *machine.ceilings.probes);
}

void validate(const models::Observation& observation, const KnownIds& known) {
  const std::string where = fmt::format("observation {}", in_quotes(observation.name));
  const Checker checker(where);
  checker.check_row(observation);
  checker.require(known.machines.contains(observation.machine), "machine_id",
                  [&] { return fmt::format("names GPU {}, which the session does not have", observation.machine); });
  checker.require(known.processes.contains(observation.process), "process_id", [&] {
    return fmt::format("names process {}, which the session does not have", observation.process);
  });
  checker.require(observation.launches_counted <= observation.launches_made, "launches_observed", [&] {
    return fmt::format("({}) exceeds launches_made ({})", observation.launches_counted, observation.launches_made);
  });
  checker.require(!observation.total_time || observation.timed_launches > 0, "total_time_s",
                  "is given although no launch was timed");
  for (const auto& parameter : observation.parameters) checker.check("parameter name", parameter.first);
  for (const auto& launch : observation.launches) check_launch(where, launch);
  for (const auto& duration : observation.durations) checker.check("duration", duration);
  check_clocks(where, "clocks before", observation.clocks_before);
  check_clocks(where, "clocks after", observation.clocks_during);
  for (const models::CounterSet* counters : {&observation.counters, &observation.largest}) {
    for (const auto& [name, counter] : *counters) {
      check_counter(where, name, counter);
    }
  }
  for (const auto& remark : observation.remarks) checker.check("remark", remark);
  for (const auto& refusal : observation.refused) Checker(where, "refusal", refusal.counter).check_row(refusal);
  if (observation.work) check_work(where, *observation.work);
  if (observation.blocks) check_blocks(where, *observation.blocks);
}

void validate(const models::FunctionProfile& function, const KnownIds& known) {
  const std::string where = fmt::format("function {}", in_quotes(function.function));
  const Checker checker(where);
  checker.check_row(function);
  checker.require(known.machines.contains(function.machine), "machine_id",
                  [&] { return fmt::format("names GPU {}, which the session does not have", function.machine); });
  checker.require(known.processes.contains(function.process), "process_id",
                  [&] { return fmt::format("names process {}, which the session does not have", function.process); });
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const models::Instruction& instruction = function.instructions[i];
    checker.check_row(instruction);
    checker.require(i == 0 || function.instructions[i - 1].offset < instruction.offset, "instructions",
                    "are not in ascending order");
    for (const auto& [name, value] : instruction.values) {
      checker.check("value name", name);
      checker.require(std::isfinite(value) && value > 0, name, "is not a positive number");
    }
  }
}

void validate(const models::Family& family) {
  const std::string where = fmt::format("family {}", in_quotes(family.name));
  const Checker checker(where);
  checker.check_row(family);
  checker.require(!family.members.empty(), "family_member", "has no row of it");
  std::set<std::string_view> kernels;
  for (const models::FamilyMember& member : family.members) {
    const Checker of_member(where, "member", member.kernel);
    of_member.check_row(member);
    of_member.require(kernels.insert(member.kernel).second, "kernel", "is there twice");
    for (const models::PublishedTime& time : member.published) {
      of_member.check_row(time);
      of_member.require(time.printed.value() > 0, "printed_s", "is zero");
      of_member.require(!time.kernel_only || time.kernel_only->value() > 0, "kernel_only_s", "is zero");
    }
  }
}

void validate(const models::Note& note, const KnownIds& known) {
  const std::string where = fmt::format("note {}", in_quotes(note.topic));
  const Checker checker(where);
  checker.check_row(note);
  checker.require(!note.process || known.processes.contains(*note.process), "process_id",
                  [&] { return fmt::format("names process {}, which the session does not have", *note.process); });
}

void validate(const models::Recording& recording) {
  validate(recording.provenance);
  KnownIds known;
  for (const auto& process : recording.processes) {
    validate(process);
    if (!known.processes.insert(process.id).second) {
      throw InvalidContents(fmt::format("process {} is there twice", process.id));
    }
  }
  for (const auto& machine : recording.machines) {
    validate(machine);
    if (!known.machines.insert(machine.id).second) {
      throw InvalidContents(fmt::format("GPU {} is there twice", machine.id));
    }
  }
  for (const auto& observation : recording.observations) validate(observation, known);
  for (const auto& function : recording.functions) validate(function, known);
  for (const auto& note : recording.notes) validate(note, known);
  std::set<std::string_view> families;
  for (const auto& family : recording.families) {
    validate(family);
    if (!families.insert(family.name).second) {
      throw InvalidContents(fmt::format("family {} is there twice", in_quotes(family.name)));
    }
  }
}

}  // namespace rooflens::session
