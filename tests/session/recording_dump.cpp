// A recording as text in which equal means equal to the last bit.
#include <sstream>
#include <type_traits>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

using namespace models;

/// Writes values so that equal text means equal bits.
class Dump {
 public:
  template <class... Values>
  void line(const Values&... values) {
    (put(values), ...);
    out_ << '\n';
  }
  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  void put(const std::string& value) { out_ << value.size() << ':' << value << ' '; }
  void put(const char* value) { out_ << value << ' '; }
  template <class Value>
  requires std::is_arithmetic_v<Value> || std::is_enum_v<Value>
  void put(Value value) {
    if constexpr (std::is_enum_v<Value>) {
      out_ << static_cast<int>(value) << ' ';
    } else {
      out_ << std::hexfloat << value << ' ';
    }
  }
  template <int O, int B, int S>
  void put(Quantity<O, B, S> value) {
    put(value.value());
  }
  template <class Value>
  void put(const std::optional<Value>& value) {
    if (value) {
      put(*value);
    } else {
      put("absent");
    }
  }
  void put(const Dim3& value) { line(value.x, value.y, value.z); }
  std::ostringstream out_;
};

void dump_origin(Dump& out, const CeilingOrigin& value) {
  const auto& [source, basis, clock, detail, spread, clock_of, power] = value;
  out.line(source, basis, clock, detail, spread, clock_of, power);
}

void dump_probes(Dump& out, const ProbeResults& value) {
  const auto& [utc, version, roofs, refused] = value;
  out.line("probes", utc, version);
  for (const auto& [probe, point, reached, clock, spread, processes, repetitions, counted, power] : roofs) {
    out.line(probe, point, reached, clock, spread, processes, repetitions, counted, power);
  }
  for (const auto& [probe, reason] : refused) out.line("refused probe", probe, reason);
}

void dump_machine(Dump& out, const Machine& value) {
  const auto& [id, device, ceilings] = value;
  const auto& [name, uuid, bus, chip, cc, sms, clock, memory_clock, bits, memory, l2, shared, optin, reserved,
               registers, threads, block, blocks, warp, ratio, ecc, mig, power, driver, cuda_driver, runtime, whole] =
      device;
  out.line("machine", id, name, uuid, bus, chip, cc.major, cc.minor, sms, clock, memory_clock, bits, memory, l2, shared,
           optin, reserved, registers, threads, block, blocks, warp, ratio, ecc, mig, power, driver, cuda_driver,
           runtime, whole);
  const auto& [memory_roofs, compute_roofs, instruction_roofs, latency_roof, probes, links] = ceilings;
  for (const auto& [level, rate, from] : memory_roofs) {
    out.line(level, rate);
    dump_origin(out, from);
  }
  for (const auto& [precision, rate, from] : compute_roofs) {
    out.line(precision, rate);
    dump_origin(out, from);
  }
  for (const auto& [pipe, rate, from] : instruction_roofs) {
    out.line(pipe, rate);
    dump_origin(out, from);
  }
  if (latency_roof) {
    const auto& [knee, fitted, held_out, thread_start_cost, write_penalty] = *latency_roof;
    out.line("latency roof", knee.latency, knee.p, knee.maximum, thread_start_cost, write_penalty);
    for (const auto& [points, median, worst] : {fitted, held_out}) out.line(points, median, worst);
  }
  if (probes) dump_probes(out, *probes);
  for (const auto& [peer, kind, direction, rate, spread, repetitions, latency, times] : links) {
    out.line("link", peer, kind, direction, rate, spread, repetitions, latency);
    for (const auto& [bytes, time] : times) out.line(bytes, time);
  }
}

void dump_clocks(Dump& out, const ClockSample& value) {
  const auto& [sm, memory, power, temperature, reasons] = value;
  out.line("clocks", sm, memory, power, temperature);
  for (const auto& reason : reasons) out.line("throttle", reason);
}

