-- The slowest ranks of each job, and why. A rank's excess is its time beyond the median of the ranks that ran the same
-- functions, and that its GPU idled more; time in collectives is left out: there a rank waits for others. It is `slow`
-- beyond 1 % and five times the usual scatter. Parts: work (warp instructions), clock (SM clock of what DRAM does not
-- bound; throttling where the driver says that it lowered it for more of the time than is usual), dram (what DRAM
-- bounds), host (idle GPU); what they leave is unexplained. A rank that is slow only with its time in collectives has the
-- cause waiting: for others, or for its link.
WITH per_function AS (
  SELECT job, host, rank, rank_id, function_id, spent_ns, dram_bound, waits, throttled_ns,
         all_instructions AS instructions, mean_hz AS clock_hz
  FROM functions
), usual AS (
  SELECT job, function_id, med(spent_ns) AS usual_ns, med(instructions) AS usual_instructions, med(clock_hz) AS usual_hz
  FROM per_function WHERE waits = 0 GROUP BY job, function_id
), of_kernels AS (
  SELECT p.job AS job, p.rank_id AS rank_id, sum(CASE WHEN p.waits = 0 THEN p.spent_ns END) AS own_ns,
         sum(CASE WHEN p.waits = 1 THEN p.spent_ns END) AS waited_ns, sum(p.spent_ns - u.usual_ns) AS more_ns,
         sum(u.usual_ns * (coalesce(p.instructions / nullif(u.usual_instructions, 0), 1.0) - 1)) AS work_ns,
         sum(CASE WHEN p.dram_bound THEN 0.0
                  ELSE u.usual_ns * coalesce(p.instructions / nullif(u.usual_instructions, 0), 1.0) *
                       (coalesce(u.usual_hz / nullif(p.clock_hz, 0), 1.0) - 1) END) AS clock_ns,
         sum(CASE WHEN p.dram_bound
                  THEN p.spent_ns - u.usual_ns * coalesce(p.instructions / nullif(u.usual_instructions, 0), 1.0)
                  ELSE 0.0 END) AS dram_ns,
         sum(CASE WHEN p.waits = 0 THEN p.throttled_ns END) AS throttled_ns
  FROM per_function AS p LEFT JOIN usual AS u ON u.job = p.job AND u.function_id = p.function_id
  GROUP BY p.job, p.rank_id
), idle AS (
  SELECT job, rank_id, sum(dbl(idle_ns)) AS idle_ns FROM devices GROUP BY job, rank_id
), usual_idle AS (
  SELECT job, med(idle_ns) AS usual_idle_ns FROM idle GROUP BY job
), excess AS ( -- twice: of its own (0), and with what it spent in collectives (1)
  SELECT k.job AS job, w.waiting AS waiting, k.rank_id AS rank_id, k.own_ns AS own_ns, k.work_ns AS work_ns,
         k.clock_ns AS clock_ns, k.dram_ns AS dram_ns, k.more_ns - k.work_ns - k.clock_ns - k.dram_ns AS rest_ns,
         i.idle_ns - u.usual_idle_ns AS host_ns, k.throttled_ns AS throttled_ns, k.waited_ns AS waited_ns,
         k.more_ns + coalesce(i.idle_ns - u.usual_idle_ns, 0.0) + w.waiting * coalesce(k.waited_ns, 0.0) AS excess_ns
  FROM of_kernels AS k CROSS JOIN (SELECT 0 AS waiting UNION ALL SELECT 1 AS waiting) AS w
  LEFT JOIN idle AS i ON i.rank_id = k.rank_id LEFT JOIN usual_idle AS u ON u.job = k.job
), placed AS ( -- medians by place, so that no engine computes what is above more than once
  SELECT e.*, count(*) OVER (PARTITION BY e.job, e.waiting) AS n,
         row_number() OVER (PARTITION BY e.job, e.waiting ORDER BY e.excess_ns, e.rank_id) AS at,
         row_number() OVER (PARTITION BY e.job, e.waiting ORDER BY coalesce(e.waited_ns, 0.0), e.rank_id) AS at_waited,
         row_number() OVER (PARTITION BY e.job, e.waiting ORDER BY e.throttled_ns, e.rank_id) AS at_throttled
  FROM excess AS e
), centred AS (
  SELECT p.*, avg(CASE WHEN 2 * p.at BETWEEN p.n AND p.n + 2 THEN p.excess_ns END) OVER (PARTITION BY p.job, p.waiting)
           AS middle_ns,
         avg(CASE WHEN 2 * p.at_waited BETWEEN p.n AND p.n + 2 THEN coalesce(p.waited_ns, 0.0) END)
           OVER (PARTITION BY p.job, p.waiting) AS usual_waited_ns,
         avg(CASE WHEN 2 * p.at_throttled BETWEEN p.n AND p.n + 2 THEN p.throttled_ns END)
           OVER (PARTITION BY p.job, p.waiting) AS usual_throttled_ns
  FROM placed AS p
), far AS (
  SELECT c.*, abs(c.excess_ns - c.middle_ns) AS off_ns,
         row_number() OVER (PARTITION BY c.job, c.waiting ORDER BY abs(c.excess_ns - c.middle_ns), c.rank_id) AS at_off
  FROM centred AS c
), judged AS (
  SELECT f.*, f.excess_ns - f.middle_ns AS over_ns, f.throttled_ns - f.usual_throttled_ns AS throttled_over_ns,
         f.waited_ns - f.usual_waited_ns AS waits_ns, greatest(0.01 * f.own_ns, 5 * 1.4826 * (1 + 4.0 / f.n) *
           avg(CASE WHEN 2 * f.at_off BETWEEN f.n AND f.n + 2 THEN f.off_ns END) OVER (PARTITION BY f.job, f.waiting))
           AS most_usual_ns,
         greatest(f.work_ns, f.clock_ns, f.dram_ns, coalesce(f.host_ns, 0.0), f.rest_ns) AS most_ns
  FROM far AS f
), told AS ( -- a row a rank: with what it waited only where it is slow with that alone
  SELECT j.*, max(CASE WHEN j.waiting = 0 AND j.over_ns > j.most_usual_ns THEN 1 ELSE 0 END)
                OVER (PARTITION BY j.job, j.rank_id) AS slow_itself,
         max(CASE WHEN j.waiting = 1 AND j.n >= 4 AND j.over_ns > j.most_usual_ns AND j.waits_ns > j.most_ns THEN 1
                  ELSE 0 END) OVER (PARTITION BY j.job, j.rank_id) AS slow_by_waiting
  FROM judged AS j
), ranked AS (
  SELECT t.*, row_number() OVER (PARTITION BY t.job ORDER BY t.over_ns DESC, t.rank_id) AS place
  FROM told AS t WHERE t.waiting = CASE WHEN t.slow_itself = 0 THEN t.slow_by_waiting ELSE 0 END
)
SELECT x.job AS job, r.rank AS rank, r.host AS host, 100 * x.over_ns / x.own_ns AS excess_percent,
       CASE WHEN x.n < 4 THEN 'too few ranks' WHEN x.over_ns > x.most_usual_ns THEN 'slow' ELSE 'within scatter' END
         AS verdict,
       CASE WHEN x.n < 4 OR x.over_ns <= x.most_usual_ns THEN NULL WHEN x.waiting = 1 THEN 'waiting'
            WHEN x.most_ns = x.work_ns THEN 'work' WHEN x.most_ns = x.dram_ns THEN 'dram'
            WHEN x.most_ns = x.host_ns THEN 'host' WHEN x.most_ns = x.rest_ns THEN 'unexplained'
            WHEN x.throttled_over_ns > 0.01 * x.own_ns THEN 'throttling' ELSE 'clock' END AS cause,
       100 * CASE WHEN x.waiting = 1 THEN x.waits_ns ELSE x.most_ns END / nullif(x.over_ns, 0) AS cause_percent,
       x.work_ns / 1e9 AS work_s, x.clock_ns / 1e9 AS clock_s, x.dram_ns / 1e9 AS dram_s, x.host_ns / 1e9 AS host_s,
       x.rest_ns / 1e9 AS unexplained_s, x.waited_ns / 1e9 AS waiting_s
FROM ranked AS x JOIN ranks AS r ON r.rank_id = x.rank_id
WHERE x.place <= 5 ORDER BY x.job, x.place;
