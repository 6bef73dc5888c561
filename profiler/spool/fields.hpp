// The kinds of record and their fields, once for writing and reading: visit(name, member) for every member. Numbers of
// kinds are never used again for others; a new field comes last, where readers that do not know it ignore it.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

template <class Record>
struct Kind;

#define ROOFLENS_RECORD(Type, value, word)         \
  template <>                                      \
  struct Kind<Type> {                              \
    static constexpr std::uint64_t number = value; \
    static constexpr std::string_view name = word; \
  };
ROOFLENS_RECORD(ProcessRecord, 1, "process")
ROOFLENS_RECORD(DeviceRecord, 2, "device")
ROOFLENS_RECORD(GroupRecord, 3, "group")
ROOFLENS_RECORD(KernelRecord, 4, "kernel")
ROOFLENS_RECORD(RangeRecord, 5, "range")
ROOFLENS_RECORD(ObservationRecord, 6, "observation")
ROOFLENS_RECORD(WindowRecord, 7, "window")
ROOFLENS_RECORD(TimesRecord, 8, "times")
ROOFLENS_RECORD(InstructionsRecord, 9, "instructions")
ROOFLENS_RECORD(NoteRecord, 10, "note")
ROOFLENS_RECORD(EndRecord, 11, "end")
ROOFLENS_RECORD(NodesRecord, 12, "nodes")
ROOFLENS_RECORD(CaseRecord, 13, "case")
ROOFLENS_RECORD(WorkRecord, 14, "work")
ROOFLENS_RECORD(LeftAloneRecord, 16, "left alone")
ROOFLENS_RECORD(GapsRecord, 15, "gaps")
ROOFLENS_RECORD(FormulaRecord, 17, "formula")
#undef ROOFLENS_RECORD

// The members of what fields consist of: visit(member).
template <class P, class Visit>
requires std::same_as<std::remove_const_t<P>, KernelTimes>
void parts(P& p, Visit& visit) {
  visit(p.kernel);
  visit(p.range);
  visit(p.launches);
  visit(p.timed);
  visit(p.total_ns);
  visit(p.samples_ns);
}

template <class P, class Visit>
requires std::same_as<std::remove_const_t<P>, models::Refusal>
void parts(P& p, Visit& visit) {
  visit(p.counter);
  visit(p.reason);
}

template <class P, class Visit>
requires std::same_as<std::remove_const_t<P>, models::Dim3>
void parts(P& p, Visit& visit) {
  visit(p.x);
  visit(p.y);
  visit(p.z);
}

template <class P, class Visit>
requires std::same_as<std::remove_const_t<P>, models::Launch>
void parts(P& p, Visit& visit) {
  visit(p.grid);
  visit(p.block);
  visit(p.registers_per_thread);
  visit(p.static_shared_bytes);
  visit(p.dynamic_shared_bytes);
  visit(p.local_bytes_per_thread);
  visit(p.blocks_per_sm);
}

// `R` is the record, const for writing.
template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, ProcessRecord>
void fields(R& r, Visit&& visit) {
  visit("pid", r.pid);
  visit("parent_pid", r.parent_pid);
  visit("hostname", r.hostname);
  visit("command", r.command);
  visit("rank", r.rank);
  visit("world", r.world);
  visit("launcher", r.launcher);
  visit("started_ns", r.started_ns);
  visit("tool_version", r.tool_version);
  visit("cupti_version", r.cupti_version);
  visit("cupti_path", r.cupti_path);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, DeviceRecord>
void fields(R& r, Visit&& visit) {
  visit("device", r.device);
  visit("name", r.name);
  visit("uuid", r.uuid);
  visit("chip", r.chip);
  visit("compute_capability_major", r.compute_capability_major);
  visit("compute_capability_minor", r.compute_capability_minor);
  visit("sm_count", r.sm_count);
  visit("sm_clock_hz", r.sm_clock_hz);
  visit("memory_bandwidth_bytes_per_second", r.memory_bandwidth_bytes_per_second);
  visit("memory_bytes", r.memory_bytes);
  visit("l2_bytes", r.l2_bytes);
  visit("shared_per_sm_bytes", r.shared_per_sm_bytes);
  visit("shared_per_block_bytes", r.shared_per_block_bytes);
  visit("registers_per_sm", r.registers_per_sm);
  visit("warps_per_sm", r.warps_per_sm);
  visit("blocks_per_sm", r.blocks_per_sm);
  visit("warp_size", r.warp_size);
  visit("mig", r.mig);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, GroupRecord>
void fields(R& r, Visit&& visit) {
  visit("group", r.group);
  visit("id", r.id);
  visit("replayed", r.replayed);
  visit("counters", r.counters);
  visit("passes", r.passes);
  visit("refused", r.refused);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, KernelRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("device", r.device);
  visit("form", r.form);
  visit("function", r.function);
  visit("launch", r.launch);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, RangeRecord>
void fields(R& r, Visit&& visit) {
  visit("range", r.range);
  visit("path", r.path);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, ObservationRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("range", r.range);
  visit("group", r.group);
  visit("launch", r.launch);
  visit("overlapped", r.overlapped);
  visit("values", r.values);
  visit("duration_ns", r.duration_ns);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, WindowRecord>
void fields(R& r, Visit&& visit) {
  visit("group", r.group);
  visit("launches", r.launches);
  visit("opening_ns", r.opening_ns);
  visit("launches_ns", r.launches_ns);
  visit("closing_ns", r.closing_ns);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, TimesRecord>
void fields(R& r, Visit&& visit) { visit("kernels", r.kernels); }

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, InstructionsRecord>
void fields(R& r, Visit&& visit) {
  visit("device", r.device);
  visit("function", r.function);
  visit("cubin", r.cubin);
  visit("launches", r.launches);
  visit("names", r.names);
  visit("files", r.files);
  visit("offsets", r.offsets);
  visit("places", r.places);
  visit("lines", r.lines);
  visit("values", r.values);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, NoteRecord>
void fields(R& r, Visit&& visit) {
  visit("level", r.level);
  visit("id", r.id);
  visit("text", r.text);
  visit("remedy", r.remedy);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, NodesRecord>
void fields(R& r, Visit&& visit) {
  visit("graph", r.graph);
  visit("kernels", r.kernels);
  visit("times", r.times);
  visit("others", r.others);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, EndRecord>
void fields(R& r, Visit&& visit) {
  visit("ended_ns", r.ended_ns);
  visit("launches", r.launches);
  visit("collecting_ns", r.collecting_ns);
  visit("dropped_records", r.dropped_records);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, CaseRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("parameters", r.parameters);
}

template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, WorkRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("shape", r.shape);
  visit("ordinal", r.ordinal);
}
template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, LeftAloneRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("why", r.why);
}
template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, GapsRecord>
void fields(R& r, Visit&& visit) {
  visit("device", r.device);
  visit("launches", r.launches);
  visit("measured_ns", r.measured_ns);
  visit("idle_ns", r.idle_ns);
  visit("around_tiny_ns", r.around_tiny_ns);
}
template <class R, class Visit>
requires std::same_as<std::remove_const_t<R>, FormulaRecord>
void fields(R& r, Visit&& visit) {
  visit("kernel", r.kernel);
  visit("operations_of", r.operations_of);
  visit("format", r.format);
  visit("seen", r.seen);
  visit("known", r.known);
  visit("steady", r.steady);
  visit("operations", r.operations);
  visit("read_bytes", r.read_bytes);
  visit("written_bytes", r.written_bytes);
}

}  // namespace rooflens::collect::spool
