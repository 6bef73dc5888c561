#!/usr/bin/env python3
"""Reads every table of a store with pandas, polars or Python's DuckDB, and holds it against the session that it was made of, which
sqlite3 reads: names and types as tables.sql has them, the schema's version, sums of launches, times and counters.

usage: fleet_read.py STORE SESSION [pandas|polars|duckdb]     STORE: what `rooflens export SESSION --format parquet -o STORE --job a` wrote; SESSION: of one GPU and format 11 or later
"""

import glob
import math
import os
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = 2
KINDS = {  # of SQL: as the readers call them
    "BIGINT": ("int64", "Int64", "BIGINT"), "INTEGER": ("int32", "Int32", "INTEGER"), "DOUBLE": ("double", "Float64", "DOUBLE"),
    "VARCHAR": ("string", "large_string", "String", "VARCHAR"), "BOOLEAN": ("bool", "Boolean", "BOOLEAN"),
}  # fmt: skip
FIRST = {"job": "VARCHAR", "host": "VARCHAR", "part_id": "BIGINT"}
failures = 0


def expect(what, found, wanted):
    global failures
    if found != wanted:
        failures += 1
        print(f"{what}: {found!r}, not {wanted!r}")


def tables():
    """Table -> column -> type, as a store promises them."""
    with open(os.path.join(HERE, "..", "..", "profiler", "fleet", "tables.sql"), encoding="utf-8") as file:
        text = file.read()
    return {
        table: {**FIRST, **dict(re.findall(r"^  (\w+) ([A-Z]+)", body, re.M))}
        for table, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", text, re.S)
    }


# Each reader: the types of a table's columns, and their values as lists. Folder names are places and no columns.
def by_pandas(files):
    import pandas

    try:
        pandas.read_parquet(files[0])
    except Exception as error:
        print(f"pandas.read_parquet({os.path.basename(files[0])}) without partitioning=None: {type(error).__name__}: {str(error)[:120]}")
    frame = pandas.concat(pandas.read_parquet(name, dtype_backend="pyarrow", partitioning=None) for name in files)
    kinds = {name: str(kind).replace("[pyarrow]", "") for name, kind in frame.dtypes.items()}
    return kinds, {name: [None if pandas.isna(value) else value for value in frame[name]] for name in frame}


def by_polars(files):
    import polars

    frame = polars.read_parquet(files, hive_partitioning=False)
    return {name: str(kind) for name, kind in frame.schema.items()}, frame.to_dict(as_series=False)


def by_duckdb(files):
    import duckdb

    table = f"read_parquet({files!r}, hive_partitioning = false)"
    connection = duckdb.connect()
    kinds = {row[0]: row[1] for row in connection.execute(f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM {table})").fetchall()}
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    return kinds, {name: [row[i] for row in rows] for i, name in enumerate(kinds)}


def schema_of(file):
    """What the file says of itself: Parquet keeps keys and values as they are, near its end."""
    with open(file, "rb") as opened:
        found = re.search(rb"rooflens_schema.{1,4}?(\d+)", opened.read(), re.S)
    return int(found[1]) if found else None


def nearest(value):
    return math.floor(value) + (value - math.floor(value) >= 0.5)


def times(session):
    """Of each kernel: launches made, launches timed, their time in nanoseconds."""
    query = """SELECT launches_made, total_time_s, timed_launches, (SELECT count(*) FROM duration AS d WHERE d.kernel_id = k.id),
      (SELECT group_concat(duration_s) FROM (SELECT duration_s FROM duration AS d WHERE d.kernel_id = k.id ORDER BY repetition))
      FROM kernel AS k WHERE scope = 'launch'"""
    for made, total, timed, kept, durations in session.execute(query):
        if total is None or timed == 0:
            timed, total = kept, math.fsum(map(float, durations.split(","))) if durations else None
        yield max(made, timed), timed, None if total is None else 1e9 * total


def counters(session):
    found = {}
    for name, value, samples in session.execute("""SELECT c.name, c.value, c.samples FROM counter AS c JOIN kernel AS k ON k.id = c.kernel_id
      WHERE k.scope = 'launch' AND c.name NOT LIKE '%pct%' AND c.name NOT LIKE '%.ratio%' AND c.name NOT LIKE '%peak_sustained%'"""):
        total, counted = found.get(name, (0, 0))
        found[name] = (total + nearest(value * samples), counted + samples)
    return found


def main():
    store, path, engine = sys.argv[1], sys.argv[2], (sys.argv[3:] or ["pandas"])[0]
    read = {"pandas": by_pandas, "polars": by_polars, "duckdb": by_duckdb}[engine]
    values = {}
    for table, promised in tables().items():
        files = sorted(glob.glob(os.path.join(glob.escape(store), "job=*", "host=*", "*.part", table + ".parquet")))
        expect(f"{table}: files", bool(files), True)
        kinds, values[table] = read(files)
        expect(f"{table}: columns", list(kinds), list(promised))
        for column, kind in promised.items():
            expect(f"{table}.{column}: is one of {KINDS[kind]}", kinds.get(column) in KINDS[kind], True)
        for file in files:
            expect(f"{table}: schema", schema_of(file), SCHEMA)
    session = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    (version, started) = session.execute("SELECT tool_version, started_utc FROM provenance").fetchone()
    expect("ranks.tool_version", set(values["ranks"]["tool_version"]), {version})
    expect("ranks.started_utc", set(values["ranks"]["started_utc"]), {started})
    walls = [None if wall is None else nearest(1e9 * wall) for (wall,) in session.execute("SELECT wall_s FROM process ORDER BY rank")]
    expect("ranks.wall_ns", values["ranks"]["wall_ns"], walls)

    kernels, recorded = values["kernels"], list(times(session))
    expect("kernels: rows", len(kernels["launches"]), len(recorded))
    for i, column in enumerate(("launches", "timed_launches")):
        expect(f"kernels.{column}", sum(kernels[column]), sum(row[i] for row in recorded))
    spent = sum(row[2] for row in recorded if row[2] is not None)
    found = sum(value for value in kernels["time_ns"] if value is not None)
    expect("kernels.time_ns to one each", abs(found - spent) <= len(recorded), True)
    expect("kernels.time_ns unknown", kernels["time_ns"].count(None), sum(row[2] is None for row in recorded))

    sums = {}
    for name, total, counted in zip(*(values["counters"][column] for column in ("counter", "total", "counted"))):
        expect(f"{name}: an integer", isinstance(total, int), True)
        before = sums.get(name, (0, 0))
        sums[name] = (before[0] + total, before[1] + counted)
    expect("counters: totals and launches", sums, counters(session))
    roofs = [*zip(values["roofs"]["resource"], values["roofs"]["rate"], values["roofs"]["unit"])]
    query = """SELECT coalesce(level, precision), coalesce(bytes_per_second, operations_per_second), level FROM ceiling
      UNION ALL SELECT pipe, per_second, NULL FROM instruction_ceiling"""
    wanted = sorted((resource, rate, bool(level)) for resource, rate, level in session.execute(query))
    expect("roofs: rates, and which are of bytes", sorted((resource, rate, unit == "B/s") for resource, rate, unit in roofs), wanted)
    expect("roofs.unit: is of a second", all(re.fullmatch(r"\w+/s", unit) for _, _, unit in roofs), True)
    rows = sum(len(table["job"]) for table in values.values())
    print(f"{engine}: {len(values)} tables, {rows} rows, {len(sums)} counters of {len(recorded)} kernels; {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
