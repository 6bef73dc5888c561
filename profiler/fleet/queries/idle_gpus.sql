-- GPU hours in which no kernel ran, at least, by job; ranks whose launches or wall time are not all known are counted
-- as unknown.
SELECT d.job AS job, CAST(count(*) AS BIGINT) AS gpus_of_ranks, sum(CAST(r.wall_ns AS DOUBLE)) / 3.6e12 AS gpu_hours,
       sum(CAST(d.kernels_ns AS DOUBLE)) / 3.6e12 AS kernel_hours, sum(CAST(d.idle_ns AS DOUBLE)) / 3.6e12 AS idle_hours,
       100 * sum(CAST(d.idle_ns AS DOUBLE)) / sum(CASE WHEN d.idle_ns IS NULL THEN NULL ELSE CAST(r.wall_ns AS DOUBLE) END)
         AS idle_percent,
       CAST(sum(CASE WHEN d.idle_ns IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unknown
FROM devices AS d JOIN ranks AS r ON r.rank_id = d.rank_id
GROUP BY d.job ORDER BY idle_hours DESC NULLS LAST, job;
