#!/usr/bin/env bash
# The rows of the published perft tables that are too large for the tests (more than 50 M leaves), through the loaded
# plug-ins. usage: tests/ci/perft_large.sh [LUDEX [DATA_FOLDER [LIMIT]]]
set -euo pipefail
ludex=${1:-build/release/ludex}
data=${2:-../shared/data}
limit=${3:-10000000000}

rows() { tail -n +2 "$1" | grep -v '^#' | tr -d '\r'; }

right=0
wrong=0
check() {  # game position depth expected
  local arguments=("$1" "$3" --json)
  if [ -n "$2" ]; then arguments+=(--position "$2"); fi
  local found
  found=$("$ludex" perft "${arguments[@]}" | grep -o '"nodes":[0-9]*' | cut -d: -f2)
  if [ "$found" = "$4" ]; then
    right=$((right + 1))
  else
    wrong=$((wrong + 1))
    echo "WRONG: $1 depth $3 '$2': $found, expected $4"
  fi
}
large() { [ -n "$1" ] && [ "$1" -gt 50000000 ] && [ "$1" -le "$limit" ]; }

# Fields with commas of their own are not needed here: positions hold none but PDN-FEN, handled below.
while IFS=, read -r fen _ depth nodes _; do large "$nodes" && check breakthrough "$fen" "$depth" "$nodes"; done \
  < <(rows "$data/breakthrough/perft_breakthrough.csv")
while IFS=, read -r fen _ depth nodes _; do large "$nodes" && check knightthrough "$fen" "$depth" "$nodes"; done \
  < <(rows "$data/knightthrough/perft_knightthrough.csv")
while IFS=, read -r fen depth nodes _; do large "$nodes" && check chess:draws=none "$fen" "$depth" "$nodes"; done \
  < <(rows "$data/chess/perft_chess.csv")
while IFS=, read -r _ sfen depth legal strict; do
  large "$legal" && check minishogi:uchifuzume=legal,repetition=none "$sfen" "$depth" "$legal"
  large "$strict" && check minishogi:repetition=none "$sfen" "$depth" "$strict"
done < <(rows "$data/minishogi/perft_minishogi_strict.csv")
while IFS= read -r line; do
  # fen,depth,all,merged,samuel: the first field is quoted if it holds commas.
  fen=$(sed -E 's/^"?([^"]*)"?,[0-9]+,[0-9]+,[0-9]+,.*$/\1/' <<< "$line")
  IFS=, read -r depth all merged _ <<< "$(sed -E 's/^.*,([0-9]+,[0-9]+,[0-9]+),[^,]*$/\1/' <<< "$line")"
  if [ "$fen" = start ]; then fen=""; fi
  large "$all" && check checkers:draws=false,paths=distinct "$fen" "$depth" "$all"
  large "$merged" && check checkers:draws=false,paths=merged "$fen" "$depth" "$merged"
done < <(rows "$data/checkers/perft_checkers.csv")

# Edax counts the moves made at exactly this ply, games over before contribute nothing.
while IFS=, read -r depth _ at_ply _; do large "$at_ply" && check othello:end=no-moves "" "$depth" "$at_ply"; done \
  < <(rows "$data/othello/perft.csv")

echo "$right right, $wrong wrong"
[ "$wrong" = 0 ] && [ "$right" -gt 0 ]
