# Answers statements with Python's package duckdb. They come in line by line as JSON, what they answer goes out the same way.
import json
import math
import os
import sys

sys.path[:] = [entry for entry in sys.path if entry]  # the working directory holds no packages
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def plain(value):
    if isinstance(value, bool):
        return int(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


database = None
for line in sys.stdin.buffer:
    try:
        if database is None:
            import duckdb

            database = duckdb.connect()
        database.execute(json.loads(line))
        columns = [[str(c[0]), str(c[1]) not in ("STRING", "VARCHAR")] for c in database.description or []]
        rows = [[plain(value) for value in row] for row in database.fetchall()] if columns else []
        reply = {"columns": columns, "rows": rows}
    except Exception as error:
        reply = {"error": str(error) or type(error).__name__}
    print(json.dumps(reply), file=replies, flush=True)
