-- Tables of a rooflens session, format 13 (PRAGMA user_version). Values are held in base units, named by their column; an
-- absent value is NULL, never zero. Durations are kept in seconds, exactly as measured; views.sql shows nanoseconds.
-- A change here or in roofs.sql raises kFormatVersion and adds a step to migration.cpp; a default is what files of older
-- formats are read with.

CREATE TABLE provenance (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  tool_version TEXT NOT NULL,
  command TEXT NOT NULL,
  started_utc TEXT NOT NULL,
  hostname TEXT NOT NULL,
  operating_system TEXT NOT NULL,
  cupti_version TEXT NOT NULL,
  collector TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('recorded', 'simulated'))
) STRICT;

CREATE TABLE process (
  ordinal INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  hostname TEXT NOT NULL,
  pid INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  world INTEGER NOT NULL DEFAULT 1,
  launcher TEXT NOT NULL DEFAULT '',
  command TEXT NOT NULL DEFAULT '',
  wall_s REAL CHECK (wall_s >= 0), -- from when rooflens was loaded to the process's orderly end
  gap_launches INTEGER NOT NULL DEFAULT 0 CHECK (gap_launches >= 0), -- 0: not measured, or from before format 14
  gaps_measured_s REAL NOT NULL DEFAULT 0 CHECK (gaps_measured_s >= 0), -- stretches in which all kernels were recorded
  gaps_idle_s REAL NOT NULL DEFAULT 0 CHECK (gaps_idle_s >= 0), -- of it, no kernel ran
  gaps_around_tiny_s REAL NOT NULL DEFAULT 0 CHECK (gaps_around_tiny_s >= 0) -- of that, beside launches below 5 us
) STRICT;

-- What is to be known of the run, in the order it was said. process_id NULL: it is about no single process. No row:
-- nothing was said, or recorded before format 9, when it was not kept.
CREATE TABLE note (
  ordinal INTEGER PRIMARY KEY,
  level TEXT NOT NULL CHECK (level IN ('information', 'warning')),
  topic TEXT NOT NULL,
  text TEXT NOT NULL,
  remedy TEXT NOT NULL, -- empty: none is known
  process_id INTEGER REFERENCES process (id)
) STRICT;

CREATE TABLE machine (
  ordinal INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  uuid TEXT NOT NULL,
  pci_bus_id TEXT NOT NULL,
  chip TEXT NOT NULL,
  compute_capability_major INTEGER NOT NULL,
  compute_capability_minor INTEGER NOT NULL,
  sm_count INTEGER NOT NULL CHECK (sm_count >= 0), -- 0: not known, as in the columns below
  sm_clock_maximum_hz REAL NOT NULL,
  memory_clock_maximum_hz REAL NOT NULL,
  memory_bus_bits INTEGER NOT NULL,
  memory_bytes REAL NOT NULL,
  l2_bytes REAL NOT NULL,
  shared_per_sm_bytes REAL NOT NULL,
  shared_per_block_optin_bytes REAL NOT NULL,
  shared_reserved_per_block_bytes REAL NOT NULL,
  registers_per_sm INTEGER NOT NULL,
  threads_per_sm INTEGER NOT NULL,
  threads_per_block INTEGER NOT NULL,
  blocks_per_sm INTEGER NOT NULL,
  warp_size INTEGER NOT NULL CHECK (warp_size >= 1),
  fp32_to_fp64_ratio INTEGER,
  ecc INTEGER CHECK (ecc IN (0, 1)),
  mig INTEGER CHECK (mig IN (0, 1)),
  power_limit_watts REAL,
  driver_version TEXT NOT NULL,
  cuda_driver_version TEXT NOT NULL,
  cuda_runtime_version TEXT NOT NULL,
  whole_sm_count INTEGER CHECK (whole_sm_count > sm_count) -- of the GPU that this machine is a part of
) STRICT;

-- One row per observation.
CREATE TABLE kernel (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('launch', 'range', 'nvtx')),
  machine_id INTEGER NOT NULL REFERENCES machine (id),
  process_id INTEGER NOT NULL REFERENCES process (id),
  launches_made INTEGER NOT NULL CHECK (launches_made >= 0),
  launches_observed INTEGER NOT NULL CHECK (launches_observed BETWEEN 0 AND launches_made),
  cache TEXT NOT NULL CHECK (cache IN ('cold', 'warm', 'uncontrolled')),
  verification TEXT NOT NULL CHECK (verification IN ('not_checked', 'verified', 'mismatch')),
  verification_detail TEXT NOT NULL,
  replay TEXT NOT NULL DEFAULT 'none' CHECK (replay IN ('none', 'user', 'kernel', 'spread')),
  total_time_s REAL CHECK (total_time_s >= 0),
  timed_launches INTEGER NOT NULL DEFAULT 0 CHECK (timed_launches >= 0),
  shortest_s REAL CHECK (shortest_s >= 0), -- of any launch, where launches differ
  timed_clock_hz REAL CHECK (timed_clock_hz > 0) -- of the SMs while launches were timed, by their own cycles
) STRICT;

