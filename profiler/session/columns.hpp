// Which column holds which member: said once here, used for writing, reading and checking. The order is that of the
// statements, not necessarily that of schema.sql; keys (kernel_id, ordinal) are not members and not listed.
#pragma once

#include "models/base/named_fields.hpp"
#include "models/record/recording.hpp"

namespace rooflens::session {

using models::Of;
#define ROOFLENS_COLUMNS(Type, ...) ROOFLENS_FIELDS(columns, models::Type, __VA_ARGS__)

ROOFLENS_COLUMNS(Provenance, (tool_version), (command), (started_utc), (hostname), (operating_system), (cupti_version),
                 (collector), (kind))

ROOFLENS_COLUMNS(Process, (id), (hostname), (pid), (rank), (world), (launcher), (command), (wall_s, wall),
                 (gap_launches, gaps.launches), (gaps_measured_s, gaps.measured), (gaps_idle_s, gaps.idle),
                 (gaps_around_tiny_s, gaps.around_tiny))

ROOFLENS_COLUMNS(Note, (level), (topic), (text), (remedy), (process_id, process))

ROOFLENS_COLUMNS(Machine, (id), (name, device.name), (uuid, device.uuid), (pci_bus_id, device.pci_bus_id),
                 (chip, device.chip), (compute_capability_major, device.compute_capability.major),
                 (compute_capability_minor, device.compute_capability.minor), (sm_count, device.sm_count),
                 (sm_clock_maximum_hz, device.sm_clock_maximum), (memory_clock_maximum_hz, device.memory_clock_maximum),
                 (memory_bus_bits, device.memory_bus_bits), (memory_bytes, device.memory), (l2_bytes, device.l2),
                 (shared_per_sm_bytes, device.shared_per_sm),
                 (shared_per_block_optin_bytes, device.shared_per_block_optin),
                 (shared_reserved_per_block_bytes, device.shared_reserved_per_block),
                 (registers_per_sm, device.registers_per_sm), (threads_per_sm, device.threads_per_sm),
                 (threads_per_block, device.threads_per_block), (blocks_per_sm, device.blocks_per_sm),
                 (warp_size, device.warp_size), (fp32_to_fp64_ratio, device.fp32_to_fp64_ratio), (ecc, device.ecc),
                 (mig, device.mig), (power_limit_watts, device.power_limit_watts),
                 (driver_version, device.driver_version), (cuda_driver_version, device.cuda_driver_version),
                 (cuda_runtime_version, device.cuda_runtime_version), (whole_sm_count, device.whole_sm_count))

ROOFLENS_COLUMNS(CeilingOrigin, (source), (clock_basis, basis), (clock_hz, clock), (detail), (spread), (clock_of),
                 (power_watts))

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

ROOFLENS_COLUMNS(LatencyRoof, (latency_s, knee.latency), (p, knee.p), (maximum_bytes_per_second, knee.maximum),
                 (fitted_points, fitted.points), (fitted_median_error, fitted.median),
                 (fitted_worst_error, fitted.worst), (held_out_points, held_out.points),
                 (held_out_median_error, held_out.median), (held_out_worst_error, held_out.worst),
                 (turnover_s, thread_start_cost), (write_penalty_s_per_byte, write_penalty))

/// Without the times, which are rows of their own.
ROOFLENS_COLUMNS(Link, (peer), (kind), (direction), (bytes_per_second, rate), (spread), (repetitions),
                 (latency_s, latency))

ROOFLENS_COLUMNS(LinkTime, (bytes), (time_s, time))

/// Without the results and refusals, which are rows of their own.
ROOFLENS_COLUMNS(ProbeResults, (measured_utc), (tool_version))

ROOFLENS_COLUMNS(MeasuredRoof, (probe), (point), (value), (clock_hz, clock), (spread), (processes), (repetitions),
                 (counted_share, counted), (power_watts))

/// What an observation has once; its lists are rows of their own.
ROOFLENS_COLUMNS(Observation, (name), (scope), (machine_id, machine), (process_id, process), (launches_made),
                 (launches_observed, launches_counted), (cache), (verification, verification.status),
                 (verification_detail, verification.detail), (replay), (total_time_s, total_time), (timed_launches),
                 (timed_clock_hz, timed_clock), (shortest_s, shortest))

ROOFLENS_COLUMNS(Launch, (function), (grid_x, grid.x), (grid_y, grid.y), (grid_z, grid.z), (block_x, block.x),
                 (block_y, block.y), (block_z, block.z), (registers_per_thread), (static_shared_bytes),
                 (dynamic_shared_bytes), (local_bytes_per_thread), (blocks_per_sm), (count))

/// Without the throttle reasons, which are rows of their own.
ROOFLENS_COLUMNS(ClockSample, (sm_clock_hz, sm), (memory_clock_hz, memory), (power_watts), (temperature_celsius))

ROOFLENS_COLUMNS(CounterValue, (value), (samples), (min), (max), (pass), (source))

/// Without the instructions, which are rows of their own.
ROOFLENS_COLUMNS(FunctionProfile, (name, function), (machine_id, machine), (process_id, process), (counted_launches),
                 (kernel))

/// Without the values, which are rows of their own.
ROOFLENS_COLUMNS(Instruction, (code_offset, offset), (file), (line))

/// Without the blocks, which are rows of their own.
ROOFLENS_COLUMNS(BlockTrace, (blocks_run), (sms_run), (span_ns))

ROOFLENS_COLUMNS(BlockEvent, (block), (sm), (warps), (start_ns), (end_ns))

/// Without the members, which are rows of their own.
ROOFLENS_COLUMNS(Family, (name), (note))

/// Without the published times, which are rows of their own.
ROOFLENS_COLUMNS(FamilyMember, (kernel), (change), (step), (peer))

ROOFLENS_COLUMNS(PublishedTime, (source), (board), (problem), (printed_s, printed), (kernel_only_s, kernel_only),
                 (remark))

ROOFLENS_COLUMNS(Refusal, (counter), (reason))

/// Without the operations, which are rows of their own.
ROOFLENS_COLUMNS(Work, (requested_read_bytes, requested.read), (requested_written_bytes, requested.written),
                 (ideal_l2_read_bytes, ideal_l2.read), (ideal_l2_written_bytes, ideal_l2.written),
                 (compulsory_read_bytes, compulsory.read), (compulsory_written_bytes, compulsory.written),
                 (in_flight_bytes_per_thread, in_flight_per_thread))

#undef ROOFLENS_COLUMNS

}  // namespace rooflens::session
