#!/usr/bin/env bash
# A tournament of 600 games in 20 parts on a real Slurm of three nodes on this machine: tasks are killed and queued again, a
# node is lost in the middle, and the gathered log is that of one machine. Then one run under MPI in Slurm.
# usage: tests/cluster/tournament.sh [BUILD=build/release [parts|mpi]]     needs root, slurm-wlm, munge, python3; MPI for the last part
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build/release}")
only=${2:-}
for program in slurmctld slurmd munged sbatch python3; do
  if ! command -v "$program" > /dev/null || [ "$(id -u)" != 0 ]; then
    echo "SKIPPED: no $program here, or not root (./setup.sh ci installs slurm-wlm and munge)"
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
  - {name: ab, agent: alpha-beta, budget: {nodes: 500}}
  # It sleeps: a part takes seconds, so that there is something to kill, and no more of this machine than it has.
  - {name: late, agent: late, params: {ms: 30}}
format: {type: round-robin, games_per_pair: 200}
openings: {random_plies: 2}
budget: {iterations: 20}
END
ludex() { "$build/ludex" --plugin-path "$build/tests/agents" "$@"; }

# The log without what may differ from machine to machine: times, and what comes of them.
content() {
  python3 - "$1/games.jsonl" << 'END'
import json, sys
for line in open(sys.argv[1]):
    game = json.loads(line)
    game.pop("chain", None)
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
ludex run "$work/t.yaml" --quiet --concurrency 32 --out "$work/one"
content "$work/one" > "$work/expected"
[ "$(wc -l < "$work/expected")" = 600 ]

seconds "a Slurm of three nodes with two cores each"
slurm_start 3 2
empty_queue() { # at most 2 minutes
  local i
  for ((i = 0; i < 600; i++)); do
    [ -n "$(squeue -h)" ] || return 0
    sleep 0.2
  done
  squeue
  return 1
}

test_parts() {
  out=$work/out
  ludex submit "$work/t.yaml" --out "$out" --tasks 20 --concurrency 1 --sbatch time=5

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
  ludex status "$out" | head -4

  seconds "node n2 is lost with all that runs there"
  slurmd_kill 2
  for ((i = 0; i < 300; i++)); do
    sinfo -h -n n2 -o %t | grep -q down && break
    sleep 0.2
  done
  sinfo
  seconds "it is back"
  slurmd_start 2

  empty_queue
  seconds "the queue is empty"
  ludex status "$out" | head -12
  if ! [ -f "$out/games.jsonl" ]; then
    # A task that was killed for good is missing, and can be submitted alone.
    ludex submit "$work/t.yaml" --out "$out" --missing --concurrency 1 --sbatch time=5
    empty_queue
    seconds "so are those that were missing"
  fi
  cat "$out/slurm/results.log"
  check "$out"
  test -s "$out/ratings.txt"
  test -s "$out/report.html"

}

# On one node: two slurmd of one machine would make the same folder for PMIx.
test_mpi() {
  if ! [ -f "$build/plugins/transport-mpi.so" ]; then
    echo "SKIPPED: no transport-mpi in $build"
    return
  fi
  seconds "one run under MPI, warned of its time limit in the middle"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
  out=$work/mpi
  ludex submit "$work/t.yaml" --out "$out" --mpi --tasks 2 --concurrency 16 --sbatch nodes=1 --sbatch cpus-per-task=1 --sbatch time=5 |
    tee "$work/submitted"
  job=$(sed -n 's/.*: job \([0-9]*\),.*/\1/p' "$work/submitted")
  for ((i = 0; i < 600; i++)); do
    [ "$(cat "$out/games.jsonl" 2> /dev/null | wc -l)" -lt 50 ] || break
    sleep 0.1
  done
  ludex status "$out" | head -1
  # What Slurm does when the time is nearly up.
  scancel --batch --signal=USR1 "$job"
  empty_queue
  cat "$out/slurm/run.log"
  grep -q "queued again" "$out/slurm/run.log"
  check "$out"
}

[ "$only" = mpi ] || test_parts
[ "$only" = parts ] || test_mpi
seconds "done"
