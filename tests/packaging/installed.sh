#!/usr/bin/env bash
# Looks whether a wheel holds what it says, installs it into an empty environment and uses it there.
# usage: installed.sh WHEEL PYTHON
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$(readlink -f "$here/../../samples")
wheel=$(readlink -f "$1")
python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# The tag is the glibc that the binaries ask for, and RECORD has the digest of every file.
"$python" - "$wheel" "$folder/un packed" <<'TEXT'
import base64, csv, hashlib, io, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    wheel.extractall(sys.argv[2])
    names = wheel.namelist()
    record = names[-1]
    assert record.endswith(".dist-info/RECORD"), names
    rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
    assert [row[0] for row in rows] == names, "RECORD lists other files than the wheel holds"
    for name, digest, size in rows[:-1]:
        data = wheel.read(name)
        expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert (digest, size) == (f"sha256={expected}", str(len(data))), f"{name} is not what RECORD says"
TEXT
package="$folder/un packed/rooflens"
glibc=$(find "$package" -path '*/bin/*' -o -name '*.so' | LC_ALL=C xargs -d '\n' objdump -T |
  grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
tag=${glibc#GLIBC_}
[[ $wheel == *"-py3-none-manylinux_${tag/./_}_$(uname -m).whl" ]] || die "$(basename "$wheel") needs $glibc"
bash "$here/dynamic_dependencies.sh" "$tag" "$package/bin/rooflens"
if [[ -e $package/lib/librooflens_inject.so ]]; then
  bash "$here/dynamic_dependencies.sh" "$tag" "$package/lib/librooflens_inject.so" \
    --exports InitializeInjection InitializeInjectionNvtx2 RooflensBegin RooflensCase RooflensEnd
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "skipped: $python has no venv or no ensurepip (Debian: apt-get install python3-venv)"
  exit 77
fi
"$python" -m venv "$folder/an environment"
bin="$folder/an environment/bin"
"$bin/python" -m pip --quiet --disable-pip-version-check install --no-index --no-deps "$wheel"
"$bin/python" -m pip check >/dev/null || die "the package requires others"

# No home, nowhere to write temporary files.
alone=(env -i HOME=/nonexistent TMPDIR=/nonexistent PYTHONDONTWRITEBYTECODE=1)
cd /
version=$("${alone[@]}" "$bin/rooflens" --version)
[[ $("${alone[@]}" "$bin/python" -m rooflens --version) == "$version" ]] || die "python -m rooflens is another program"
for session in "$samples"/*.rlens; do
  "${alone[@]}" "$bin/rooflens" report "$session" >"$folder/table"
  [[ -s $folder/table ]] || die "no report of $session"
done

# The command is the executable: what it is told, how it ends, and the signals that Python ignores.
status=0
"${alone[@]}" "$bin/rooflens" report /nonexistent.rlens 2>"$folder/errors" || status=$?
[[ $status == 1 ]] || die "exit code $status: $(cat "$folder/errors")"
grep -q '^rooflens: hint: ' "$folder/errors" || die "no hint: $(cat "$folder/errors")"
set +o pipefail
"${alone[@]}" "$bin/rooflens" report "$samples/catalogue.rlens" --format json | head -c 1 >/dev/null
status=${PIPESTATUS[0]}
set -o pipefail
[[ $status == 141 ]] || die "a closed pipe ends it with $status, not with SIGPIPE"

# The package says the same as where it was written. What stands for GPUs and applications is there in a build's tests only.
for name in ROOFLENS_FAKE_APPLICATION ROOFLENS_FAKE_DRIVER ROOFLENS_TALKING_CUPTI; do
  if [[ -n ${!name:-} ]]; then alone+=("$name=${!name}"); fi
done
"${alone[@]}" TMPDIR="$folder" "$bin/python" -m unittest discover --quiet -s "$here/../python" -p '*_test.py'
