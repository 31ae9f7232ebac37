#!/usr/bin/env bash
# Installs Ludex, then builds and plays the out-of-tree examples and what `ludex new` writes, with g++ and clang++; one
# example also with Ludex in its build folder.
# usage: tests/ci/sdk.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/ci/strangers.sh
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/ludex" > /dev/null
ludex="$work/ludex/bin/ludex"
"$ludex" list

echo "== every installed header compiles by itself"
find "$work/ludex/include/ludex" -name '*.hpp' -print0 |
  xargs -0 -P "$(nproc)" -I{} g++ -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I "$work/ludex/include/ludex" -include {} -x c++ /dev/null

build_plugin() {  # name source compiler
  cmake -S "$2" -B "$work/$1-$3" -G Ninja -DCMAKE_PREFIX_PATH="$work/ludex" -DCMAKE_CXX_COMPILER="$3" > /dev/null
  cmake --build "$work/$1-$3" > /dev/null
  [ "$1" = first ] || ctest --test-dir "$work/$1-$3" --output-on-failure --no-tests=error
}
"$ludex" new agent my-agent "$work/my-agent" > /dev/null
"$ludex" new game my-game "$work/my-game" > /dev/null
"$ludex" new game --players 3 my-trio "$work/my-trio" > /dev/null

# The first change of CONTRIBUTING.md: its files, as they stand there below "N. `FILE`".
mkdir -p "$work/first"
awk -v root="$work/first" '
  /^[0-9]+\. `/ { split($0, part, "`"); file = root "/" part[2] }
  /^```$/ { writing = 0 }
  writing { print > file }
  /^```cpp$/ { writing = 1; folder = file; sub("/[^/]*$", "", folder); system("mkdir -p " folder) }
' CONTRIBUTING.md
cat > "$work/first/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(first LANGUAGES CXX)
find_package(ludex REQUIRED)
ludex_add_plugin(agent-weighted-random KIND agent SOURCES plugins/agents/weighted-random.cpp)
target_include_directories(agent-weighted-random PRIVATE \${CMAKE_CURRENT_SOURCE_DIR})
CMAKE
cp .clang-format "$work/first"
if command -v clang-format-14 > /dev/null; then
  find "$work/first" -name '*.[ch]pp' -exec clang-format-14 --dry-run --Werror {} +
fi
g++ -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I"$work/first" -I. -I"$build/tests/generated" \
  "$work/first/tests/unit/agents/weighted_random_test.cpp"

for folder in "$(realpath "$build")" "$work/ludex/bin"; do
  echo "== CMake finds the Ludex of PATH in $folder"
  rm -rf "$work/nim"
  PATH="$folder:$PATH" cmake -S plugins/examples/nim -B "$work/nim" -G Ninja > /dev/null
  cmake --build "$work/nim" > /dev/null
  ctest --test-dir "$work/nim" --output-on-failure --no-tests=error
done

for compiler in g++ clang++; do
  echo "== plug-ins built by $compiler in the host built by $("$ludex" describe random | sed -n 's/^ *built by //p')"
  built=()
  for source in plugins/examples/{two-ply,nim} "$work"/{my-agent,my-game,my-trio,first}; do
    plugin=${source##*/}
    build_plugin "$plugin" "$source" "$compiler" > "$work/$plugin-$compiler.log" 2>&1 &
    built+=("$!:$plugin")
  done
  for each in "${built[@]}"; do
    failed=""
    wait "${each%%:*}" || failed=yes
    cat "$work/${each#*:}-$compiler.log"
    [ -z "$failed" ] || exit 1
  done
  path="$work/two-ply-$compiler:$work/nim-$compiler:$work/my-agent-$compiler:$work/my-game-$compiler"
  for plugin in two-ply/agent-two-ply nim/game-nim my-agent/agent-my-agent my-game/game-my-game \
      my-trio/game-my-trio first/agent-weighted-random; do
    "$ludex" check "$work/${plugin%%/*}-$compiler/${plugin#*/}.so"
  done
  "$ludex" --plugin-path "$path" describe two-ply | grep -A2 '^  hasty$' | grep -q 'careful=false'
  "$ludex" --plugin-path "$path" play mnk two-ply:preset=hasty two-ply --quiet
  play_strangers "$ludex" "$path" "$work" my-agent
  test "$(wc -l < "$work/out/games.jsonl")" = 36
  "$ludex" --plugin-path "$work/first-$compiler" play hex:size=7,circuit=bridges weighted-random random --quiet
done
