-- GPU hours in which no kernel ran, at least, by job; ranks whose launches or wall time are not all known are counted
-- as unknown.
SELECT d.job AS job, whole(count(*)) AS gpus_of_ranks, sum(dbl(r.wall_ns)) / 3.6e12 AS gpu_hours,
       sum(dbl(d.kernels_ns)) / 3.6e12 AS kernel_hours, sum(dbl(d.idle_ns)) / 3.6e12 AS idle_hours,
       100 * sum(dbl(d.idle_ns)) / sum(CASE WHEN d.idle_ns IS NULL THEN NULL ELSE dbl(r.wall_ns) END)
         AS idle_percent,
       whole(sum(CASE WHEN d.idle_ns IS NULL THEN 1 ELSE 0 END)) AS unknown
FROM devices AS d JOIN ranks AS r ON r.rank_id = d.rank_id
GROUP BY d.job ORDER BY idle_hours DESC NULLS LAST, d.job;
