-- A store on a ClickHouse cluster `site`, sharded by job. Names, types and units of all columns: profiler/fleet/tables.sql.
-- Tried on one node, with MergeTree and local files; the cluster, the replication and S3 were not tried.
-- Then `rooflens query STORE NAME --sql clickhouse` prints the views and queries: run all but its CREATE ... VIEW stored_*.

CREATE TABLE stored_ranks_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/ranks.parquet', Parquet);
CREATE TABLE stored_devices_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/devices.parquet', Parquet);
CREATE TABLE stored_roofs_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, device, resource)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/roofs.parquet', Parquet);
CREATE TABLE stored_links_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, device, peer)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/links.parquet', Parquet);
CREATE TABLE stored_ranges_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, range, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/ranges.parquet', Parquet);
CREATE TABLE stored_kernels_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, function_id, kernel_id, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/kernels.parquet', Parquet);
CREATE TABLE stored_counters_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, counter, kernel_id, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/counters.parquet', Parquet);
CREATE TABLE stored_times_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, kernel_id, rank_id, bin)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/times.parquet', Parquet);
CREATE TABLE stored_factors_local ON CLUSTER site ENGINE = ReplicatedMergeTree ORDER BY (job, kernel_id, rank_id)
  SETTINGS allow_nullable_key = 1
  EMPTY AS SELECT * FROM s3('https://bucket.example/store/job=*/host=*/*.part/factors.parquet', Parquet);

-- What queries read: one such table for each of the nine, rows of a job on one shard.
CREATE TABLE stored_kernels ON CLUSTER site AS stored_kernels_local
  ENGINE = Distributed('site', currentDatabase(), stored_kernels_local, cityHash64(job));

-- A job, once it is over, into each of the nine. To repeat it, DELETE FROM ..._local WHERE job = '4711' first.
INSERT INTO stored_kernels SELECT * FROM s3('https://bucket.example/store/job=4711/host=*/*.part/kernels.parquet', Parquet);
