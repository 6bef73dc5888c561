-- What queries call by one name and DuckDB by another. Words in braces are filled in.
CREATE OR REPLACE MACRO med(x) AS quantile_cont(x, 0.5);
CREATE OR REPLACE MACRO low(x) AS quantile_cont(x, 0.1);
CREATE OR REPLACE MACRO high(x) AS quantile_cont(x, 0.9);
CREATE OR REPLACE VIEW stored_ranks AS SELECT * FROM read_parquet({ranks});
CREATE OR REPLACE VIEW stored_devices AS SELECT * FROM read_parquet({devices});
CREATE OR REPLACE VIEW stored_roofs AS SELECT * FROM read_parquet({roofs});
CREATE OR REPLACE VIEW stored_ranges AS SELECT * FROM read_parquet({ranges});
CREATE OR REPLACE VIEW stored_kernels AS SELECT * FROM read_parquet({kernels});
CREATE OR REPLACE VIEW stored_counters AS SELECT * FROM read_parquet({counters});
CREATE OR REPLACE VIEW stored_times AS SELECT * FROM read_parquet({times});
CREATE OR REPLACE VIEW stored_factors AS SELECT * FROM read_parquet({factors});
