#!/usr/bin/env bash
# A wheel in a fresh virtual environment of an ordinary user, who profiles a PyTorch script there.
# usage (as root): [PYTHON=python that has torch] wheel_as_user.sh WHEEL OUT
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wheel=$(readlink -f "$1")
out=$(readlink -f "$2")
python=$(command -v "${PYTHON:-python3}")
id guest >/dev/null 2>&1 || useradd --create-home guest
home=$(getent passwd guest | cut -d : -f 6)
torch=$("$python" -c 'import os, torch; print(os.path.dirname(os.path.dirname(torch.__file__)))')
install -o guest "$wheel" "$here/from_python.py" "$home/"
cat >"$home/steps.sh" <<TEXT
set -x
cd ~
id; umask
"$python" -m venv v || "$python" -m venv --without-pip v
v/bin/python -m pip --version >/dev/null 2>&1 && pip="v/bin/python -m pip" || pip="$python -m pip --python v/bin/python"
time \$pip --quiet --disable-pip-version-check install --no-index --no-deps "./$(basename "$wheel")"
echo "$torch" >"\$(v/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/torch.pth"
v/bin/rooflens --version
v/bin/rooflens doctor
v/bin/rooflens profile --force -o user.rlens v/bin/python from_python.py loop; echo "rc \$?"
v/bin/rooflens report user.rlens | head -40
OUT=. v/bin/python from_python.py before after; echo "rc \$?"
TEXT
chown guest "$home/steps.sh"
timeout 200 setpriv --reuid guest --regid guest --init-groups env -i HOME="$home" PATH="$PATH" bash "$home/steps.sh" >"$out/wheel_as_user.log" 2>&1
echo "wheel_as_user: rc $?"
cp "$home"/user.rlens "$out/" 2>/dev/null
tail -5 "$out/wheel_as_user.log"
