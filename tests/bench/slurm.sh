#!/usr/bin/env bash
# A Slurm of four nodes on this host, and a job of eight ranks that exports to a store; then the same with a node that is
# killed in the middle. No GPU: tests/cli/fake_application stands for the program. Nothing is left running.
# usage: slurm.sh ROOFLENS FAKE_APPLICATION DUCKDB_DIRECTORY      as root; needs Debian's slurmctld, slurmd, slurm-client, munge
set -euo pipefail
rooflens=$(readlink -f "$1") application=$(readlink -f "$2") duckdb=$(readlink -f "$3")
work=$(mktemp -d)
cd "$work"
mkdir state munge runs
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf

stop() {
  local file
  scancel -u root || true
  for file in slurmd.*.pid slurmctld.pid munge/munged.pid; do
    [[ ! -e $file ]] || kill "$(cat "$file")" 2>/dev/null || true
  done
  for file in slurmctld.pid munge/munged.pid; do
    for _ in $(seq 50); do [[ ! -e $file ]] || sleep 0.2; done  # they remove them last
  done
  cd /
  rm -rf "$work"
}
trap stop EXIT

cat >slurm.conf <<CONF
ClusterName=four
SlurmctldHost=$host
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SlurmctldPort=26817
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
SlurmdTimeout=20
SchedulerType=sched/builtin
SelectType=select/linear
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName=n[1-4] NodeHostname=$host NodeAddr=127.0.0.1 Port=[27001-27004] CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=p Nodes=n[1-4] Default=YES MaxTime=10 State=UP OverSubscribe=NO
CONF
chmod 755 . munge
head -c 1024 /dev/urandom >munge/key
chmod 400 munge/key
munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/munged.pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=2
slurmctld -i
for node in n1 n2 n3 n4; do
  mkdir "spool.$node"
  slurmd -N "$node"
done
sleep 5

# job LEFT [SRUN-OPTION]: the ranks of node n3 go on until they are killed where LEFT is 3.
job() {
  cat >job.sh <<JOB
#!/bin/bash
#SBATCH --nodes=4 --ntasks-per-node=2 --no-kill
cd $work
export ROOFLENS_INJECT=$application ROOFLENS_DUCKDB=$duckdb
srun --no-kill bash -c 'mkdir -p runs/\$SLURMD_NODENAME; mode=normal
  [ $1 = 3 ] && [ \$SLURMD_NODENAME = n3 ] && mode=forever
  exec $rooflens profile -o runs/\$SLURMD_NODENAME/run.rlens -- $application \$mode >/dev/null'
srun --no-kill --nodes=$1 --ntasks=$1 --ntasks-per-node=1 ${2:-} bash -c \
  '$rooflens export runs/\$SLURMD_NODENAME/*.rlens --format parquet -o store'
JOB
  rm -rf runs/*
  sbatch --wait -o out.txt job.sh || true
}
ask() { ROOFLENS_DUCKDB=$duckdb "$rooflens" query store jobs; }

job 4
ask
job 3 --exclude=n3 &
sleep 8
echo "killing n3"
kill -9 "$(cat slurmd.n3.pid)" $(pgrep -f "$application forever")
wait %1 || true
ask
for spool in runs/n3/*.spool; do "$rooflens" merge "$spool" -o "${spool%.spool}"; done
ROOFLENS_DUCKDB=$duckdb "$rooflens" export runs/n3/*.rlens --format parquet -o store --job 2
ask
