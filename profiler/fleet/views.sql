-- What queries read, on every engine: each session once, though two writers may have added it to two parts at once.
CREATE OR REPLACE VIEW asked AS SELECT {job} AS job, {baseline} AS baseline;
CREATE OR REPLACE VIEW parts AS SELECT rank_id, min(part_id) AS part_id FROM stored_ranks GROUP BY rank_id;
CREATE OR REPLACE VIEW ranks AS SELECT * FROM stored_ranks WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW devices AS SELECT * FROM stored_devices WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW roofs AS SELECT * FROM stored_roofs WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW ranges AS SELECT * FROM stored_ranges WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW kernels AS SELECT * FROM stored_kernels WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW counters AS SELECT * FROM stored_counters WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW times AS SELECT * FROM stored_times WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW factors AS SELECT * FROM stored_factors WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
-- A function of a rank: all its geometries together, as if every launch had been timed.
CREATE OR REPLACE VIEW functions AS
SELECT job, host, rank, rank_id, device, function_id, min(kernel) AS name, sum(launches) AS calls,
       sum(dbl(time_ns) * launches / nullif(timed_launches, 0)) AS spent_ns,
       sum(CASE WHEN bound_by = 'dram' THEN 2.0 * time_ns ELSE 0.0 END) > sum(dbl(time_ns)) AS dram_bound,
       max(CASE WHEN lower(function) LIKE '%nccl%' OR lower(function) LIKE '%nvshmem%' THEN 1 ELSE 0 END) AS waits,
       sum(CASE WHEN throttled <> '' THEN dbl(time_ns) * launches / nullif(timed_launches, 0) ELSE 0.0 END)
         AS throttled_ns
FROM kernels GROUP BY job, host, rank, rank_id, device, function_id;
-- What counters say of them: warp instructions of all launches, as hardware or patched code counted them, and the mean
-- SM clock of those that were counted.
CREATE OR REPLACE VIEW function_counts AS
SELECT k.rank_id AS rank_id, k.device AS device, k.function_id AS function_id,
       coalesce(
         sum(CASE WHEN c.counter = 'smsp__inst_executed.sum' THEN dbl(c.total) / c.counted * k.launches END),
         sum(CASE WHEN c.counter = 'smsp__sass_inst_executed.sum' THEN dbl(c.total) / c.counted * k.launches END))
         AS instructions,
       sum(CASE WHEN c.counter = 'sm__cycles_elapsed.avg.per_second' THEN dbl(c.total) END) /
         sum(CASE WHEN c.counter = 'sm__cycles_elapsed.avg.per_second' THEN c.counted END) AS clock_hz
FROM counters AS c JOIN kernels AS k ON k.rank_id = c.rank_id AND k.device = c.device AND k.kernel_id = c.kernel_id
WHERE c.counter IN ('smsp__inst_executed.sum', 'smsp__sass_inst_executed.sum', 'sm__cycles_elapsed.avg.per_second')
GROUP BY k.rank_id, k.device, k.function_id;
