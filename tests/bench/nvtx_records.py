#!/usr/bin/env python3
"""Ranges that `rooflens run` opens, as CUPTI's own NVTX records have them: what a timeline would show.

usage: ROOFLENS=path APPS=folder-of-built-programs nvtx_records.py [GLOB]
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict

from common import rooflens, table


def main():
    glob = sys.argv[1] if len(sys.argv) > 1 else "vector_add/*"
    with tempfile.TemporaryDirectory() as folder:
        records = os.path.join(folder, "records")
        environment = dict(os.environ, NVTX_RECORDS=records,
                           NVTX_INJECTION64_PATH=os.path.join(os.environ["APPS"], "libnvtx_records.so"))
        result = subprocess.run([rooflens(), "run", glob, "--no-counters", "-o", os.path.join(folder, "a.rlens")],
                                env=environment, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(result.stderr)
        found = defaultdict(list)
        with open(records, encoding="utf-8") as lines:
            for line in lines:
                domain, name, nanoseconds = line.rstrip("\n").split("\t")
                found[domain, name].append(int(nanoseconds))
    table(["domain", "range", "records", "closed", "longest"],
          [[domain, name, len(times), sum(t >= 0 for t in times), f"{max(times) / 1e6:.2f} ms"]
           for (domain, name), times in sorted(found.items())])


if __name__ == "__main__":
    main()
