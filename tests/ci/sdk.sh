#!/usr/bin/env bash
# Installs Ludex, then builds and plays the out-of-tree examples and what `ludex new` writes, with g++ and clang++.
# usage: tests/ci/sdk.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/ludex" > /dev/null
ludex="$work/ludex/bin/ludex"
"$ludex" list

build_plugin() {  # name source compiler
  cmake -S "$2" -B "$work/$1-$3" -G Ninja -DCMAKE_PREFIX_PATH="$work/ludex" -DCMAKE_CXX_COMPILER="$3" > /dev/null
  cmake --build "$work/$1-$3" > /dev/null
  ctest --test-dir "$work/$1-$3" --output-on-failure --no-tests=error
}
"$ludex" new agent my-agent "$work/my-agent" > /dev/null
"$ludex" new game my-game "$work/my-game" > /dev/null

for compiler in g++ clang++-14; do
  echo "== plug-ins built by $compiler in the host built by $("$ludex" describe random | sed -n 's/^ *built by //p')"
  build_plugin two-ply plugins/examples/two-ply "$compiler"
  build_plugin nim plugins/examples/nim "$compiler"
  build_plugin my-agent "$work/my-agent" "$compiler"
  build_plugin my-game "$work/my-game" "$compiler"
  path="$work/two-ply-$compiler:$work/nim-$compiler:$work/my-agent-$compiler:$work/my-game-$compiler"
  for plugin in two-ply/agent-two-ply nim/game-nim my-agent/agent-my-agent my-game/game-my-game; do
    "$ludex" check "$work/${plugin%%/*}-$compiler/${plugin#*/}.so"
  done
  cat > "$work/t.yaml" <<YAML
name: strangers
games: [ {game: nim}, {game: my-game}, {game: mnk} ]
agents:
  - {name: two-ply, agent: two-ply}
  - {name: mine, agent: my-agent}
  - {name: uct, agent: uct}
format: {games_per_pair: 4}
budget: {iterations: 200}
YAML
  rm -rf "$work/out"
  "$ludex" --plugin-path "$path" run "$work/t.yaml" --out "$work/out"
  test "$(wc -l < "$work/out/games.jsonl")" = 36
  ! grep -v '"termination":"normal"' "$work/out/games.jsonl"
  # Bouton's theorem on the example game: 1,2,3 is lost for the mover, 3,4,5 is won.
  "$ludex" --plugin-path "$path" solve nim --agent alpha-beta --goal value --json | grep -q '"outcome":"win"'
  "$ludex" --plugin-path "$path" solve nim:a=1,b=2,c=3 --agent alpha-beta --goal value --json | grep -q '"outcome":"loss"'
done
