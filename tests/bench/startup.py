#!/usr/bin/env python3
"""How fast rooflens starts and reports, without a GPU: median wall time of whole processes.

usage: ROOFLENS=path startup.py [SESSION.rlens]
"""

import os
import statistics
import sys
import tempfile

from common import rooflens, table, timed


def median_ms(command, runs=15):
    timed(command)
    return 1e3 * statistics.median(timed(command)[0] for _ in range(runs))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    session = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "samples", "demo.rlens")
    out = tempfile.mkdtemp()
    report = [rooflens(), "report", session, "--force", "-o", os.path.join(out, "r.html")]
    rows = [
        ["rooflens --version", f"{median_ms([rooflens(), '--version']):.1f} ms", "10 ms"],
        ["report to HTML", f"{median_ms(report):.0f} ms", "300 ms"],
    ]
    table(["command", "median", "goal"], rows)


if __name__ == "__main__":
    main()
