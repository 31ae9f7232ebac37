#!/usr/bin/env bash
# A tournament of 600 games in 20 parts on a real Slurm of three nodes on this machine: tasks are killed and queued again, a
# node is lost in the middle, and the gathered log is that of one machine. Then one run under MPI in Slurm.
# usage: tests/cluster/tournament.sh [BUILD=build/release]     needs root, slurm-wlm, munge, python3; MPI for the last part
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build/release}")
for program in slurmctld slurmd munged sbatch python3; do
  if ! command -v "$program" > /dev/null || [ "$(id -u)" != 0 ]; then
    echo "skipped: no $program here, or not root (./setup.sh ci installs slurm-wlm and munge)"
    exit 0
  fi
done

work=$(mktemp -d /tmp/ludex-cluster.XXXXXX)
cluster=$work/slurm
. tests/cluster/slurm_here.sh
finish() {
  local code=$?
  slurm_end
  [ "$code" = 0 ] && rm -rf "$work" || echo "FAILED; everything is in $work" >&2
  exit "$code"
}
trap finish EXIT
seconds() { printf '%4d s  %s\n' "$SECONDS" "$*"; }

cat > "$work/t.yaml" << 'END'
name: cluster
seed: 22
games: [ {game: connect-k, params: {width: 6, height: 5, k: 4}} ]
agents:
  - {name: random, agent: random}
  - {name: uct-400, agent: uct, budget: {iterations: 400}}
  - {name: ab, agent: alpha-beta, budget: {nodes: 1500}}
format: {type: round-robin, games_per_pair: 200}
openings: {random_plies: 2}
budget: {iterations: 20}
END
ludex=$build/ludex

# The log without what may differ from machine to machine: times, and what comes of them.
content() {
  python3 - "$1/games.jsonl" << 'END'
import json, sys
for line in open(sys.argv[1]):
    game = json.loads(line)
    for stats in game["stats"]:
        for key in "cpu_seconds", "wall_seconds", "overruns", "starved": stats.pop(key, None)
        moves = stats.get("by_move", {})
        for key in "cpu_us", "wall_us": moves.pop(key, None)
        if not moves: stats.pop("by_move", None)
    print(json.dumps(game))
END
}
check() { # FOLDER
  content "$1" > "$work/found"
  cmp "$work/expected" "$work/found"
}

seconds "one machine"
"$ludex" run "$work/t.yaml" --quiet --out "$work/one"
content "$work/one" > "$work/expected"
[ "$(wc -l < "$work/expected")" = 600 ]

seconds "a Slurm of three nodes with two cores each"
slurm_start 3 2
out=$work/out
# A rest before each part, so that there is something to kill: 600 games take seconds.
sed "s/name: cluster/name: cluster/" "$work/t.yaml" > "$work/parts.yaml"
"$ludex" submit "$work/parts.yaml" --out "$out" --tasks 20 --concurrency 1 --sbatch time=5

seconds "five running tasks are killed and queued again"
killed=0
for ((i = 0; i < 400 && killed < 5; i++)); do
  task=$(squeue -h -r -t R -o %i | grep _ | shuf -n 1 || true)
  if [ -n "$task" ]; then
    number=${task#*_}
    # The process that plays the part says who it is.
    process=$(sed -n 's/^process \([0-9]*\) .*/\1/p' "$out"/parts/"$(printf %03d "$number")"-of-020/lock 2> /dev/null || true)
    if [ -n "$process" ] && kill -KILL "$process" 2> /dev/null; then
      killed=$((killed + 1))
      for ((k = 0; k < 50; k++)); do
        scontrol requeue "$task" 2> /dev/null && break
        sleep 0.1
      done
    fi
  fi
  sleep 0.05
done
echo "killed: $killed"
"$ludex" status "$out" | head -4

seconds "node n2 is lost with all that runs there"
slurmd_kill 2
for ((i = 0; i < 300; i++)); do
  sinfo -h -n n2 -o %t | grep -q down && break
  sleep 0.2
done
sinfo
seconds "it is back"
slurmd_start 2

for ((i = 0; i < 600; i++)); do
  [ -n "$(squeue -h)" ] || break
  sleep 0.2
done
seconds "the queue is empty"
"$ludex" status "$out" | head -12
if ! [ -f "$out/games.jsonl" ]; then
  # A task that was killed for good is missing, and can be submitted alone.
  "$ludex" submit "$work/parts.yaml" --out "$out" --missing --concurrency 1 --sbatch time=5
  for ((i = 0; i < 600; i++)); do
    [ -n "$(squeue -h)" ] || break
    sleep 0.2
  done
  seconds "so are those that were missing"
fi
cat "$out/slurm/results.log"
check "$out"
test -s "$out/ratings.txt"
test -s "$out/report.html"

if [ -f "$build/plugins/transport-mpi.so" ]; then
  seconds "one run under MPI, on all nodes, ended in the middle and queued again"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo
  "$ludex" submit "$work/t.yaml" --out "$work/mpi" --mpi --tasks 6 --concurrency 1 --sbatch time=5
  for ((i = 0; i < 300; i++)); do
    [ -n "$(squeue -h)" ] || break
    sleep 0.2
  done
  cat "$work/mpi/slurm/run.log"
  check "$work/mpi"
else
  echo "skipped: no transport-mpi in $build"
fi
seconds "done"
