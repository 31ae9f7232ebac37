# A real Slurm of several nodes on this machine, without systemd: to be sourced. Needs root, Debian's slurm-wlm and munge.
# Everything lies in $cluster and listens on the loopback only; slurm_end stops what slurm_start has started, by process id.
#   slurm_start NODES CPUS    then squeue, sbatch, srun ... speak to it (SLURM_CONF)
#   slurmd_kill I             node I is gone: its daemon and every process of its jobs
#   slurmd_start I

free_port() { # the first of a run of free ports
  python3 - << 'END'
import random, socket
while True:
    port = random.randrange(20000, 60000)
    sockets = []
    try:
        for i in range(16):
            s = socket.socket(); s.bind(("127.0.0.1", port + i)); sockets.append(s)
        print(port); break
    except OSError:
        pass
    finally:
        for s in sockets: s.close()
END
}

daemon() { # NAME COMMAND...
  local name=$1
  shift
  "$@" > "$cluster/log/$name.out" 2>&1 &
  echo $! > "$cluster/run/$name.id"
}

daemon_end() { # NAME SIGNAL
  local file=$cluster/run/$1.id
  [ -f "$file" ] || return 0
  kill "-$2" "$(cat "$file")" 2> /dev/null || true
  rm -f "$file"
}

slurmd_start() {
  mkdir -p "$cluster/spool/n$1"
  daemon "n$1" slurmd -D -N "n$1" -f "$SLURM_CONF"
}

slurmd_kill() {
  local process
  daemon_end "n$1" KILL
  # What the daemon has started carries the node's name; nobody else on this machine has this cluster's SLURM_CONF as well.
  for process in /proc/[0-9]*; do
    if tr '\0' '\n' 2> /dev/null < "$process/environ" | grep -qx "SLURMD_NODENAME=n$1" &&
      tr '\0' '\n' 2> /dev/null < "$process/environ" | grep -qx "SLURM_CONF=$SLURM_CONF"; then
      kill -KILL "${process#/proc/}" 2> /dev/null || true
    fi
  done
}

slurm_start() {
  local nodes=$1 cpus=$2 port host i
  host=$(hostname)
  port=$(free_port)
  mkdir -p "$cluster"/{state,spool,log,run}
  chmod 755 "$cluster"
  # A munge of its own, whose socket and key nobody else uses.
  dd if=/dev/urandom of="$cluster/munge.key" bs=64 count=1 status=none
  chmod 400 "$cluster/munge.key"
  daemon munge munged --foreground --force --socket="$cluster/munge.socket" --key-file="$cluster/munge.key" \
    --pid-file="$cluster/run/munge.pid" --log-file="$cluster/log/munge.log" --seed-file="$cluster/munge.seed"
  export SLURM_CONF=$cluster/slurm.conf
  cat > "$SLURM_CONF" << END
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/run/slurmctld.pid
SlurmdPidFile=$cluster/run/%n.pid
SlurmctldLogFile=$cluster/log/slurmctld.log
SlurmdLogFile=$cluster/log/%n.log
SlurmctldPort=$port
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
BatchStartTimeout=10
KillWait=2
MinJobAge=300
JobRequeue=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=n[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=$cpus State=UNKNOWN
PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP
END
  for ((i = 0; i < 100; i++)); do
    [ ! -S "$cluster/munge.socket" ] || break
    sleep 0.1
  done
  daemon slurmctld slurmctld -D -f "$SLURM_CONF"
  sleep 1
  for ((i = 1; i <= nodes; i++)); do slurmd_start "$i"; done
  for ((i = 0; i < 300; i++)); do
    [ "$(sinfo -h -t idle -o %D 2> /dev/null)" != "$nodes" ] || return 0
    sleep 0.2
  done
  echo "the Slurm of this test did not start:" >&2
  tail -n 5 "$cluster"/log/* >&2
  return 1
}

slurm_end() {
  local file
  for file in "$cluster"/run/n*.id; do
    [ -f "$file" ] && daemon_end "$(basename "$file" .id)" TERM
  done
  daemon_end slurmctld TERM
  daemon_end munge TERM
}
