-- Tables of a session that hold a machine's roofs; the rest is in schema.sql.

-- A roof of a memory level (level, bytes_per_second) or of a pipe (precision, operations_per_second).
CREATE TABLE ceiling (
  machine_id INTEGER NOT NULL REFERENCES machine (id),
  ordinal INTEGER NOT NULL,
  level TEXT CHECK (level IN ('shared', 'l1', 'l2', 'dram')),
  precision TEXT CHECK (precision IN ('fp64', 'fp32', 'fp16', 'bf16', 'int32', 'tensor_fp64', 'tensor_tf32',
                                      'tensor_bf16', 'tensor_fp16', 'tensor_fp8', 'tensor_int8')),
  bytes_per_second REAL CHECK (bytes_per_second > 0),
  operations_per_second REAL CHECK (operations_per_second > 0),
  source TEXT NOT NULL CHECK (source IN ('theoretical', 'counter_peak', 'measured', 'user')),
  clock_basis TEXT NOT NULL CHECK (clock_basis IN ('maximum', 'during_run', 'reached')),
  clock_hz REAL NOT NULL, -- 0: not known
  detail TEXT NOT NULL, -- the method
  spread REAL CHECK (spread >= 0),
  clock_of TEXT NOT NULL DEFAULT 'sm' CHECK (clock_of IN ('sm', 'l2', 'memory')),
  power_watts REAL CHECK (power_watts > 0), -- of the board while it was reached
  PRIMARY KEY (machine_id, ordinal),
  CHECK ((level IS NULL) <> (precision IS NULL)),
  CHECK ((level IS NULL) = (bytes_per_second IS NULL)),
  CHECK ((precision IS NULL) = (operations_per_second IS NULL))
) STRICT, WITHOUT ROWID;

-- A roof of what is neither: warp instructions (issue, lsu), results of threads (sfu, imad, alu), sectors (atomic), cycles
-- (atomic_slice), wavefronts (shared_atomic), launches.
CREATE TABLE instruction_ceiling (
  machine_id INTEGER NOT NULL REFERENCES machine (id),
  ordinal INTEGER NOT NULL,
  pipe TEXT NOT NULL CHECK (pipe IN ('issue', 'sfu', 'imad', 'alu', 'lsu', 'atomic', 'atomic_slice', 'shared_atomic',
                                       'launch')),
  per_second REAL NOT NULL CHECK (per_second > 0),
  source TEXT NOT NULL CHECK (source IN ('theoretical', 'counter_peak', 'measured', 'user')),
  clock_basis TEXT NOT NULL CHECK (clock_basis IN ('maximum', 'during_run', 'reached')),
  clock_hz REAL NOT NULL, -- 0: not known
  detail TEXT NOT NULL, -- the method
  spread REAL CHECK (spread >= 0),
  clock_of TEXT NOT NULL DEFAULT 'sm' CHECK (clock_of IN ('sm', 'l2', 'memory')),
  power_watts REAL CHECK (power_watts > 0), -- of the board while it was reached
  PRIMARY KEY (machine_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What loads in flight draw from DRAM: ((n b / latency_s)^-p + maximum_bytes_per_second^-p)^(-1/p) for n resident
-- threads with b bytes in flight each, where threads stay and only load. A thread's life adds turnover_s to the latency,
-- a byte written write_penalty_s_per_byte at the maximum. Errors are |ln(curve / measured)|, at the points of the fit and
-- at others.
CREATE TABLE latency_roof (
  machine_id INTEGER PRIMARY KEY REFERENCES machine (id),
  latency_s REAL NOT NULL CHECK (latency_s > 0),
  p REAL NOT NULL CHECK (p > 0),
  maximum_bytes_per_second REAL NOT NULL CHECK (maximum_bytes_per_second > 0),
  fitted_points INTEGER NOT NULL CHECK (fitted_points >= 0),
  fitted_median_error REAL NOT NULL CHECK (fitted_median_error >= 0),
  fitted_worst_error REAL NOT NULL CHECK (fitted_worst_error >= 0),
  held_out_points INTEGER NOT NULL CHECK (held_out_points >= 0),
  held_out_median_error REAL NOT NULL CHECK (held_out_median_error >= 0),
  held_out_worst_error REAL NOT NULL CHECK (held_out_worst_error >= 0),
  turnover_s REAL NOT NULL DEFAULT 0 CHECK (turnover_s >= 0),
  write_penalty_s_per_byte REAL NOT NULL DEFAULT 0 CHECK (write_penalty_s_per_byte >= 0)
) STRICT;

-- When `rooflens ceilings` measured the machine, and by which version. No row: not measured, or recorded before format 8.
CREATE TABLE probe_run (
  machine_id INTEGER PRIMARY KEY REFERENCES machine (id),
  measured_utc TEXT NOT NULL,
  tool_version TEXT NOT NULL
) STRICT;

-- What each probe reached at the best point of its design space, as measured; the ceilings above hold the best probe of
-- each resource.
CREATE TABLE probe_result (
  machine_id INTEGER NOT NULL REFERENCES probe_run (machine_id),
  ordinal INTEGER NOT NULL,
  probe TEXT NOT NULL, -- 'dram-read', 'launch-latency', ... as `rooflens ceilings --format json` calls them
  point TEXT NOT NULL, -- what won
  value REAL NOT NULL CHECK (value > 0),
  unit TEXT NOT NULL, -- of the value: 'B/s', 'FLOP/s', 's', ...
  clock_hz REAL NOT NULL CHECK (clock_hz >= 0), -- of the SMs meanwhile; 0: not known
  spread REAL NOT NULL CHECK (spread >= 0), -- relative, half-width
  processes INTEGER NOT NULL CHECK (processes >= 0),
  repetitions INTEGER NOT NULL CHECK (repetitions >= 0), -- in each process
  counted_share REAL CHECK (counted_share >= 0), -- what counters saw of the work that the value stands for
  power_watts REAL CHECK (power_watts > 0), -- of the board meanwhile
  PRIMARY KEY (machine_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe_refusal (
  machine_id INTEGER NOT NULL REFERENCES probe_run (machine_id),
  ordinal INTEGER NOT NULL,
  probe TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (machine_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Copies between the machine and its host or another GPU, as `rooflens ceilings` timed them. No row: not measured, or
-- recorded before format 13. Of both directions the bytes are counted together. A copy of n bytes takes about latency_s +
-- n / bytes_per_second.
CREATE TABLE link (
  machine_id INTEGER NOT NULL REFERENCES machine (id),
  ordinal INTEGER NOT NULL,
  peer TEXT NOT NULL, -- 'host', or the UUID of a GPU
  kind TEXT NOT NULL CHECK (kind IN ('unknown', 'pcie', 'nvlink', 'peer_access', 'through_host')),
  direction TEXT NOT NULL CHECK (direction IN ('to_peer', 'from_peer', 'both')),
  bytes_per_second REAL NOT NULL CHECK (bytes_per_second > 0), -- of the size that is fastest
  spread REAL NOT NULL CHECK (spread >= 0), -- relative, half the interquartile range
  repetitions INTEGER NOT NULL CHECK (repetitions >= 1),
  latency_s REAL CHECK (latency_s > 0), -- NULL: the times determine none
  PRIMARY KEY (machine_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE link_time (
  machine_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  bytes REAL NOT NULL CHECK (bytes > 0), -- of one copy
  time_s REAL NOT NULL CHECK (time_s > 0), -- median
  PRIMARY KEY (machine_id, ordinal, bytes),
  FOREIGN KEY (machine_id, ordinal) REFERENCES link (machine_id, ordinal)
) STRICT, WITHOUT ROWID;
