-- The jobs of the store: ranks that are there, missing or twice, hosts, GPUs, versions of rooflens, and whether data is simulated or altered.
WITH by_rank AS (
  SELECT job, rank, count(*) AS processes, max(world) AS ranks_of_job, max(host) AS of_host FROM ranks GROUP BY job, rank
), of_job AS (
  SELECT job, count(*) AS present, max(ranks_of_job) AS expected, sum(CASE WHEN processes > 1 THEN 1 ELSE 0 END) AS twice
  FROM by_rank GROUP BY job
), seen AS (
  SELECT job, count(DISTINCT host) AS hosts, min(started_utc) AS started, count(DISTINCT tool_version) AS versions,
         sum(CASE WHEN kind = 'simulated' THEN 1 ELSE 0 END) AS simulated, sum(CASE WHEN altered THEN 1 ELSE 0 END) AS altered
  FROM ranks GROUP BY job
), gpus AS (
  SELECT job, count(DISTINCT device) AS gpu_count, min(name) AS gpu, sum(dbl(kernels_ns)) / 3.6e12 AS hours
  FROM devices GROUP BY job
)
SELECT o.job AS job, whole(o.present) AS ranks, whole(o.expected - o.present) AS missing_ranks,
       whole(o.twice) AS ranks_twice, whole(s.hosts) AS hosts, whole(g.gpu_count) AS gpus,
       g.gpu AS gpu, s.started AS started_utc, g.hours AS kernel_hours, whole(s.simulated) AS simulated_ranks,
       whole(s.altered) AS altered_ranks, whole(s.versions) AS tool_versions
FROM of_job AS o JOIN seen AS s ON s.job = o.job LEFT JOIN gpus AS g ON g.job = o.job
ORDER BY o.job;
