#!/usr/bin/env python3
"""How large spools become, and what making a session of them takes, without a GPU. Everything in them is simulated.

usage: ROOFLENS=path SPOOL_HOUR=path spools.py [RANKSxSECONDS...]     SPOOL_HOUR is spool_hour of the build's tests/bench
"""

import os
import shutil
import sys
import tempfile

from common import rooflens, table
from reports import measured


def main():
    spool_hour = os.environ.get("SPOOL_HOUR", "spool_hour")
    rows = []
    for run in sys.argv[1:] or ["1x60", "1x3600", "1x14400", "8x3600"]:
        ranks, seconds = map(int, run.split("x"))
        folder = tempfile.mkdtemp()
        try:
            spools = os.path.join(folder, "simulated.spool")
            measured([spool_hour, spools, str(ranks), str(seconds)])
            size = sum(entry.stat().st_size for entry in os.scandir(spools))
            wall, _, memory = measured([rooflens(), "merge", spools, "-o", os.path.join(folder, "simulated.rlens")])
        finally:
            shutil.rmtree(folder)
        rows.append([str(ranks), f"{seconds} s", f"{size / ranks / 1e6:.1f} MB", f"{size / ranks * 3600 / seconds / 1e6:.1f} MB",
                     f"{memory:.0f} MiB", f"{wall:.1f} s"])
    table(["ranks", "run", "a spool", "per hour", "peak memory of `merge`", "its time"], rows)


if __name__ == "__main__":
    main()
