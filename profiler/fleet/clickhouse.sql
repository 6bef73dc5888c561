-- What queries call by one name and ClickHouse by another. Words in braces are filled in. Without the first two
-- settings, what is missing would count as zero; folder names are places and no columns: those are in the files.
SET join_use_nulls = 1;
SET aggregate_functions_null_for_empty = 1;
SET use_hive_partitioning = 0;
CREATE OR REPLACE FUNCTION med AS (x) -> quantileExactInclusive(0.5)(x);
CREATE OR REPLACE FUNCTION low AS (x) -> quantileExactInclusive(0.1)(x);
CREATE OR REPLACE FUNCTION dbl AS (x) -> toFloat64(x);
CREATE OR REPLACE FUNCTION whole AS (x) -> toInt64(x);
CREATE OR REPLACE FUNCTION high AS (x) -> quantileExactInclusive(0.9)(x);
CREATE OR REPLACE VIEW stored_ranks AS SELECT * FROM file({ranks}, Parquet);
CREATE OR REPLACE VIEW stored_devices AS SELECT * FROM file({devices}, Parquet);
CREATE OR REPLACE VIEW stored_roofs AS SELECT * FROM file({roofs}, Parquet);
CREATE OR REPLACE VIEW stored_links AS SELECT * FROM file({links}, Parquet);
CREATE OR REPLACE VIEW stored_ranges AS SELECT * FROM file({ranges}, Parquet);
CREATE OR REPLACE VIEW stored_kernels AS SELECT * FROM file({kernels}, Parquet);
CREATE OR REPLACE VIEW stored_counters AS SELECT * FROM file({counters}, Parquet);
CREATE OR REPLACE VIEW stored_times AS SELECT * FROM file({times}, Parquet);
CREATE OR REPLACE VIEW stored_factors AS SELECT * FROM file({factors}, Parquet);
