-- The tables of a store, schema 2: names, types, units. Each part of a store holds each as one Parquet file, with job,
-- host and part_id (which export wrote it) before these columns. NULL: not known, never zero. Everything but roofs, links
-- and devices can be added up over launches, ranks and jobs; time_ns / timed_launches is a mean time, total / counted a
-- mean count. A change here raises kSchemaVersion, and a column never changes its meaning.

-- One process of a job.
CREATE TABLE ranks (
  rank INTEGER, -- of the job, 0 to world - 1
  rank_id BIGINT, -- of this process of this session in this job; joins all tables
  session VARCHAR, -- SHA-256 of the session's contents
  process INTEGER, -- of several in one session
  world INTEGER, -- ranks of the job; NULL: its launcher does not say
  launcher VARCHAR,
  pid BIGINT,
  command VARCHAR,
  started_utc VARCHAR, -- by the clock of its host
  wall_ns BIGINT,
  tool_version VARCHAR,
  kind VARCHAR, -- 'recorded' or 'simulated'
  altered BOOLEAN -- since it was recorded; NULL: the session has no digest
);

-- A GPU and what a process did on it.
CREATE TABLE devices (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR, -- UUID, or host and PCI bus id
  name VARCHAR,
  chip VARCHAR,
  sm_count INTEGER,
  memory_bytes BIGINT,
  sm_clock_maximum_hz BIGINT,
  power_limit_watts DOUBLE,
  driver_version VARCHAR,
  kernels BIGINT, -- rows in kernels
  kernels_ns BIGINT, -- time of all launches; of those that ran at once, each counts
  idle_ns BIGINT -- wall time in which no kernel ran, at least; NULL: launches or the wall time are not all known
);

-- What the report of the session judges by: every roof of the GPU.
CREATE TABLE roofs (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  resource VARCHAR, -- 'dram', 'fp32', 'issue', ...
  unit VARCHAR, -- of rate: 'B/s', 'FLOP/s', ...
  rate DOUBLE,
  source VARCHAR, -- 'measured', 'counter_peak', 'theoretical', 'user'
  clock_basis VARCHAR, -- 'maximum' or 'during_run'
  clock_hz DOUBLE,
  spread DOUBLE -- relative half-width, where measured
);

-- Copies between the GPU and its host or another GPU, as `rooflens ceilings` timed them. Parts of schema 1 have no links.
CREATE TABLE links (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  peer VARCHAR, -- 'host', or the UUID of a GPU
  kind VARCHAR, -- 'pcie', 'nvlink', 'peer_access', 'through_host', 'unknown'
  direction VARCHAR, -- 'to_peer', 'from_peer', 'both' (at once: bytes of both)
  bytes_per_second DOUBLE, -- of the size that is fastest
  spread DOUBLE, -- relative, half the interquartile range
  latency_ns DOUBLE -- latency x bytes_per_second is the size that reaches half of it
);

-- NVTX ranges and graphs: sums over kernels.
CREATE TABLE ranges (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  range VARCHAR,
  launches BIGINT, -- kernels launched in it
  time_ns BIGINT -- of these kernels
);

-- A kernel of a process on a GPU.
CREATE TABLE kernels (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  kernel_id BIGINT, -- of function, geometry and parameters: the same in every session
  function_id BIGINT, -- of function alone
  kernel VARCHAR, -- short name, without what tells geometries apart
  function VARCHAR,
  geometry VARCHAR,
  launches BIGINT,
  timed_launches BIGINT,
  time_ns BIGINT, -- of timed_launches
  kept_times BIGINT, -- durations behind the rows in times; fewer than timed_launches: a random sample of them
  counted_launches BIGINT,
  flop DOUBLE, -- of all launches, from formula or counted
  dram_bytes DOUBLE, -- the same
  l2_bytes DOUBLE,
  instructions DOUBLE, -- warp instructions of all launches, counted
  clock_hz DOUBLE, -- mean SM clock of the counted launches
  roof_ns BIGINT, -- shortest time by the roofs, of timed_launches
  bound_by VARCHAR, -- 'dram', 'l2', 'l1', 'shared', 'compute', 'instructions', 'host', 'no_roof', 'unknown'
  recoverable_at_least_ns BIGINT, -- of all launches
  recoverable_at_most_ns BIGINT,
  throttled VARCHAR -- why clocks were lowered, ''  for no reason; NULL: not read
);

-- Hardware counters that are counts or rates a second; percentages and peaks follow from these and are left out.
CREATE TABLE counters (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  kernel_id BIGINT,
  counter VARCHAR,
  total BIGINT, -- sum over the counted launches, in the unit that the counter's name states
  counted BIGINT -- launches
);

-- Histograms of kept durations. Bin b holds those of 1.02^(b - 0.5) to 1.02^(b + 0.5) ns: quantiles to 1 %.
CREATE TABLE times (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  kernel_id BIGINT,
  bin INTEGER,
  count BIGINT
);

-- Why a kernel takes longer than its roof: measured time / roof time is the product of its factors.
CREATE TABLE factors (
  rank INTEGER,
  rank_id BIGINT,
  device VARCHAR,
  kernel_id BIGINT,
  factor VARCHAR, -- 'latency', 'sm-clock', 'unexplained', ... as in `rooflens report --format json`
  value DOUBLE
);
