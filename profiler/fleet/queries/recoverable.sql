-- GPU time that kernels could save, over all ranks: at least by the most promising advice, at most at their roofs.
-- Ranks of which nothing is known are counted, not guessed. Factors: what the gap to the roof is made of, as the mean of
-- their logarithms weighted by time.
WITH of_function AS (
  SELECT job, function_id, min(kernel) AS name, count(*) AS n, sum(dbl(recoverable_at_least_ns)) AS least_ns,
         sum(dbl(recoverable_at_most_ns)) AS most_ns,
         sum(CASE WHEN recoverable_at_most_ns IS NULL THEN 1 ELSE 0 END) AS unknown
  FROM kernels GROUP BY job, function_id
), weighted AS (
  SELECT k.job AS job, k.function_id AS function_id, f.factor AS factor,
         sum(ln(f.value) * k.time_ns) AS log_sum, sum(dbl(k.time_ns)) AS weight
  FROM factors AS f JOIN kernels AS k ON k.rank_id = f.rank_id AND k.device = f.device AND k.kernel_id = f.kernel_id
  WHERE f.value > 0 GROUP BY k.job, k.function_id, f.factor
), largest AS (
  SELECT job, function_id, factor, exp(log_sum / weight) AS size,
         row_number() OVER (PARTITION BY job, function_id ORDER BY log_sum / weight DESC, factor) AS place
  FROM weighted WHERE weight > 0
), ranked AS (
  SELECT o.*, row_number() OVER (PARTITION BY o.job ORDER BY coalesce(o.most_ns, 0) DESC, o.function_id) AS place
  FROM of_function AS o
)
SELECT r.job AS job, r.name AS kernel, r.least_ns / 1e9 AS at_least_s, r.most_ns / 1e9 AS at_most_s,
       l.factor AS largest_factor, l.size AS factor_size, whole(r.n) AS kernels, whole(r.unknown) AS unknown
FROM ranked AS r LEFT JOIN largest AS l ON l.job = r.job AND l.function_id = r.function_id AND l.place = 1
WHERE r.place <= 20 ORDER BY r.job, r.place;
