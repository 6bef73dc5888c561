// The kinds of record and their fields, once for writing and reading: visit(name, member) for every member. Numbers of
// kinds are never used again for others; a new field comes last, where readers that do not know it ignore it.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/base/named_fields.hpp"
#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

template <class Record>
struct Kind;

// What fields consist of.
ROOFLENS_FIELDS(fields, KernelTimes, (kernel), (range), (launches), (timed), (total_ns), (samples_ns))
ROOFLENS_FIELDS(fields, models::Refusal, (counter), (reason))
ROOFLENS_FIELDS(fields, models::Dim3, (x), (y), (z))
ROOFLENS_FIELDS(fields, models::Launch, (grid), (block), (registers_per_thread), (static_shared_bytes),
                (dynamic_shared_bytes), (local_bytes_per_thread), (blocks_per_sm))

// A record's number, its name and its fields.
#define ROOFLENS_RECORD(Type, value, word, ...)    \
  template <>                                      \
  struct Kind<Type> {                              \
    static constexpr std::uint64_t number = value; \
    static constexpr std::string_view name = word; \
  };                                               \
  ROOFLENS_FIELDS(fields, Type, __VA_ARGS__)
ROOFLENS_RECORD(ProcessRecord, 1, "process", (pid), (parent_pid), (hostname), (command), (rank), (world), (launcher),
                (started_ns), (tool_version), (cupti_version), (cupti_path))
ROOFLENS_RECORD(DeviceRecord, 2, "device", (device), (name), (uuid), (chip), (compute_capability_major),
                (compute_capability_minor), (sm_count), (sm_clock_hz), (memory_bandwidth_bytes_per_second),
                (memory_bytes), (l2_bytes), (shared_per_sm_bytes), (shared_per_block_bytes), (registers_per_sm),
                (warps_per_sm), (blocks_per_sm), (warp_size), (mig))
ROOFLENS_RECORD(GroupRecord, 3, "group", (group), (id), (replayed), (counters), (passes), (refused))
ROOFLENS_RECORD(KernelRecord, 4, "kernel", (kernel), (device), (form), (function), (launch))
ROOFLENS_RECORD(RangeRecord, 5, "range", (range), (path))
ROOFLENS_RECORD(ObservationRecord, 6, "observation", (kernel), (range), (group), (launch), (overlapped), (values),
                (duration_ns))
ROOFLENS_RECORD(WindowRecord, 7, "window", (group), (launches), (opening_ns), (launches_ns), (closing_ns))
ROOFLENS_RECORD(TimesRecord, 8, "times", (kernels))
ROOFLENS_RECORD(InstructionsRecord, 9, "instructions", (device), (function), (cubin), (launches), (names), (files),
                (offsets), (places), (lines), (values))
ROOFLENS_RECORD(NoteRecord, 10, "note", (level), (id), (text), (remedy))
ROOFLENS_RECORD(EndRecord, 11, "end", (ended_ns), (launches), (collecting_ns), (dropped_records))
ROOFLENS_RECORD(NodesRecord, 12, "nodes", (graph), (kernels), (times), (others))
ROOFLENS_RECORD(CaseRecord, 13, "case", (kernel), (parameters))
ROOFLENS_RECORD(WorkRecord, 14, "work", (kernel), (shape), (ordinal))
ROOFLENS_RECORD(GapsRecord, 15, "gaps", (device), (launches), (measured_ns), (idle_ns), (around_tiny_ns))
ROOFLENS_RECORD(LeftAloneRecord, 16, "left alone", (kernel), (why))
ROOFLENS_RECORD(FormulaRecord, 17, "formula", (kernel), (operations_of), (format), (seen), (known), (steady),
                (operations), (read_bytes), (written_bytes), (alike), (least), (most))
ROOFLENS_RECORD(EventTimesRecord, 18, "event times", (kernel), (samples_ns), (records_ns))
ROOFLENS_RECORD(ArgumentsRecord, 19, "arguments", (kernel), (bytes))
#undef ROOFLENS_RECORD

}  // namespace rooflens::collect::spool