CREATE TABLE remark (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kernel_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE parameter (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (kernel_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE launch (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  ordinal INTEGER NOT NULL,
  function TEXT NOT NULL,
  grid_x INTEGER NOT NULL CHECK (grid_x >= 1),
  grid_y INTEGER NOT NULL CHECK (grid_y >= 1),
  grid_z INTEGER NOT NULL CHECK (grid_z >= 1),
  block_x INTEGER NOT NULL CHECK (block_x >= 1),
  block_y INTEGER NOT NULL CHECK (block_y >= 1),
  block_z INTEGER NOT NULL CHECK (block_z >= 1),
  registers_per_thread INTEGER NOT NULL CHECK (registers_per_thread >= 0),
  static_shared_bytes INTEGER NOT NULL CHECK (static_shared_bytes >= 0),
  dynamic_shared_bytes INTEGER NOT NULL CHECK (dynamic_shared_bytes >= 0),
  local_bytes_per_thread INTEGER NOT NULL CHECK (local_bytes_per_thread >= 0),
  blocks_per_sm INTEGER CHECK (blocks_per_sm >= 0),
  count INTEGER NOT NULL CHECK (count >= 1),
  PRIMARY KEY (kernel_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE duration (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  repetition INTEGER NOT NULL,
  duration_s REAL NOT NULL CHECK (duration_s >= 0),
  PRIMARY KEY (kernel_id, repetition)
) STRICT, WITHOUT ROWID;

CREATE TABLE clock_sample (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  moment TEXT NOT NULL CHECK (moment IN ('before', 'after')),
  sm_clock_hz REAL,
  memory_clock_hz REAL,
  power_watts REAL,
  temperature_celsius REAL,
  PRIMARY KEY (kernel_id, moment)
) STRICT, WITHOUT ROWID;

CREATE TABLE throttle_reason (
  kernel_id INTEGER NOT NULL,
  moment TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (kernel_id, moment, ordinal),
  FOREIGN KEY (kernel_id, moment) REFERENCES clock_sample (kernel_id, moment)
) STRICT, WITHOUT ROWID;

-- Values are per launch, in the unit that the counter's own name states.
CREATE TABLE counter (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  name TEXT NOT NULL,
  value REAL NOT NULL,
  samples INTEGER NOT NULL CHECK (samples >= 1),
  min REAL NOT NULL,
  max REAL NOT NULL,
  pass INTEGER NOT NULL CHECK (pass >= 0),
  source TEXT NOT NULL CHECK (source IN ('hardware', 'sass')),
  PRIMARY KEY (kernel_id, name),
  CHECK (min <= max)
) STRICT, WITHOUT ROWID;

-- The largest of any launch, where launches differ.
CREATE TABLE largest_counter (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  name TEXT NOT NULL,
  value REAL NOT NULL,
  samples INTEGER NOT NULL CHECK (samples >= 1),
  min REAL NOT NULL,
  max REAL NOT NULL,
  pass INTEGER NOT NULL CHECK (pass >= 0),
  source TEXT NOT NULL CHECK (source IN ('hardware', 'sass')),
  PRIMARY KEY (kernel_id, name),
  CHECK (min <= max)
) STRICT, WITHOUT ROWID;

CREATE TABLE refusal (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  ordinal INTEGER NOT NULL,
  counter TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (kernel_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Analytic work of one execution, where it is known; and the loads that a thread has in flight, where its code says it.
CREATE TABLE work (
  kernel_id INTEGER PRIMARY KEY REFERENCES kernel (id),
  requested_read_bytes REAL NOT NULL,
  requested_written_bytes REAL NOT NULL,
  ideal_l2_read_bytes REAL NOT NULL,
  ideal_l2_written_bytes REAL NOT NULL,
  compulsory_read_bytes REAL NOT NULL,
  compulsory_written_bytes REAL NOT NULL,
  in_flight_bytes_per_thread REAL CHECK (in_flight_bytes_per_thread > 0)
) STRICT;

CREATE TABLE work_operation (
  kernel_id INTEGER NOT NULL REFERENCES work (kernel_id),
  precision TEXT NOT NULL CHECK (precision IN ('fp64', 'fp32', 'fp16', 'bf16', 'int32', 'tensor_fp64',
                                               'tensor_tf32', 'tensor_bf16', 'tensor_fp16', 'tensor_fp8',
                                               'tensor_int8')),
  operations REAL NOT NULL CHECK (operations >= 0),
  PRIMARY KEY (kernel_id, precision)
) STRICT, WITHOUT ROWID;

-- Functions whose single instructions were looked at: samples of warps ("stall.<reason>") and counts of patched code.
CREATE TABLE function (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  machine_id INTEGER NOT NULL REFERENCES machine (id),
  process_id INTEGER NOT NULL REFERENCES process (id),
  counted_launches INTEGER NOT NULL CHECK (counted_launches >= 0),
  kernel TEXT NOT NULL DEFAULT '' -- name of the observation that it belongs to alone; empty: all of its function
) STRICT;

CREATE TABLE instruction (
  function_id INTEGER NOT NULL REFERENCES function (id),
  code_offset INTEGER NOT NULL CHECK (code_offset >= 0),
  file TEXT NOT NULL,
  line INTEGER NOT NULL CHECK (line >= 0),
  PRIMARY KEY (function_id, code_offset)
) STRICT, WITHOUT ROWID;

CREATE TABLE instruction_value (
  function_id INTEGER NOT NULL,
  code_offset INTEGER NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL CHECK (value > 0),
  PRIMARY KEY (function_id, code_offset, name),
  FOREIGN KEY (function_id, code_offset) REFERENCES instruction (function_id, code_offset)
) STRICT, WITHOUT ROWID;

-- Derived by models::analyse() when the recording was finished; rooflens itself computes it anew when it reads. NULL:
-- the quantity is unknown or not a finite number.
CREATE TABLE roofline_point (
  kernel_id INTEGER NOT NULL REFERENCES kernel (id),
  level TEXT NOT NULL CHECK (level IN ('shared', 'l1', 'l2', 'dram')),
  name TEXT NOT NULL,
  verification TEXT NOT NULL CHECK (verification IN ('not_checked', 'verified', 'mismatch')),
  demand TEXT NOT NULL CHECK (demand IN ('measured', 'analytic')),
  median_duration_s REAL,
  bytes REAL,
  operations REAL,
  operations_per_byte REAL,
  bytes_per_second REAL,
  operations_per_second REAL,
  ceiling_bytes_per_second REAL,
  fraction_of_ceiling REAL,
  precision TEXT,
  binding TEXT NOT NULL,
  percent_of_roof REAL,
  percent_is_of_compulsory_demand INTEGER CHECK (percent_is_of_compulsory_demand IN (0, 1)),
  model_version INTEGER NOT NULL,
  PRIMARY KEY (kernel_id, level)
) STRICT, WITHOUT ROWID;

-- When and where the blocks of one launch ran; times count from the start of its first block. A trace with fewer
-- blocks than blocks_run was cut down to some of its SMs, of which every block is here.
CREATE TABLE block_trace (
  kernel_id INTEGER PRIMARY KEY REFERENCES kernel (id),
  blocks_run INTEGER NOT NULL CHECK (blocks_run >= 1),
  sms_run INTEGER NOT NULL CHECK (sms_run >= 1),
  span_ns INTEGER NOT NULL CHECK (span_ns >= 0)
) STRICT;

CREATE TABLE block_event (
  kernel_id INTEGER NOT NULL REFERENCES block_trace (kernel_id),
  block INTEGER NOT NULL CHECK (block >= 0),
  sm INTEGER NOT NULL CHECK (sm >= 0),
  warps INTEGER NOT NULL CHECK (warps >= 1),
  start_ns INTEGER NOT NULL CHECK (start_ns >= 0),
  end_ns INTEGER NOT NULL CHECK (end_ns >= start_ns),
  PRIMARY KEY (kernel_id, block)
) STRICT, WITHOUT ROWID;

-- Families of catalogue kernels that ran: their steps in order, then their other variants, whether these ran or not.
CREATE TABLE family (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  note TEXT NOT NULL
) STRICT;

CREATE TABLE family_member (
  family_id INTEGER NOT NULL REFERENCES family (id),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  kernel TEXT NOT NULL,
  change TEXT NOT NULL,
  step INTEGER NOT NULL CHECK (step IN (0, 1)),
  peer TEXT NOT NULL,
  PRIMARY KEY (family_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What others printed for a step, on their board; kernel_only_s is an estimate where printed_s holds more.
CREATE TABLE published_time (
  family_id INTEGER NOT NULL,
  member INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  source TEXT NOT NULL,
  board TEXT NOT NULL,
  problem TEXT NOT NULL,
  printed_s REAL NOT NULL CHECK (printed_s > 0),
  kernel_only_s REAL CHECK (kernel_only_s > 0),
  remark TEXT NOT NULL,
  PRIMARY KEY (family_id, member, ordinal),
  FOREIGN KEY (family_id, member) REFERENCES family_member (family_id, ordinal)
) STRICT, WITHOUT ROWID;

-- SHA-256 of what the other tables hold (digest.hpp), written when the session is closed; a reader that computes another
-- says that the session was altered. NULL: not closed, because the run was killed or is not over.
CREATE TABLE digest (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  tables TEXT, -- their names, with a space between
  sha256 TEXT  -- in hexadecimal digits
) STRICT;
