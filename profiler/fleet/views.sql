-- What queries read, on every engine: each session once, though two writers may have added it to two parts at once.
CREATE OR REPLACE VIEW asked AS SELECT {job} AS job, {baseline} AS baseline;
CREATE OR REPLACE VIEW parts AS SELECT rank_id, min(part_id) AS part_id FROM stored_ranks GROUP BY rank_id;
CREATE OR REPLACE VIEW ranks AS SELECT * FROM stored_ranks WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW devices AS SELECT * FROM stored_devices WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW roofs AS SELECT * FROM stored_roofs WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW links AS SELECT * FROM stored_links WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW ranges AS SELECT * FROM stored_ranges WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW kernels AS SELECT * FROM stored_kernels WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW counters AS SELECT * FROM stored_counters WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW times AS SELECT * FROM stored_times WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
CREATE OR REPLACE VIEW factors AS SELECT * FROM stored_factors WHERE (rank_id, part_id) IN (SELECT rank_id, part_id FROM parts);
-- A function of a rank: all its geometries together, as if every launch had been timed; `waits`: it is known by its name
-- as one of NCCL, NVSHMEM, vLLM, DeepEP or PyTorch's symmetric memory that waits for other ranks. Instructions are known where those
-- of every geometry are.
CREATE OR REPLACE VIEW functions AS
SELECT job, host, rank, rank_id, device, function_id, min(kernel) AS name, sum(launches) AS calls,
       sum(dbl(time_ns) * launches / nullif(timed_launches, 0)) AS spent_ns,
       CASE WHEN count(instructions) = count(*) THEN sum(instructions) END AS all_instructions,
       sum(clock_hz * time_ns) / sum(CASE WHEN clock_hz IS NULL THEN NULL ELSE dbl(time_ns) END) AS mean_hz,
       sum(CASE WHEN bound_by = 'dram' THEN 2.0 * time_ns ELSE 0.0 END) > sum(dbl(time_ns)) AS dram_bound,
       max(CASE WHEN lower(function) LIKE '%nccl%' OR lower(function) LIKE '%nvshmem%' OR
                     lower(function) LIKE '%cross_device_reduce%' OR lower(function) LIKE '%shot_all_reduce%' OR
                     lower(function) LIKE '%multimem%' OR lower(function) LIKE '%deep_ep%' THEN 1 ELSE 0 END) AS waits,
       sum(CASE WHEN throttled <> '' THEN dbl(time_ns) * launches / nullif(timed_launches, 0) ELSE 0.0 END)
         AS throttled_ns
FROM kernels GROUP BY job, host, rank, rank_id, device, function_id;
