-- What queries call by one name and DuckDB by another. Words in braces are filled in. Folder
-- names are places and no columns: those are in the files.
CREATE OR REPLACE MACRO med(x) AS quantile_cont(x, 0.5);
CREATE OR REPLACE MACRO low(x) AS quantile_cont(x, 0.1);
CREATE OR REPLACE MACRO dbl(x) AS CAST(x AS DOUBLE);
CREATE OR REPLACE MACRO whole(x) AS CAST(x AS BIGINT);
CREATE OR REPLACE MACRO high(x) AS quantile_cont(x, 0.9);
CREATE OR REPLACE VIEW stored_ranks AS SELECT * FROM read_parquet({ranks}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_devices AS SELECT * FROM read_parquet({devices}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_roofs AS SELECT * FROM read_parquet({roofs}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_links AS SELECT * FROM read_parquet({links}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_ranges AS SELECT * FROM read_parquet({ranges}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_kernels AS SELECT * FROM read_parquet({kernels}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_counters AS SELECT * FROM read_parquet({counters}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_times AS SELECT * FROM read_parquet({times}, hive_partitioning = false);
CREATE OR REPLACE VIEW stored_factors AS SELECT * FROM read_parquet({factors}, hive_partitioning = false);
