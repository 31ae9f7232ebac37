#!/usr/bin/env bash
# Ludex cross-compiled for 64-bit ARM, its unit tests and `ludex bench` under qemu's emulation of such a processor: the signature is that
# of this machine's build. A long test, run by hand as root on Debian 12. It installs what only it needs; libraries of arm64 are
# unpacked into a folder, and the system stays one of amd64.
# usage: tests/ci/aarch64.sh [TARGET...]   (default: all that an ordinary build with tests makes. With targets, such as
#        `ludex game-hex agent-uct unit_core`, those searches of bench are compared that both builds have)
# LUDEX_SYSROOT: where the libraries are kept (default build/sysroot-arm64); LUDEX_DEBIAN_MIRROR: from there instead of debootstrap's
# own mirror.
set -euo pipefail
cd "$(dirname "$0")/../.."
sysroot=${LUDEX_SYSROOT:-build/sysroot-arm64}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "aarch64.sh: $*" >&2; exit 1; }

missing=""
for package in debootstrap g++-aarch64-linux-gnu qemu-user; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing="$missing $package"
done
# shellcheck disable=SC2086  # a list of words
[ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing > /dev/null

if [ ! -e "$sysroot/made" ]; then
  echo "== the libraries of arm64"
  rm -rf "$sysroot"
  mkdir -p "$sysroot"
  # What ./setup.sh installs of libraries. The first stage downloads them with all that they need; unpacking is enough.
  libraries=$(./setup.sh --print | grep -E '^(lib.*|nlohmann-json3-dev|doctest-dev|zlib1g-dev)$' | tr '\n' ',')
  debootstrap --foreign --arch=arm64 --variant=minbase --include="${libraries}libstdc++-12-dev" bookworm "$sysroot" \
    ${LUDEX_DEBIAN_MIRROR:+"$LUDEX_DEBIAN_MIRROR"} > "$work/log" 2>&1 || { tail -n 5 "$work/log"; fail "debootstrap"; }
  for package in "$sysroot"/var/cache/apt/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$sysroot" -f -
  done
  # Absolute links would lead to this machine's libraries.
  find "$sysroot" -type l -lname '/*' | while read -r link; do ln -snfr "$sysroot$(readlink "$link")" "$link"; done
  touch "$sysroot/made"
fi
sysroot=$(realpath "$sysroot")

echo "== built for this machine"
cmake --preset release > /dev/null
cmake --build --preset release --target ludex all_plugins
echo "== built for ARM"
cmake --preset aarch64 -DLUDEX_SYSROOT="$sysroot"
cmake --build --preset aarch64 ${1:+--target "$@"}

# Ludex starts processes of its own, so the kernel must know qemu: in a namespace of these commands only.
cat > "$work/emulated.sh" << 'SH'
set -eu
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf '%s' ":aarch64:M::$magic:$mask:$(command -v qemu-aarch64):FP" > /proc/sys/fs/binfmt_misc/register
exec "$@"
SH
# Compiled descriptions need the compiler for ARM, too. qemu keeps a record of every page that was ever mapped and gives each mapping a
# new address; trees reserve gigabytes, so without a bound on addresses (64 GiB) its records outgrow the memory.
emulated() { QEMU_RESERVED_VA=0x1000000000 LUDEX_CXX=aarch64-linux-gnu-g++ QEMU_LD_PREFIX=$sysroot XDG_CACHE_HOME=$work/cache unshare --user --map-root-user --mount sh "$work/emulated.sh" "$@"; }

echo "== bench"
build/release/ludex bench --json > "$work/here.json"
emulated build/aarch64/ludex bench --json > "$work/there.json"
python3 - "$work/here.json" "$work/there.json" << 'PY'
import json, sys
here, there = ({row["what"]: row["signature"] for row in json.load(open(file))["bench"]} for file in sys.argv[1:])
both = here.keys() & there.keys()
differ = sorted(what for what in both if here[what] != there[what])
print(f"{len(both)} of {len(here)} rows compared, {len(differ)} differ", *differ, sep="\n  ")
sys.exit(bool(differ) or not both)
PY

# File by file. Emulation is slow: a file that takes more than so many CPU seconds is given up, and named.
limit=${LUDEX_EMULATED_SECONDS:-60}
echo "== unit tests, at most $limit CPU s a file"
cat > "$work/file.sh" << 'SH'
log=$(mktemp -p "$4")
(ulimit -t "$3"; exec "build/aarch64/tests/$1" --source-file="*/$2" --no-version) > "$log" 2>&1
code=$?
if grep -q 'test cases: *0 |' "$log"; then code=empty; fi
case $code in
  0) result=passed ;;
  137 | 152) result=slow ;;
  *) result=failed ;;
esac
echo "$result $1 $2"
[ $result != failed ] || tail -n 40 "$log"
SH
for test in unit_core unit_games_common unit_agents_common unit_games unit_agents; do
  [ -x "build/aarch64/tests/$test" ] || continue
  case $test in unit_*_common) folder=${test#unit_}; folder=tests/unit/${folder%_common}/common ;; *) folder=tests/unit/${test#unit_} ;; esac
  find "$folder" -maxdepth 1 -name '*_test.cpp' -printf "$test %f\n" | sort
done > "$work/files"
emulated xargs -a "$work/files" -P "$(nproc)" -L 1 sh -c 'sh "$0" "$3" "$4" "$1" "$2"' "$work/file.sh" "$limit" "$work" | tee "$work/results"
grep "^slow " "$work/results" | sed 's/^slow/given up:/' || true
! grep -q "^failed " "$work/results" || fail "unit tests"
echo "aarch64.sh: $(grep -c "^passed " "$work/results") of $(wc -l < "$work/files") files of unit tests pass"
