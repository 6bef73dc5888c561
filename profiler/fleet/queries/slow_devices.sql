-- GPUs below others of their kind: time for the same functions of the same jobs against the median (1.02: 2 % longer),
-- and measured roofs and links against theirs (of links of one kind, the slowest). `slow` is beyond 1 % and five times the
-- usual scatter.
WITH timed AS (
  SELECT f.job AS job, f.device AS device, d.name AS kind, f.function_id AS function_id,
         f.spent_ns / coalesce(f.all_instructions, f.calls) AS each_ns
  FROM functions AS f JOIN devices AS d ON d.rank_id = f.rank_id AND d.device = f.device
  WHERE f.waits = 0
), usual AS (
  SELECT job, kind, function_id, med(each_ns) AS usual_ns, count(DISTINCT device) AS n FROM timed
  GROUP BY job, kind, function_id
), of_kernels AS (
  SELECT t.kind AS kind, t.device AS device, 'kernels' AS measure, med(t.each_ns / u.usual_ns) AS ratio
  FROM timed AS t JOIN usual AS u ON u.job = t.job AND u.kind = t.kind AND u.function_id = t.function_id
  WHERE u.n >= 4 GROUP BY t.kind, t.device
), measured AS (
  SELECT d.name AS kind, r.device AS device, concat('roof ', r.resource) AS measure, max(r.rate) AS best
  FROM roofs AS r JOIN devices AS d ON d.rank_id = r.rank_id AND d.device = r.device
  WHERE r.source = 'measured' AND r.clock_basis = 'maximum' GROUP BY d.name, r.device, r.resource
  UNION ALL
  SELECT d.name AS kind, l.device AS device, concat('link ', l.kind, ' ', l.direction) AS measure,
         min(l.bytes_per_second) AS best
  FROM links AS l JOIN devices AS d ON d.rank_id = l.rank_id AND d.device = l.device
  GROUP BY d.name, l.device, l.kind, l.direction
), usual_roof AS (
  SELECT kind, measure, med(best) AS usual_best FROM measured GROUP BY kind, measure
), compared AS (
  SELECT kind, device, measure, ratio FROM of_kernels
  UNION ALL
  SELECT m.kind, m.device, m.measure, u.usual_best / m.best FROM measured AS m
  JOIN usual_roof AS u ON u.kind = m.kind AND u.measure = m.measure
), scatter AS (
  SELECT kind, measure, count(*) AS n, 1.4826 * med(abs(ratio - 1)) * (1 + 4.0 / count(*)) AS sigma
  FROM compared GROUP BY kind, measure
), ranked AS (
  SELECT c.kind AS kind, c.device AS device, c.measure AS measure, c.ratio AS ratio, s.sigma AS sigma, s.n AS n,
         row_number() OVER (PARTITION BY c.kind, c.measure ORDER BY c.ratio DESC, c.device) AS place
  FROM compared AS c JOIN scatter AS s ON s.kind = c.kind AND s.measure = c.measure WHERE s.n >= 4
)
SELECT kind AS gpu, device, measure, ratio AS time_ratio, 100 * sigma AS scatter_percent, whole(n) AS gpus,
       CASE WHEN ratio - 1 > 5 * sigma AND ratio > 1.01 THEN 'slow' ELSE 'within scatter' END AS verdict
FROM ranked WHERE place <= 5 ORDER BY gpu, measure, place;
