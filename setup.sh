#!/bin/sh
# Installs what Ludex needs on Debian 12: nothing if it is there already. `./setup.sh ci` adds what only the checks of
# .ci/run need (a second compiler, the formatter, engines to play against). Needs root or sudo to install.
set -eu

packages="g++ cmake ninja-build ccache git binutils
          libboost-dev libboost-filesystem-dev libcli11-dev libeigen3-dev libfmt-dev libssl-dev libtbb-dev libyaml-cpp-dev nlohmann-json3-dev
          doctest-dev zlib1g-dev libbenchmark-dev"
if [ "${1:-}" = ci ]; then
  packages="$packages clang-14 clang-format-14 libclang-rt-14-dev stockfish fairy-stockfish python3"
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
