#!/usr/bin/env bash
# The wheel and the archive of core/cmake/release.py, each in a bare Debian 12, Debian 13 and Ubuntu 24.04. A long test, run by hand as
# root on Debian 12: half an hour on two cores without a compiler cache. It installs what only it needs.
# usage: tests/ci/wheel.sh [OUT]      (OUT, default build/release-files: where the wheel and the archive are kept)
# LUDEX_CHROOTS: where the three systems are kept (default build/chroots), made by debootstrap where they are missing;
# LUDEX_DEBIAN_MIRROR, LUDEX_UBUNTU_MIRROR: from there instead of debootstrap's own mirrors. Without the package
# ubuntu-keyring, which Debian 12 does not have, debootstrap cannot check Ubuntu's signature and says so; it would
# also look for Ubuntu at Debian's mirror, so the mirror of its script is given.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-build/release-files}
chroots=${LUDEX_CHROOTS:-build/chroots}
mkdir -p "$out" "$chroots" build
out=$(realpath "$out")
chroots=$(realpath "$chroots")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "wheel.sh: $*" >&2; exit 1; }

./setup.sh python
missing=""
for package in debootstrap patchelf; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing="$missing $package"
done
# shellcheck disable=SC2086  # a list of words
[ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing > /dev/null

echo "== the systems"
# Debian 12's debootstrap does not know this release of Ubuntu, all of which are made alike.
cp -r /usr/share/debootstrap "$work/debootstrap"
[ -e "$work/debootstrap/scripts/noble" ] || ln -s gutsy "$work/debootstrap/scripts/noble"
system() {  # folder suite components mirror
  [ -e "$chroots/$1/made" ] && return
  rm -rf "${chroots:?}/$1"
  DEBOOTSTRAP_DIR=$work/debootstrap debootstrap --variant=minbase --components="$3" --include=python3,python3-pip,python3-venv \
    "$2" "$chroots/$1" ${4:+"$4"} > "$chroots/$1.log" 2>&1 || { tail -n 5 "$chroots/$1.log"; fail "debootstrap $2"; }
  grep "Cannot check" "$chroots/$1.log" || true
  touch "$chroots/$1/made"
}
system debian-12 bookworm main "${LUDEX_DEBIAN_MIRROR:-}"
system debian-13 trixie main "${LUDEX_DEBIAN_MIRROR:-}"
own=$(sed -n 's/^[[:space:]]*default_mirror \(.*archive.*\)$/\1/p' "$work/debootstrap/scripts/gutsy" | head -n 1)
system ubuntu-24.04 noble main,universe "${LUDEX_UBUNTU_MIRROR:-$own}"

echo "== headers of their Pythons"
pythons=$chroots/pythons
for system in debian-13 ubuntu-24.04; do
  version=$(chroot "$chroots/$system" python3 -c 'import sys; print("{}.{}".format(*sys.version_info))')
  [ -d "$pythons/$version" ] && continue
  rm -rf "$chroots/$system/headers"
  mkdir -p "$chroots/$system/headers" "$work/$version" "$pythons"
  chroot "$chroots/$system" sh -c "apt-get update -qq && cd /headers && apt-get download -qq -o APT::Sandbox::User=root libpython$version-dev pybind11-dev"
  for package in "$chroots/$system"/headers/*.deb; do dpkg-deb -x "$package" "$work/$version"; done
  rm -r "$chroots/$system/headers"
  mv "$work/$version/usr/include" "$pythons/$version"
done

echo "== the wheel and the archive"
rm -f "$out"/ludex-*.whl "$out"/ludex-*.tar.gz
python3 core/cmake/release.py "$out" --pythons "$pythons" --jobs "$(nproc)"
for file in "$out"/ludex-*; do python3 core/cmake/portable.py check "$file"; done
# The check finds what is wrong: a program as it is built, which needs the system's libraries.
mkdir "$work/built"
cp build/portable/x86-64-v2/ludex "$work/built"
if python3 core/cmake/portable.py check "$work/built" 2> "$work/built/error"; then fail "the check takes any program"; fi
grep -q "ludex needs libtbb.so.12, which is not shipped" "$work/built/error" || fail "the check says $(cat "$work/built/error")"

cat > "$work/two-games.yaml" << 'YAML'
name: two-games
games: [{game: hex, params: {size: 5}}]
agents:
  - {name: one, agent: uct, budget: {iterations: 200}}
  - {name: two, agent: random}
format: {games_per_pair: 2}
seed: 1
YAML
cat > "$work/bare.sh" << 'SH'
set -eu
cd /try
export HOME=/try
python3 -m venv venv
venv/bin/pip install -q --no-index --no-deps ./ludex-*.whl
tar xf ludex-*.tar.gz
mv ludex-*/ moved
for ludex in venv/bin/ludex "venv/bin/python -m ludex" moved/bin/ludex; do
  $ludex --version
  rm -rf out
  $ludex run two-games.yaml --out out --quiet
  test "$(wc -l < out/games.jsonl)" = 2
  $ludex rate out > /dev/null
  $ludex verify out --again 2 > /dev/null
  $ludex bench | tail -n 1 >> signatures
  if $ludex list | grep -i refused; then exit 1; fi
done
venv/bin/python -c '
import ludex
p = ludex.game("hex", size=5).position().after("a1")
print(ludex.agent("uct").choose(p, iterations=100), len(ludex.games()), "games", len(ludex.agents()), "agents")'
SH
cat > "$work/full.sh" << 'SH'
set -eu
cd /try
export HOME=/try DEBIAN_FRONTEND=noninteractive
libpython=libpython$(python3 -c 'import sys; print("{}.{}".format(*sys.version_info))')
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-pandas "$libpython" > /dev/null
python3 -m venv --system-site-packages full
full/bin/pip install -q --no-index ./ludex-*.whl
full/bin/ludex new agent --python my-agent > /dev/null
cat > try.py << 'PY'
import ludex
run = ludex.run("two-games.yaml", out="frames")
print(ludex.rate(run.log)[["name", "score"]])
print(ludex.game("othello").playouts(100)[0].shape)
import ssl, sqlite3  # their libraries are the system's
PY
full/bin/python try.py
for ludex in full/bin/ludex moved/bin/ludex; do
  $ludex play hex:size=5 python:file=my-agent/my_agent.py random --quiet
done
SH
for system in debian-12 debian-13 ubuntu-24.04; do
  root=$work/root
  rm -rf "$root"
  cp -a "$chroots/$system" "$root"
  mkdir "$root/try"
  cp "$out"/ludex-* "$work/two-games.yaml" "$work/bare.sh" "$work/full.sh" "$root/try"
  # `unshare`: what is mounted is gone with the command.
  inside() { unshare --mount --pid --fork --mount-proc="$root/proc" "$@"; }
  echo "== $system, without network"
  inside --net chroot "$root" sh /try/bare.sh
  cat "$root/try/signatures" >> "$work/signatures"
  echo "== $system, with pandas and libpython"
  inside chroot "$root" sh /try/full.sh
done
# All systems ran here, with the same plug-ins: those for the other processors play the same.
build/portable/x86-64-v2/ludex bench | tail -n 1 >> "$work/signatures"
[ "$(sort -u "$work/signatures" | wc -l)" = 1 ] || fail "signatures of bench: $(sort "$work/signatures" | uniq -c)"
echo "wheel.sh: $(ls "$out") work on Debian 12, Debian 13 and Ubuntu 24.04; bench: $(sort -u "$work/signatures")"