void dump_work(Dump& out, const Work& value) {
  const auto& [operations, requested, ideal_l2, compulsory, in_flight] = value;
  for (const auto& [precision, count] : operations) out.line("operations", precision, count);
  for (const Traffic& traffic : {requested, ideal_l2, compulsory}) {
    const auto& [read, written] = traffic;
    out.line(read, written);
  }
  out.line("in flight", in_flight);
}

void dump_blocks(Dump& out, const BlockTrace& value) {
  const auto& [run, sms, span, events] = value;
  out.line("blocks", run, sms, span);
  for (const auto& [block, sm, warps, start, end] : events) out.line("block", block, sm, warps, start, end);
}

void dump_counters(Dump& out, const std::string& what, const CounterSet& counters) {
  for (const auto& [counter, entry] : counters) {
    const auto& [mean, samples, min, max, pass, source] = entry;
    out.line(what, counter, mean, samples, min, max, pass, source);
  }
}

void dump_observation(Dump& out, const Observation& value) {
  const auto& [name, scope, machine, process, parameters, launches, made, observed, cache, replay, remarks, total,
               timed, durations, before, after, timed_clock, counters, largest, shortest, refused, work, verification,
               trace] = value;
  out.line("observation", name, scope, machine, process, made, observed, cache, replay, total, timed, timed_clock,
           shortest);
  for (const auto& remark : remarks) out.line("remark", remark);
  for (const auto& [key, number] : parameters) out.line("parameter", key, number);
  for (const auto& [function, grid, block, registers, fixed, dynamic, local, blocks, count] : launches) {
    out.line("launch", function, grid.x, grid.y, grid.z, block.x, block.y, block.z, registers, fixed, dynamic, local,
             blocks, count);
  }
  for (const auto& duration : durations) out.line("duration", duration);
  dump_clocks(out, before);
  dump_clocks(out, after);
  dump_counters(out, "counter", counters);
  dump_counters(out, "largest", largest);
  for (const auto& [counter, reason] : refused) out.line("refused", counter, reason);
  if (work) dump_work(out, *work);
  const auto& [status, detail] = verification;
  out.line("verification", status, detail);
  if (trace) dump_blocks(out, *trace);
}

}  // namespace

std::string dump(const Recording& recording) {
  Dump out;
  const auto& [provenance, processes, machines, observations, functions, families, notes] = recording;
  const auto& [tool, command, started, host, system, cupti, collector, kind, altered] = provenance;
  (void)altered;  // what a reader says of the file
  out.line("provenance", tool, command, started, host, system, cupti, collector, kind);
  for (const auto& [id, hostname, pid, rank, world, launcher, line, wall, gaps] : processes) {
    const auto& [launches, measured, idle, around_tiny] = gaps;
    out.line("process", id, hostname, pid, rank, world, launcher, line, wall, launches, measured, idle, around_tiny);
  }
  for (const Machine& machine : machines) dump_machine(out, machine);
  for (const Observation& observation : observations) dump_observation(out, observation);
  for (const auto& [function, machine, process, launches, instructions, kernel] : functions) {
    out.line("function", function, machine, process, launches, kernel);
    for (const auto& [offset, file, line, values] : instructions) {
      out.line("instruction", offset, file, line);
      for (const auto& [name, value] : values) out.line("value", name, value);
    }
  }
  for (const auto& [family, note, members] : families) {
    out.line("family", family, note);
    for (const auto& [kernel, change, step, peer, published] : members) {
      out.line("member", kernel, change, step, peer);
      for (const auto& [source, board, problem, printed, kernel_only, remark] : published) {
        out.line("published", source, board, problem, printed, kernel_only, remark);
      }
    }
  }
  for (const auto& [level, topic, words, remedy, process] : notes) {
    out.line("note", level, topic, words, remedy, process);
  }
  return out.text();
}

}  // namespace rooflens::session
