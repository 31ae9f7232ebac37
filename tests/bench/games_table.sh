#!/usr/bin/env bash
# Prints the table of docs/reference/game-speed.md: of every game on this machine the speed of playouts, perft and uct, from the start
# position, the best of three: one thread and CPU time; simulations of uct per second by the number that a search makes
# (with `--deep` 10 million, too, which takes minutes where playouts are long), memory of its tree a simulation of
# 100,000, and simulations per second of CPU time with two threads over one (1: twice as fast where two processors are
# free). A process makes one search, which pays for its memory: most of what 1,000 simulations cost. usage: tests/bench/games_table.sh [path to ludex] [--deep]
# [GAME...]; games as in `games` below.
set -euo pipefail
ludex=build/release/ludex

# game, depth of perft (start position, bulk counting at the last ply, or the last two)
games="mnk:9 connect-k:9 hex:3 gomoku:3 breakthrough:6 knightthrough:5 othello:9 chess:5 checkers:9 awari:10 loa:5 loa@size=7:5 minishogi:5 chinese-checkers:5"
sizes="1000 10000 100000"
chosen=""
for argument in "$@"; do
  case $argument in
    --deep) sizes+=" 10000000" ;;
    *:*) chosen+=" $argument" ;;
    *) ludex=$argument ;;
  esac
done

field() { grep -o "\"$1\":[0-9.e+-]*" | head -1 | cut -d: -f2; }
best() {  # command...: the largest of three of the number on the last line of awk's input
  for _ in 1 2 3; do "$@"; done | sort -g | tail -1
}
playouts() { "$ludex" playouts "$1" --seconds 1 --json | field playouts_per_cpu_second; }
perft() { "$ludex" perft "$1" "$2" --json | awk -F'[:,}]' '{ for (i = 1; i < NF; ++i) { if ($i ~ /"nodes"/) n = $(i+1); if ($i ~ /cpu_seconds/) s = $(i+1) } print n / s / 1e6 }'; }
uct() { "$ludex" analyze "$1" --agent uct --iterations "$2" --json | field cpu_seconds | awk -v n="$2" '{ print n / $1 }'; }
tree_bytes() { "$ludex" analyze "$1" --agent uct --iterations 100000 --json | field tree_bytes | awk '{ print $1 / 100000 }'; }
threads() { "$ludex" analyze "$1" --agent uct --cpu-seconds 0.5 --threads "$2" --json | sed 's/.*"cpu_seconds":\([0-9.e+-]*\).*"iterations":\([0-9]*\).*/\1 \2/' | awk '{ print $2 / $1 }'; }

echo "| game | playouts/s | plies | state bytes | copy ns | perft M nodes/s (depth) |$(printf ' uct %s |' $sizes) bytes a simulation | two threads |"
echo "|---|---|---|---|---|---|$(printf -- '---|%.0s' $sizes)---|---|"
for item in ${chosen:-$games}; do
  depth=${item##*:}
  game=$(echo "${item%:*}" | tr '@' ':')
  statistics=$("$ludex" playouts "$game" --seconds 0.5 --json)
  plies=$(echo "$statistics" | field mean_plies)
  copy=$(echo "$statistics" | field copy_ns)
  bytes=$("$ludex" describe "$game" --json | grep -o '"state_size": [0-9]*' | grep -o '[0-9]*$')
  LC_ALL=C printf '| %s | %.0f | %.1f | %d | %.1f | %.1f (%d) |' "$game" "$(best playouts "$game")" "$plies" "$bytes" "$copy" \
    "$(best perft "$game" "$depth")" "$depth"
  for size in $sizes; do
    LC_ALL=C printf ' %.0f |' "$( ((size > 1000000)) && uct "$game" "$size" || best uct "$game" "$size")"
  done
  LC_ALL=C printf ' %.1f | %.2f |\n' "$(tree_bytes "$game")" \
    "$(echo "$(best threads "$game" 2) $(best threads "$game" 1)" | awk '{ print $1 / $2 }')"
done
