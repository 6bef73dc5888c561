#!/usr/bin/env python3
"""Builds the wheel from an executable, the library for applications and the package beside this file, with Python's
standard library and readelf. The same input gives the same bytes. Prints the path of the wheel.

usage: build_wheel.py --executable FILE [--library FILE] --output FOLDER

The tag says the oldest glibc that the binaries start on, which is read from them.
"""

import argparse
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Of what is linked in too; they lie beside METADATA.
LICENSES = ["LICENSE", "THIRD_PARTY_NOTICES", "reports/fonts/OFL.txt"]


def needed_glibc(binary):
    """The newest version of glibc that a binary asks for, as (2, 34). Ends the program if it asks for libstdc++."""
    command = ["readelf", "--wide", "--version-info", binary]
    text = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
    names = re.findall(r"Name: (\S+)", text)
    foreign = [name for name in names if not name.startswith("GLIBC_")]
    if foreign:
        sys.exit(f"{binary} needs {foreign[0]}, which no manylinux tag promises: link it statically")
    return max(tuple(int(part) for part in name[len("GLIBC_") :].split(".")) for name in names)


def version_of(executable):
    """The version that the executable prints: 'rooflens 0.1.0 (CUDA 13.0)' is 0.1.0."""
    text = subprocess.run([executable, "--version"], check=True, capture_output=True, text=True).stdout
    return text.split()[1]


def without_files(markdown):
    """The text without pictures, and without links to what is not in a wheel: [words](docs/page.md)."""
    markdown = re.sub(r"!\[[^]]*\]\([^)]*\)\n*", "", markdown)
    return re.sub(r"\[([^]]*)\]\((?!https?://|#)[^)]*\)", r"\1", markdown)


def metadata(version):
    fields = [
        "Metadata-Version: 2.1",
        "Name: rooflens",
        f"Version: {version}",
        "Summary: Rooflines for CUDA kernels, explained",
        "License: Apache-2.0",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Environment :: GPU :: NVIDIA CUDA",
        "Classifier: Typing :: Typed",
        "Requires-Python: >=3.9",
        "Provides-Extra: pandas",
        'Requires-Dist: pandas; extra == "pandas"',
        "Provides-Extra: stores",
        'Requires-Dist: duckdb; extra == "stores"',
        "Provides-Extra: cupti",
        'Requires-Dist: nvidia-cuda-cupti<14,>=13; extra == "cupti"',
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(fields) + "\n\n" + without_files((ROOT / "README.md").read_text(encoding="utf-8"))


def contents(executable, library, version, tag):
    """Name in the wheel -> (bytes, whether it is executable), without RECORD."""
    files = {}
    package = HERE / "rooflens"
    for path in [*package.glob("*.py"), package / "py.typed"]:
        files[f"rooflens/{path.name}"] = (path.read_bytes(), False)
    files["rooflens/bin/rooflens"] = (Path(executable).read_bytes(), True)
    if library:
        files["rooflens/lib/librooflens_inject.so"] = (Path(library).read_bytes(), True)
    about = {
        "METADATA": metadata(version),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: rooflens\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\nrooflens = rooflens.__main__:main\n",
    }
    information = f"rooflens-{version}.dist-info"
    for name, text in about.items():
        files[f"{information}/{name}"] = (text.encode(), False)
    for name in LICENSES:
        files[f"{information}/{Path(name).name}"] = ((ROOT / name).read_bytes(), False)
    return files


def write(wheel, files, record):
    """Writes the zip, RECORD last, as the specification wants it."""
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name, data, executable):
            entry = zipfile.ZipInfo(name)  # dated 1980-01-01
            entry.create_system = 3
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)

        for name, (data, executable) in sorted(files.items()):
            add(name, data, executable)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}\n")
        add(record, "".join([*lines, f"{record},,\n"]).encode(), False)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--executable", required=True)
    parser.add_argument("--library", dest="injected", default=None)
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    binaries = [options.executable] + ([options.injected] if options.injected else [])
    glibc = max(map(needed_glibc, binaries))
    version = version_of(options.executable)
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"
    os.makedirs(options.output, exist_ok=True)
    wheel = os.path.join(options.output, f"rooflens-{version}-{tag}.whl")
    files = contents(options.executable, options.injected, version, tag)
    write(wheel, files, f"rooflens-{version}.dist-info/RECORD")
    print(wheel)


if __name__ == "__main__":
    main()
