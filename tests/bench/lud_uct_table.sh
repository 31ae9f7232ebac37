#!/usr/bin/env bash
# Prints simulations of uct and uniform playouts of described games, both a CPU second, one thread, from the initial
# position: medians of three slices in turns. FOLDER has lud/ and def/ of Ludii. usage:
# tests/bench/lud_uct_table.sh FOLDER [path to ludex]
set -euo pipefail
folder=$1
ludex=${2:-build/release/ludex}
games="Amazons Breakthrough Chess Connect6 English_Draughts Gomoku Hex Konane Lines_of_Action Nine_Men_s_Morris \
Reversi Yavalath"

field() { grep -o "\"$1\":[0-9.e+-]*" | cut -d: -f2; }
median() { sort -g | sed -n 2p; }

echo "| game | playouts/s | uct, simulations/s | ratio |"
echo "|---|---|---|---|"
for name in $games; do
  game=lud:file=$folder/lud/$name.lud,definitions=$folder/def
  playouts="" simulations=""
  for _ in 1 2 3; do
    playouts+=$("$ludex" playouts "$game" --seconds 0.5 --json | field playouts_per_cpu_second)$'\n'
    search=$("$ludex" analyze "$game" --agent uct --cpu-seconds 0.5 --json)
    simulations+=$(awk "BEGIN { print $(field iterations <<< "$search") / $(field cpu_seconds <<< "$search") }")$'\n'
  done
  LC_ALL=C awk -v name="${name//_/ }" -v a="$(printf %s "$playouts" | median)" \
    -v b="$(printf %s "$simulations" | median)" \
    'BEGIN { printf "| %s | %.0f | %.0f | %.2f |\n", name, a, b, b / a }'
done
