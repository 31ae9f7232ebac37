#!/usr/bin/env bash
# A game and an agent built against the headers of the last version, with g++ and clang++, must load and play in this
# tree's host (not pass its `ludex check`: that may ask for more than it did). The last version is the last tag vN.N.N;
# before there is one, the commit that tests/abi/sdk-baseline names ("HEAD": this commit, while the interface is not
# frozen yet). It is set with
#   git rev-parse HEAD > tests/abi/sdk-baseline
# usage: tests/ci/old_sdk.sh BUILD_FOLDER [COMMIT]
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/ci/strangers.sh
ludex=$1/ludex
skip() { echo "SKIPPED: plug-ins of an old SDK: $1"; exit 0; }

baseline=${2:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2> /dev/null || grep -v '^#' tests/abi/sdk-baseline)}
if ! commit=$(git rev-parse --verify --quiet "$baseline^{commit}"); then
  [ "$(git rev-parse --is-shallow-repository)" = true ] && skip "a shallow clone has no $baseline; git fetch --unshallow"
  echo "tests/abi/sdk-baseline: there is no commit '$baseline'" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/sdk"
git archive "$commit" core plugins/examples | tar -x -C "$work/sdk"

major() { grep -rhoE 'kAbiMajor = [0-9]+' "$1/core" --include='*.hpp' | grep -oE '[0-9]+'; }
now=$(major .)
then=$(major "$work/sdk")
[ "$now" = "$then" ] || skip "interface $now replaces interface $then of $baseline"

for compiler in g++ clang++; do
  echo "== plug-ins built by $compiler with the headers of $baseline ($(git rev-parse --short "$commit"))"
  mkdir "$work/$compiler"
  for example in game-nim:nim/nim.cpp agent-two-ply:two-ply/two_ply.cpp; do
    plugin="$work/$compiler/${example%%:*}.so"
    "$compiler" -std=c++20 -O2 -fPIC -shared -fvisibility=hidden -fvisibility-inlines-hidden -Wl,-z,defs \
      -I "$work/sdk" "$work/sdk/plugins/examples/${example#*:}" -o "$plugin"
  done
  play_strangers "$ludex" "$work/$compiler" "$work"
  test "$(wc -l < "$work/out/games.jsonl")" = 8
done
