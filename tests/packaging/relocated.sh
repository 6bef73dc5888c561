#!/usr/bin/env bash
# Unpacks the tarball into a folder with a space in its name and uses it there, with an empty environment.
# usage: relocated.sh TARBALL
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
target="$folder/un packed"
mkdir "$target"
tar -xzf "$1" -C "$target" --strip-components=1
cd "$target"

for file in bin/rooflens share/doc/rooflens/{README.md,docs/profile.md,samples/roofline.png,LICENSE,THIRD_PARTY_NOTICES,Inter-OFL.txt} \
    share/{man/man1/rooflens.1,bash-completion/completions/rooflens,zsh/site-functions/_rooflens} \
    share/fish/vendor_completions.d/rooflens.fish; do
  [[ -s $file ]] || { echo "the package lacks $file"; exit 1; }
done
if tar -tzf "$1" | grep -vE '^rooflens-[0-9.]+-linux-[a-z0-9_]+/' ; then
  echo "everything belongs into one folder of the package's name"
  exit 1
fi

bash "$here/dynamic_dependencies.sh" 2.35 bin/rooflens
if readelf --wide --sections bin/rooflens | grep -q '\.symtab'; then
  echo "bin/rooflens is not stripped"
  exit 1
fi
if [[ -e lib/librooflens_inject.so ]]; then
  bash "$here/dynamic_dependencies.sh" 2.35 lib/librooflens_inject.so --exports InitializeInjection InitializeInjectionNvtx2 RooflensBegin RooflensCase RooflensEnd
fi

env -i "$target/bin/rooflens" --version
for session in share/doc/rooflens/samples/*.rlens; do
  env -i "$target/bin/rooflens" report "$session" >"$folder/table"
  [[ -s $folder/table ]] || { echo "no report of $session"; exit 1; }
done
