#!/usr/bin/env bash
# Prints how fast uct is beside the playouts it is made of, and how it slows down as the tree grows: simulations per
# second of CPU time, one search from the initial position each, the best of three in turn, one thread; with `--deep`
# 10 million, too, for which a tree of 512 MiB is needed. The first search of a process pays for its memory, which is
# most of what 1,000 simulations cost. usage: tests/bench/uct_table.sh [path to ludex] [--deep]
set -euo pipefail
ludex=build/release/ludex
sizes="1000 10000 100000 1000000"
for argument in "$@"; do
  if [[ $argument == --deep ]]; then sizes+=" 10000000"; else ludex=$argument; fi
done
games="mnk connect-k connect-k@graph=true hex hex@amaf=rave gomoku breakthrough othello awari"

fields() { grep -o "\"$1\":[0-9.e+-]*" | cut -d: -f2; }
times() {  # count, command...
  for ((round = 0; round < $1; ++round)); do "${@:2}" --json; done
}

echo "| game | playouts/s |$(printf ' uct %s |' $sizes) bytes a simulation |"
echo "|---|---|$(printf -- '---|%.0s' $sizes)---|"
for item in $games; do
  game=${item%@*}
  agent=uct
  [[ $item == *@* ]] && agent=uct:${item#*@}
  playouts=$(times 3 "$ludex" playouts "$game" --seconds 0.5 | fields playouts_per_cpu_second | sort -g | tail -1)
  line=$(LC_ALL=C printf '| %s | %.0f |' "${item/@/, }" "$playouts")
  for size in $sizes; do
    searches=$(times $((size > 1000000 ? 1 : 3)) "$ludex" analyze "$game" --agent "$agent" --iterations "$size")
    best=$(fields cpu_seconds <<< "$searches" | sort -g | head -1)
    bytes=$(fields tree_bytes <<< "$searches" | head -1)
    line+=$(awk -v n="$size" -v s="$best" 'BEGIN { printf " %.0f |", n / s }')
  done
  awk -v line="$line" -v n="$size" -v b="$bytes" 'BEGIN { printf "%s %.1f |\n", line, b / n }'
done
