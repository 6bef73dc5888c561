-- The job's roofline: its kernels that take most time, with rate, intensity, share of the roof, and the spread over
-- ranks from the 10th to the 90th percentile.
WITH of_rank AS (
  SELECT job, rank_id, function_id, min(kernel) AS name, sum(launches) AS calls,
         sum(dbl(time_ns) * launches / nullif(timed_launches, 0)) AS spent_ns,
         sum(flop) AS flops, sum(dram_bytes) AS dram,
         sum(CASE WHEN roof_ns IS NULL THEN NULL ELSE dbl(time_ns) END) AS judged_ns,
         sum(dbl(roof_ns)) AS shortest_ns,
         sum(CASE WHEN flop IS NULL THEN NULL ELSE dbl(time_ns) * launches / nullif(timed_launches, 0) END) AS flop_ns,
         sum(CASE WHEN dram_bytes IS NULL THEN NULL ELSE dbl(time_ns) * launches / nullif(timed_launches, 0) END)
           AS dram_ns,
         max(CASE WHEN bound_by = 'unknown' THEN '' ELSE bound_by END) AS bound
  FROM kernels GROUP BY job, rank_id, function_id
), of_job AS (
  SELECT job, function_id, min(name) AS kernel, count(*) AS n, sum(calls) AS launches, sum(spent_ns) AS all_ns,
         sum(flops) / sum(flop_ns) * 1e9 AS flop_rate, sum(dram) / sum(dram_ns) * 1e9 AS dram_rate,
         sum(flops) / nullif(sum(CASE WHEN flops IS NULL THEN NULL ELSE dram END), 0) AS intensity,
         100 * sum(shortest_ns) / sum(judged_ns) AS of_roof, 100 * low(shortest_ns / judged_ns) AS of_roof_low,
         100 * high(shortest_ns / judged_ns) AS of_roof_high, max(bound) AS bound,
         100 * (high(spent_ns / calls) - low(spent_ns / calls)) / med(spent_ns / calls) AS spread
  FROM of_rank GROUP BY job, function_id
), ranked AS (
  SELECT o.*, 100 * o.all_ns / sum(o.all_ns) OVER (PARTITION BY o.job) AS share,
         row_number() OVER (PARTITION BY o.job ORDER BY o.all_ns DESC, o.function_id) AS place
  FROM of_job AS o
)
SELECT job, kernel, whole(n) AS ranks, whole(launches) AS launches, share AS time_percent,
       flop_rate / 1e12 AS tflop_per_s, dram_rate / 1e9 AS dram_gb_per_s, intensity AS flop_per_byte, of_roof AS roof_percent,
       of_roof_low AS roof_percent_p10, of_roof_high AS roof_percent_p90, nullif(bound, '') AS bound_by,
       spread AS time_spread_percent
FROM ranked WHERE place <= 20 ORDER BY job, place;
