#!/bin/sh
# The first process of the namespaces that the cluster lives in. The mounts, addresses, rules and settings of the
# machine stay as they are, ports do not clash, and the kernel ends all processes of the cluster with this one.
#   namespaces.sh FOLDER CGROUP ADDRESS
set -eu
folder=$1 cgroup=$2 address=$3

mount --make-rshared /
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p "$folder"/var/lib/kubelet "$folder"/var/lib/cni "$folder"/var/log/pods "$folder"/var/run "$folder"/var/tmp
mount --bind "$folder/var" /var

# Settings of the kernel that kubelet demands: files that lie over them, because they are the whole machine's.
mkdir -p "$folder/sys"
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file="$folder/sys/$(basename "${setting%=*}")"
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

# kubelet does not make the group that is the root of its own.
for hierarchy in cpu cpuacct cpuset memory devices freezer blkio pids systemd; do
  [ -d "/sys/fs/cgroup/$hierarchy" ] || continue
  mkdir -p "/sys/fs/cgroup/$hierarchy$cgroup"
done
for setting in cpuset.cpus cpuset.mems; do
  [ -e "/sys/fs/cgroup/cpuset/$setting" ] || continue
  cat "/sys/fs/cgroup/cpuset/$setting" >"/sys/fs/cgroup/cpuset$cgroup/$setting"
done

ip link set lo up
ip link add node0 type bridge
ip address add "$address/24" dev node0
ip link set node0 up
# A bridge without a member that is up has no carrier, which is in order where the kernel has no such member.
if ip link add node0p type dummy; then ip link set node0p master node0 up; fi
ip route add default via "$address" dev node0
echo 1 >/proc/sys/net/ipv4/ip_forward
if [ -e /proc/sys/net/bridge/bridge-nf-call-iptables ]; then
  echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables
fi

touch "$folder/prepared"
# It reaps what it inherits.
while :; do
  sleep 3600 &
  wait $! || true
done
