-- Quantiles of the durations of single launches, by function over all ranks, within 1 %: bins of the ranks added up,
-- each standing for as many launches as its kernel had for each kept duration.
WITH binned AS (
  SELECT k.job AS job, k.function_id AS function_id, t.bin AS bin, min(k.kernel) AS name,
         sum(dbl(t.count) * k.timed_launches / k.kept_times) AS launches,
         sum(CASE WHEN k.timed_launches > k.kept_times THEN 1 ELSE 0 END) AS sampled
  FROM times AS t JOIN kernels AS k ON k.rank_id = t.rank_id AND k.device = t.device AND k.kernel_id = t.kernel_id
  GROUP BY k.job, k.function_id, t.bin
), running AS (
  SELECT job, function_id, name, bin, sampled, launches,
         sum(launches) OVER (PARTITION BY job, function_id ORDER BY bin) AS below,
         sum(launches) OVER (PARTITION BY job, function_id) AS total,
         sum(launches) OVER (PARTITION BY job, function_id) * (1 - 1e-9) AS bound -- sums in another order reach it too
  FROM binned
), found AS (
  SELECT job, function_id, min(name) AS kernel, max(total) AS sum_of_all, sum(pow(1.02, bin) * launches) AS all_ns,
         pow(1.02, min(CASE WHEN below >= 0.5 * bound THEN bin END)) AS p50_ns,
         pow(1.02, min(CASE WHEN below >= 0.95 * bound THEN bin END)) AS p95_ns,
         pow(1.02, min(CASE WHEN below >= 0.99 * bound THEN bin END)) AS p99_ns,
         pow(1.02, max(bin)) AS max_ns, max(sampled) AS samples
  FROM running GROUP BY job, function_id
), ranked AS (
  SELECT f.*, row_number() OVER (PARTITION BY f.job ORDER BY f.all_ns DESC, f.function_id) AS place FROM found AS f
)
SELECT job, kernel, sum_of_all AS launches, p50_ns / 1e3 AS p50_us, p95_ns / 1e3 AS p95_us, p99_ns / 1e3 AS p99_us,
       max_ns / 1e3 AS longest_kept_us, CASE WHEN samples > 0 THEN 'sampled' ELSE 'every launch' END AS durations
FROM ranked WHERE place <= 20 ORDER BY job, place;
