-- The slowest ranks of each job, and why. A rank's excess is its time beyond the median of the ranks that ran the same
-- functions, and that its GPU idled more; time in collectives is left out: there a rank waits for others. It is `slow`
-- beyond 1 % and five times the usual scatter. Parts: work (warp instructions), clock (SM clock of what DRAM does not
-- bound; throttling where the driver says that it lowered it for more of the time than is usual), dram (what DRAM
-- bounds), host (idle GPU); what they leave is unexplained.
WITH per_function AS (
  SELECT job, host, rank, rank_id, function_id, spent_ns, dram_bound, waits, throttled_ns,
         all_instructions AS instructions, mean_hz AS clock_hz
  FROM functions
), usual AS (
  SELECT job, function_id, med(spent_ns) AS usual_ns, med(instructions) AS usual_instructions, med(clock_hz) AS usual_hz
  FROM per_function WHERE waits = 0 GROUP BY job, function_id
), compared AS (
  SELECT p.job AS job, p.rank_id AS rank_id, p.dram_bound AS dram_bound, p.spent_ns AS spent_ns, u.usual_ns AS usual_ns,
         coalesce(p.instructions / nullif(u.usual_instructions, 0), 1.0) AS work_ratio,
         coalesce(u.usual_hz / nullif(p.clock_hz, 0), 1.0) AS clock_ratio, p.throttled_ns AS throttled_ns
  FROM per_function AS p JOIN usual AS u ON u.job = p.job AND u.function_id = p.function_id
  WHERE p.waits = 0
), of_kernels AS (
  SELECT job, rank_id, sum(spent_ns) AS own_ns, sum(spent_ns - usual_ns) AS more_ns,
         sum(usual_ns * (work_ratio - 1)) AS work_ns,
         sum(CASE WHEN dram_bound THEN 0.0 ELSE usual_ns * work_ratio * (clock_ratio - 1) END) AS clock_ns,
         sum(CASE WHEN dram_bound THEN spent_ns - usual_ns * work_ratio ELSE 0.0 END) AS dram_ns,
         sum(throttled_ns) AS throttled_ns
  FROM compared GROUP BY job, rank_id
), idle AS (
  SELECT job, rank_id, sum(dbl(idle_ns)) AS idle_ns FROM devices GROUP BY job, rank_id
), usual_idle AS (
  SELECT job, med(idle_ns) AS usual_idle_ns FROM idle GROUP BY job
), waiting AS (
  SELECT rank_id, sum(spent_ns) AS waited_ns FROM per_function WHERE waits = 1 GROUP BY rank_id
), excess AS (
  SELECT k.job AS job, k.rank_id AS rank_id, k.own_ns AS own_ns, k.work_ns AS work_ns, k.clock_ns AS clock_ns,
         k.dram_ns AS dram_ns, k.more_ns - k.work_ns - k.clock_ns - k.dram_ns AS rest_ns,
         i.idle_ns - u.usual_idle_ns AS host_ns, k.more_ns + coalesce(i.idle_ns - u.usual_idle_ns, 0.0) AS excess_ns,
         k.throttled_ns AS throttled_ns
  FROM of_kernels AS k LEFT JOIN idle AS i ON i.rank_id = k.rank_id LEFT JOIN usual_idle AS u ON u.job = k.job
), centre AS (
  SELECT job, count(*) AS n, med(excess_ns) AS middle_ns, med(throttled_ns) AS usual_throttled_ns FROM excess GROUP BY job
), scatter AS (
  SELECT e.job AS job, max(c.n) AS n, max(c.middle_ns) AS middle_ns,
         max(c.usual_throttled_ns) AS usual_throttled_ns,
         1.4826 * med(abs(e.excess_ns - c.middle_ns)) * (1 + 4.0 / max(c.n)) AS sigma_ns
  FROM excess AS e JOIN centre AS c ON c.job = e.job GROUP BY e.job
), ranked AS (
  SELECT e.*, s.n AS n, s.sigma_ns AS sigma_ns,
         e.throttled_ns - s.usual_throttled_ns AS throttled_over_ns, e.excess_ns - s.middle_ns AS over_ns,
         row_number() OVER (PARTITION BY e.job ORDER BY e.excess_ns DESC, e.rank_id) AS place,
         greatest(e.work_ns, e.clock_ns, e.dram_ns, coalesce(e.host_ns, 0.0), e.rest_ns) AS most_ns
  FROM excess AS e JOIN scatter AS s ON s.job = e.job
)
SELECT x.job AS job, r.rank AS rank, r.host AS host, 100 * x.over_ns / x.own_ns AS excess_percent,
       CASE WHEN x.n < 4 THEN 'too few ranks' WHEN x.over_ns > 5 * x.sigma_ns AND x.over_ns > 0.01 * x.own_ns THEN 'slow'
            ELSE 'within scatter' END AS verdict,
       CASE WHEN x.n < 4 OR x.over_ns <= 5 * x.sigma_ns OR x.over_ns <= 0.01 * x.own_ns THEN NULL
            WHEN x.most_ns = x.work_ns THEN 'work' WHEN x.most_ns = x.dram_ns THEN 'dram'
            WHEN x.most_ns = x.host_ns THEN 'host' WHEN x.most_ns = x.rest_ns THEN 'unexplained'
            WHEN x.throttled_over_ns > 0.01 * x.own_ns THEN 'throttling' ELSE 'clock' END AS cause,
       100 * x.most_ns / nullif(x.over_ns, 0) AS cause_percent, x.work_ns / 1e9 AS work_s, x.clock_ns / 1e9 AS clock_s,
       x.dram_ns / 1e9 AS dram_s, x.host_ns / 1e9 AS host_s, x.rest_ns / 1e9 AS unexplained_s, w.waited_ns / 1e9 AS waiting_s
FROM ranked AS x JOIN ranks AS r ON r.rank_id = x.rank_id LEFT JOIN waiting AS w ON w.rank_id = x.rank_id
WHERE x.place <= 5 ORDER BY x.job, x.place;
