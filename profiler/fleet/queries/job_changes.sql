-- What changed from --baseline to --job: mean time of a launch by function, with noise from how ranks differ. `slower`
-- and `faster` are beyond 1 % and three standard errors.
WITH each AS (
  SELECT f.job AS job, f.function_id AS function_id, f.name AS name, f.spent_ns / f.calls AS each_ns, f.spent_ns AS spent_ns
  FROM functions AS f WHERE f.waits = 0
), centre AS (
  SELECT job, function_id, min(name) AS kernel, med(each_ns) AS each_ns, count(*) AS n, sum(spent_ns) AS all_ns FROM each
  GROUP BY job, function_id
), noise AS (
  SELECT e.job AS job, e.function_id AS function_id,
         1.4826 * med(abs(e.each_ns - c.each_ns)) * (1 + 4.0 / max(c.n)) / sqrt(max(c.n)) AS error_ns
  FROM each AS e JOIN centre AS c ON c.job = e.job AND c.function_id = e.function_id GROUP BY e.job, e.function_id
), both_jobs AS (
  SELECT c.job AS job, c.function_id AS function_id, c.kernel AS kernel, c.each_ns AS each_ns, c.n AS n,
         c.all_ns AS all_ns, 1.2533 * e.error_ns AS error_ns
  FROM centre AS c JOIN noise AS e ON e.job = c.job AND e.function_id = c.function_id
), pairs AS (
  SELECT coalesce(a.kernel, b.kernel) AS kernel, b.each_ns AS before_ns, a.each_ns AS after_ns,
         100 * (a.each_ns / b.each_ns - 1) AS change, 100 * sqrt(a.error_ns * a.error_ns + b.error_ns * b.error_ns) / b.each_ns AS noise,
         coalesce(a.n, 0) AS n_after, coalesce(b.n, 0) AS n_before, coalesce(a.all_ns, 0) + coalesce(b.all_ns, 0) AS weight
  FROM (SELECT * FROM both_jobs WHERE job = (SELECT job FROM asked)) AS a
  FULL JOIN (SELECT * FROM both_jobs WHERE job = (SELECT baseline FROM asked)) AS b ON a.function_id = b.function_id
)
SELECT kernel, before_ns / 1e3 AS before_us, after_ns / 1e3 AS after_us, change AS change_percent, noise AS noise_percent,
       CASE WHEN n_before = 0 THEN 'only in --job' WHEN n_after = 0 THEN 'only in --baseline'
            WHEN n_before < 4 OR n_after < 4 THEN 'too few ranks'
            WHEN abs(change) <= 1 OR abs(change) <= 3 * noise THEN 'within noise'
            WHEN change > 0 THEN 'slower' ELSE 'faster' END AS verdict
FROM pairs ORDER BY abs(coalesce(change, 0) * weight) DESC, kernel LIMIT 30;
