"""Where pip puts CUPTI and libnvperf: beside PyTorch, in directories that the loader does not know."""

from __future__ import annotations

import sys
from pathlib import Path

# nvidia/cu13/lib from CUDA 13 on, nvidia/cuda_cupti/lib before.
PATTERN = "nvidia/*/lib/libcupti.so.*"


def cupti_folders() -> list[str]:
    """The directories of CUPTI on sys.path, in its order; the executable opens the version that it was built for."""
    found: dict[str, None] = {}
    for entry in sys.path:
        if entry and not entry.endswith(".zip"):
            found.update(dict.fromkeys(str(library.parent) for library in sorted(Path(entry).glob(PATTERN))))
    return list(found)
