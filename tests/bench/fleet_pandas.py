#!/usr/bin/env python3
"""The slowest rank of many sessions with pandas over the SQLite files: what stores are compared with.
usage: fleet_pandas.py SESSION..."""

import sqlite3
import sys

import pandas

QUERY = """
SELECT process.rank AS rank, coalesce(launch.function, kernel.name) AS function, kernel.launches_made AS launches,
       kernel.total_time_s * kernel.launches_made / kernel.timed_launches AS spent_s,
       max(CASE WHEN counter.name = 'smsp__inst_executed.sum' THEN counter.value END) AS instructions,
       max(CASE WHEN counter.name = 'sm__cycles_elapsed.avg.per_second' THEN counter.value END) AS clock_hz
FROM kernel JOIN process ON process.id = kernel.process_id LEFT JOIN launch ON launch.kernel_id = kernel.id
LEFT JOIN counter ON counter.kernel_id = kernel.id WHERE kernel.scope = 'launch' GROUP BY kernel.id"""


def read(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as session:
        return pandas.read_sql(QUERY, session)


def main():
    rows = pandas.concat(read(path) for path in sys.argv[1:])
    rows = rows[~rows.function.str.lower().str.contains("nccl")]
    rows = rows.groupby(["rank", "function"], as_index=False).agg(
        {"spent_s": "sum", "instructions": "sum", "clock_hz": "mean"})
    usual = rows.groupby("function")[["spent_s", "instructions", "clock_hz"]].transform("median")
    rows["excess_s"] = rows.spent_s - usual.spent_s
    rows["work_s"] = usual.spent_s * (rows.instructions / usual.instructions - 1).fillna(0)
    rows["clock_s"] = usual.spent_s * (usual.clock_hz / rows.clock_hz - 1)
    print(rows.groupby("rank")[["excess_s", "work_s", "clock_s"]].sum().nlargest(3, "excess_s"))


if __name__ == "__main__":
    main()
