#!/bin/sh
# Installs what Ludex needs on Debian 12, Debian 13 and Ubuntu 24.04: nothing if it is there already. `./setup.sh ci` adds
# what only the checks of .ci/run need (a second compiler, the formatter, engines to play against, other shells, a
# Slurm); `./setup.sh mpi` what tournaments on many machines need (docs/reference/many-machines.md), `./setup.sh
# python` what the Python package and agents in Python need (docs/reference/python-notes.md), which `ci` has too;
# `--print` as the last word shows the packages instead. Needs root or sudo to install.
set -eu

packages="g++ cmake ninja-build ccache git binutils dpkg-dev file
          libboost-dev libboost-filesystem-dev libcli11-dev libeigen3-dev libfmt-dev libnlopt-dev libseccomp-dev libssl-dev libtbb-dev libyaml-cpp-dev
          nlohmann-json3-dev doctest-dev zlib1g-dev libzstd-dev libzip-dev libbenchmark-dev libjs-chart.js"
# clang is version 14, 19 and 18. The format is what clang-format 14 makes, which Debian 13 has not.
for_mpi="libopenmpi-dev openmpi-bin"
for_python="python3 python3-dev pybind11-dev python3-numpy python3-pandas python3-matplotlib python3-pytest"
for_checks="clang libclang-rt-dev slurm-wlm munge $for_mpi $for_python stockfish fairy-stockfish pgn-extract jq python3-jsonschema python3-yaml librsvg2-bin man-db zsh fish mkdocs mkdocs-material doxygen"

# shellcheck disable=SC1090  # a file of assignments
system=$(. "${LUDEX_OS_RELEASE:-/etc/os-release}" && echo "${ID:-unknown} ${VERSION_ID:-}")
case "$system" in
  # The page's types, and the page in a browser: tests/browser. Ubuntu's chromium is no package but a snap.
  "debian "*) for_checks="$for_checks node-typescript chromium chromium-driver fonts-liberation" ;;
esac
case "$system" in
  "debian 12" | "ubuntu 24.04") for_checks="$for_checks clang-format-14" ;;
  "debian 13") ;;
  *)
    cat >&2 << END
setup.sh: this is '$system', expected Debian 12, Debian 13 or Ubuntu 24.04. Install by your system's own means:
  a C++20 compiler (g++ 12 or clang++ 14, or later), CMake 3.25, Ninja, git, binutils
  the libraries, with headers: Boost 1.74 (DLL, filesystem), CLI11 2.1, Eigen 3.4, fmt 9, NLopt 2.7, libseccomp 2.5, oneTBB 2021, OpenSSL 3,
  yaml-cpp 0.7, nlohmann-json 3.11, libzip 1.7, zlib, zstd 1.4, Chart.js 3 (its folder: -DLUDEX_CHART_JS=); for the tests: doctest 2.4, Google Benchmark 1.7
Then go on with cmake, as README.md says.
END
    exit 2
    ;;
esac

print=""
for word in "$@"; do
  case "$word" in
    ci) packages="$packages $for_checks" ;;
    mpi) packages="$packages $for_mpi" ;;
    python) packages="$packages $for_python" ;;
    --print) print=yes ;;
    *)
      echo "setup.sh: '$word', expected 'ci', 'mpi', 'python', '--print' or nothing" >&2
      exit 2
      ;;
  esac
done
if [ -n "$print" ]; then
  # shellcheck disable=SC2086  # a list of words
  printf '%s\n' $packages
  exit 0
fi

missing=""
for package in $packages; do
  if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed"; then
    missing="$missing $package"
  fi
done
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
echo "installing:$missing"
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
# shellcheck disable=SC2086  # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
