// Which column holds which member: said once here, used for writing, reading and checking. The order is that of the
// statements, not necessarily that of schema.sql; keys (kernel_id, ordinal) are not members and not listed.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include "models/record/recording.hpp"

namespace rooflens::session {

/// T is Row or const Row: one description serves both directions.
template <class T, class Row>
concept Of = std::same_as<std::remove_const_t<T>, Row>;

void columns(Of<models::Provenance> auto& row, auto&& visit) {
  visit("tool_version", row.tool_version);
  visit("command", row.command);
  visit("started_utc", row.started_utc);
  visit("hostname", row.hostname);
  visit("operating_system", row.operating_system);
  visit("cupti_version", row.cupti_version);
  visit("collector", row.collector);
  visit("kind", row.kind);
}

void columns(Of<models::Process> auto& row, auto&& visit) {
  visit("id", row.id);
  visit("hostname", row.hostname);
  visit("pid", row.pid);
  visit("rank", row.rank);
  visit("world", row.world);
  visit("launcher", row.launcher);
  visit("command", row.command);
  visit("wall_s", row.wall);
  visit("gap_launches", row.gaps.launches);
  visit("gaps_measured_s", row.gaps.measured);
  visit("gaps_idle_s", row.gaps.idle);
  visit("gaps_around_tiny_s", row.gaps.around_tiny);
}

void columns(Of<models::Note> auto& row, auto&& visit) {
  visit("level", row.level);
  visit("topic", row.topic);
  visit("text", row.text);
  visit("remedy", row.remedy);
  visit("process_id", row.process);
}

void columns(Of<models::Machine> auto& row, auto&& visit) {
  auto& device = row.device;
  visit("id", row.id);
  visit("name", device.name);
  visit("uuid", device.uuid);
  visit("pci_bus_id", device.pci_bus_id);
  visit("chip", device.chip);
  visit("compute_capability_major", device.compute_capability.major);
  visit("compute_capability_minor", device.compute_capability.minor);
  visit("sm_count", device.sm_count);
  visit("sm_clock_maximum_hz", device.sm_clock_maximum);
  visit("memory_clock_maximum_hz", device.memory_clock_maximum);
  visit("memory_bus_bits", device.memory_bus_bits);
  visit("memory_bytes", device.memory);
  visit("l2_bytes", device.l2);
  visit("shared_per_sm_bytes", device.shared_per_sm);
  visit("shared_per_block_optin_bytes", device.shared_per_block_optin);
  visit("shared_reserved_per_block_bytes", device.shared_reserved_per_block);
  visit("registers_per_sm", device.registers_per_sm);
  visit("threads_per_sm", device.threads_per_sm);
  visit("threads_per_block", device.threads_per_block);
  visit("blocks_per_sm", device.blocks_per_sm);
  visit("warp_size", device.warp_size);
  visit("fp32_to_fp64_ratio", device.fp32_to_fp64_ratio);
  visit("ecc", device.ecc);
  visit("mig", device.mig);
  visit("power_limit_watts", device.power_limit_watts);
  visit("driver_version", device.driver_version);
  visit("cuda_driver_version", device.cuda_driver_version);
  visit("cuda_runtime_version", device.cuda_runtime_version);
  visit("whole_sm_count", device.whole_sm_count);
}

void columns(Of<models::CeilingOrigin> auto& row, auto&& visit) {
  visit("source", row.source);
  visit("clock_basis", row.basis);
  visit("clock_hz", row.clock);
  visit("detail", row.detail);
  visit("spread", row.spread);
  visit("clock_of", row.clock_of);
  visit("power_watts", row.power_watts);
}

void columns(Of<models::MemoryCeiling> auto& row, auto&& visit) {
  visit("level", row.level);
  visit("bytes_per_second", row.rate);
  columns(row.origin, visit);
}

void columns(Of<models::ComputeCeiling> auto& row, auto&& visit) {
  visit("precision", row.precision);
  visit("operations_per_second", row.rate);
  columns(row.origin, visit);
}

void columns(Of<models::InstructionCeiling> auto& row, auto&& visit) {
  visit("pipe", row.pipe);
  visit("per_second", row.rate);
  columns(row.origin, visit);
}

void columns(Of<models::LatencyRoof> auto& row, auto&& visit) {
  visit("latency_s", row.knee.latency);
  visit("p", row.knee.p);
  visit("maximum_bytes_per_second", row.knee.maximum);
  visit("fitted_points", row.fitted.points);
  visit("fitted_median_error", row.fitted.median);
  visit("fitted_worst_error", row.fitted.worst);
  visit("held_out_points", row.held_out.points);
  visit("held_out_median_error", row.held_out.median);
  visit("held_out_worst_error", row.held_out.worst);
  visit("turnover_s", row.thread_start_cost);
  visit("write_penalty_s_per_byte", row.write_penalty);
}

/// Without the times, which are rows of their own.
void columns(Of<models::Link> auto& row, auto&& visit) {
  visit("peer", row.peer);
  visit("kind", row.kind);
  visit("direction", row.direction);
  visit("bytes_per_second", row.rate);
  visit("spread", row.spread);
  visit("repetitions", row.repetitions);
  visit("latency_s", row.latency);
}

void columns(Of<models::LinkTime> auto& row, auto&& visit) {
  visit("bytes", row.bytes);
  visit("time_s", row.time);
}

/// Without the results and refusals, which are rows of their own.
void columns(Of<models::ProbeResults> auto& row, auto&& visit) {
  visit("measured_utc", row.measured_utc);
  visit("tool_version", row.tool_version);
}

void columns(Of<models::MeasuredRoof> auto& row, auto&& visit) {
  visit("probe", row.probe);
  visit("point", row.point);
  visit("value", row.value);
  visit("clock_hz", row.clock);
  visit("spread", row.spread);
  visit("processes", row.processes);
  visit("repetitions", row.repetitions);
  visit("counted_share", row.counted);
  visit("power_watts", row.power_watts);
}

/// What an observation has once; its lists are rows of their own.
void columns(Of<models::Observation> auto& row, auto&& visit) {
  visit("name", row.name);
  visit("scope", row.scope);
  visit("machine_id", row.machine);
  visit("process_id", row.process);
  visit("launches_made", row.launches_made);
  visit("launches_observed", row.launches_counted);
  visit("cache", row.cache);
  visit("verification", row.verification.status);
  visit("verification_detail", row.verification.detail);
  visit("replay", row.replay);
  visit("total_time_s", row.total_time);
  visit("timed_launches", row.timed_launches);
  visit("timed_clock_hz", row.timed_clock);
}

void columns(Of<models::Launch> auto& row, auto&& visit) {
  visit("function", row.function);
  visit("grid_x", row.grid.x);
  visit("grid_y", row.grid.y);
  visit("grid_z", row.grid.z);
  visit("block_x", row.block.x);
  visit("block_y", row.block.y);
  visit("block_z", row.block.z);
  visit("registers_per_thread", row.registers_per_thread);
  visit("static_shared_bytes", row.static_shared_bytes);
  visit("dynamic_shared_bytes", row.dynamic_shared_bytes);
  visit("local_bytes_per_thread", row.local_bytes_per_thread);
  visit("blocks_per_sm", row.blocks_per_sm);
  visit("count", row.count);
}

/// Without the throttle reasons, which are rows of their own.
void columns(Of<models::ClockSample> auto& row, auto&& visit) {
  visit("sm_clock_hz", row.sm);
  visit("memory_clock_hz", row.memory);
  visit("power_watts", row.power_watts);
  visit("temperature_celsius", row.temperature_celsius);
}

void columns(Of<models::CounterValue> auto& row, auto&& visit) {
  visit("value", row.value);
  visit("samples", row.samples);
  visit("min", row.min);
  visit("max", row.max);
  visit("pass", row.pass);
  visit("source", row.source);
}

/// Without the instructions, which are rows of their own.
void columns(Of<models::FunctionProfile> auto& row, auto&& visit) {
  visit("name", row.function);
  visit("machine_id", row.machine);
  visit("process_id", row.process);
  visit("counted_launches", row.counted_launches);
  visit("kernel", row.kernel);
}

/// Without the values, which are rows of their own.
void columns(Of<models::Instruction> auto& row, auto&& visit) {
  visit("code_offset", row.offset);
  visit("file", row.file);
  visit("line", row.line);
}

/// Without the blocks, which are rows of their own.
void columns(Of<models::BlockTrace> auto& row, auto&& visit) {
  visit("blocks_run", row.blocks_run);
  visit("sms_run", row.sms_run);
  visit("span_ns", row.span_ns);
}

void columns(Of<models::BlockEvent> auto& row, auto&& visit) {
  visit("block", row.block);
  visit("sm", row.sm);
  visit("warps", row.warps);
  visit("start_ns", row.start_ns);
  visit("end_ns", row.end_ns);
}

/// Without the members, which are rows of their own.
void columns(Of<models::Family> auto& row, auto&& visit) {
  visit("name", row.name);
  visit("note", row.note);
}

/// Without the published times, which are rows of their own.
void columns(Of<models::FamilyMember> auto& row, auto&& visit) {
  visit("kernel", row.kernel);
  visit("change", row.change);
  visit("step", row.step);
  visit("peer", row.peer);
}

void columns(Of<models::PublishedTime> auto& row, auto&& visit) {
  visit("source", row.source);
  visit("board", row.board);
  visit("problem", row.problem);
  visit("printed_s", row.printed);
  visit("kernel_only_s", row.kernel_only);
  visit("remark", row.remark);
}

void columns(Of<models::Refusal> auto& row, auto&& visit) {
  visit("counter", row.counter);
  visit("reason", row.reason);
}

/// Without the operations, which are rows of their own.
void columns(Of<models::Work> auto& row, auto&& visit) {
  visit("requested_read_bytes", row.requested.read);
  visit("requested_written_bytes", row.requested.written);
  visit("ideal_l2_read_bytes", row.ideal_l2.read);
  visit("ideal_l2_written_bytes", row.ideal_l2.written);
  visit("compulsory_read_bytes", row.compulsory.read);
  visit("compulsory_written_bytes", row.compulsory.written);
  visit("in_flight_bytes_per_thread", row.in_flight_per_thread);
}

}  // namespace rooflens::session
