#!/usr/bin/env bash
# Runs every fuzzer that is built: of games, each from its corpus, and of texts; one line for each, the input of every failure.
# LUDEX_FUZZ_AT_ONCE of them run side by side (2); LUDEX_FUZZ_SEED is where they begin (0: anywhere).
# usage: tests/ci/fuzz.sh SECONDS BUILD_FOLDER [GAME...]     (cmake --preset asan && cmake --build --preset fuzz)
set -euo pipefail
seconds=$1
build=$(cd "$2" && pwd)
shift 2
cd "$(dirname "$0")/../fuzz"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fuzz_one() {  # game
  local game=$1 folder=$work/$1 log=$work/$1.log verdict=ok
  mkdir -p "$folder/corpus" "$folder/found"
  if [ -d "corpus/$game" ]; then cp "corpus/$game"/* "$folder/corpus/"; fi
  "$build/fuzz/fuzz_$game" "$folder/corpus" -max_total_time="$seconds" -max_len=512 -seed="${LUDEX_FUZZ_SEED:-0}" -rss_limit_mb=2048 -timeout=25 \
    -print_final_stats=1 -artifact_prefix="$folder/found/" > "$log" 2>&1 || verdict=FAILED
  if [ "$verdict" = ok ]; then touch "$work/$game.ok"; fi
  # The last line with figures, if it came so far: "#1234 DONE cov: 567 ft: 890 corp: 12/3Kb ...".
  local figures coverage executions
  figures=$({ grep -a '^#.* cov: ' "$log" || true; } | tail -n 1)
  coverage=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' <<< "$figures")
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%-14s %9s executions  %5s edges covered  %s\n' "$game" "${executions:-?}" "${coverage:-?}" "$verdict"
  [ "$verdict" = ok ] && return 0
  { grep -a -v '^#[0-9]' "$log" || true; } | tail -n 60
  for input in "$folder/found"/*; do
    if [ -f "$input" ]; then echo "--- $input (base64: $(base64 -w 0 "$input"))"; cat "$input"; echo; fi
  done
}

games=("$@")
if [ ${#games[@]} -eq 0 ]; then
  for target in "$build"/fuzz/fuzz_*; do games+=("${target##*/fuzz_}"); done
fi
at_once=${LUDEX_FUZZ_AT_ONCE:-2}
for ((i = 0; i < ${#games[@]}; i += at_once)); do
  for game in "${games[@]:i:at_once}"; do fuzz_one "$game" > "$work/$game.report" & done
  wait
  for game in "${games[@]:i:at_once}"; do cat "$work/$game.report"; done
done
for game in "${games[@]}"; do
  if [ ! -e "$work/$game.ok" ]; then exit 1; fi
done
