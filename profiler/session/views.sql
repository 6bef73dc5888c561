-- Views for people and for pandas: names joined, units as people say them (GB = 1e9 bytes). rooflens never reads them.

CREATE VIEW kernel_summary AS
WITH ranked AS (
  SELECT kernel_id, duration_s,
         row_number() OVER (PARTITION BY kernel_id ORDER BY duration_s) AS place,
         count(*) OVER (PARTITION BY kernel_id) AS repetitions
  FROM duration
), timing AS (
  SELECT kernel_id, max(repetitions) AS repetitions, min(duration_s) * 1e9 AS minimum_duration_ns,
         avg(duration_s) FILTER (WHERE place IN ((repetitions + 1) / 2, (repetitions + 2) / 2)) * 1e9
           AS median_duration_ns,
         max(duration_s) * 1e9 AS maximum_duration_ns
  FROM ranked GROUP BY kernel_id
)
SELECT kernel.id AS kernel_id, kernel.name, kernel.scope, machine.name AS device, process.rank, kernel.launches_made,
       kernel.launches_observed, kernel.replay, kernel.total_time_s * 1e9 AS total_time_ns, kernel.timed_launches,
       coalesce(timing.repetitions, 0) AS repetitions, timing.median_duration_ns,
       timing.minimum_duration_ns, timing.maximum_duration_ns, kernel.cache, kernel.verification,
       kernel.verification_detail,
       (SELECT count(*) FROM counter WHERE counter.kernel_id = kernel.id) AS counters,
       (SELECT count(*) FROM refusal WHERE refusal.kernel_id = kernel.id) AS refused_counters
FROM kernel
JOIN machine ON machine.id = kernel.machine_id
JOIN process ON process.id = kernel.process_id
LEFT JOIN timing ON timing.kernel_id = kernel.id;

CREATE VIEW kernel_duration AS
SELECT kernel.id AS kernel_id, kernel.name, duration.repetition, duration.duration_s * 1e9 AS duration_ns
FROM duration JOIN kernel ON kernel.id = duration.kernel_id;

CREATE VIEW kernel_counter AS
SELECT kernel.id AS kernel_id, kernel.name, counter.name AS counter, counter.value, counter.samples, counter.min,
       counter.max, counter.pass, counter.source
FROM counter JOIN kernel ON kernel.id = counter.kernel_id;

CREATE VIEW kernel_remark AS
SELECT kernel.id AS kernel_id, kernel.name, remark.text AS remark
FROM remark JOIN kernel ON kernel.id = remark.kernel_id;

CREATE VIEW run_note AS
SELECT note.level, note.topic, note.text, note.remedy, process.hostname, process.pid, process.rank
FROM note LEFT JOIN process ON process.id = note.process_id
ORDER BY note.ordinal;

CREATE VIEW machine_ceiling AS
SELECT machine.id AS machine_id, machine.name AS device, coalesce(ceiling.level, ceiling.precision) AS resource,
       ceiling.bytes_per_second / 1e9 AS gb_per_second,
       ceiling.operations_per_second / 1e9 AS giga_operations_per_second, ceiling.source, ceiling.clock_basis,
       ceiling.clock_hz / 1e6 AS clock_mhz, ceiling.clock_of, ceiling.power_watts,
       ceiling.spread * 100 AS spread_percent, ceiling.detail
FROM ceiling JOIN machine ON machine.id = ceiling.machine_id
UNION ALL
SELECT machine.id, machine.name, roof.pipe, NULL, roof.per_second / 1e9, roof.source, roof.clock_basis,
       roof.clock_hz / 1e6, roof.clock_of, roof.power_watts, roof.spread * 100, roof.detail
FROM instruction_ceiling AS roof JOIN machine ON machine.id = roof.machine_id;

CREATE VIEW machine_probe AS
SELECT machine.id AS machine_id, machine.name AS device, result.probe, result.value, result.unit,
       result.clock_hz / 1e6 AS clock_mhz, result.spread * 100 AS spread_percent, result.point,
       result.counted_share * 100 AS counted_percent, probe_run.measured_utc
FROM probe_result AS result
JOIN probe_run ON probe_run.machine_id = result.machine_id
JOIN machine ON machine.id = result.machine_id;

CREATE VIEW roofline_point_summary AS
SELECT kernel_id, name, level, operations_per_byte, operations_per_second / 1e9 AS giga_operations_per_second,
       bytes_per_second / 1e9 AS gb_per_second, ceiling_bytes_per_second / 1e9 AS ceiling_gb_per_second,
       fraction_of_ceiling * 100 AS percent_of_ceiling, binding, percent_of_roof, verification, demand
FROM roofline_point;
