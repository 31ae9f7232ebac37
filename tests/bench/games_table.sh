#!/usr/bin/env bash
# Prints the table of games/README.md: speed of playouts, perft and uct of every game on this machine, one thread, CPU
# time, the best of three. usage: tests/bench/games_table.sh [path to ludex]
set -euo pipefail
ludex=${1:-build/release/ludex}

# game, depth of perft (start position, bulk counting at the last ply, or the last two)
games="mnk:9 connect-k:9 hex:3 gomoku:3 breakthrough:6 knightthrough:5 othello:9 chess:5 checkers:9 awari:10 loa:5 loa@size=7:5 minishogi:5"

field() { grep -o "\"$1\":[0-9.e+-]*" | head -1 | cut -d: -f2; }
best() {  # command...: the largest of three of the number on the last line of awk's input
  for _ in 1 2 3; do "$@"; done | sort -g | tail -1
}
playouts() { "$ludex" playouts "$1" --seconds 1 --json | field playouts_per_cpu_second; }
perft() { "$ludex" perft "$1" "$2" --json | awk -F'[:,}]' '{ for (i = 1; i < NF; ++i) { if ($i ~ /"nodes"/) n = $(i+1); if ($i ~ /cpu_seconds/) s = $(i+1) } print n / s / 1e6 }'; }
uct() { "$ludex" analyze "$1" --agent uct --iterations 10000 --json | field cpu_seconds | awk '{ print 10000 / $1 }'; }

echo "| game | playouts/s | plies | state bytes | copy ns | perft M nodes/s (depth) | uct iterations/s |"
echo "|---|---|---|---|---|---|---|"
for item in $games; do
  depth=${item##*:}
  game=$(echo "${item%:*}" | tr '@' ':')
  statistics=$("$ludex" playouts "$game" --seconds 0.5 --json)
  plies=$(echo "$statistics" | field mean_plies)
  copy=$(echo "$statistics" | field copy_ns)
  bytes=$("$ludex" describe "$game" --json | grep -o '"state_size": [0-9]*' | grep -o '[0-9]*$')
  LC_ALL=C printf '| %s | %.0f | %.1f | %d | %.1f | %.1f (%d) | %.0f |\n' "$game" "$(best playouts "$game")" "$plies" "$bytes" "$copy" \
    "$(best perft "$game" "$depth")" "$depth" "$(best uct "$game")"
done
