#!/usr/bin/env bash
# A Docker engine for one run, beside whatever else this machine does: its own folder, socket, bridge.
#   .ci/docker.sh up FOLDER    starts it; it answers at unix://FOLDER/docker.sock
#   .ci/docker.sh down FOLDER  stops it and removes all it made
# Ends with 1 and the reason in the last line when it cannot.
set -euo pipefail

say() { echo "docker: $*"; }
fail() {
  say "FAILED: $*" >&2
  exit 1
}

folder="${2:-}"
[ -n "$folder" ] || fail "usage: $0 up|down FOLDER"
log="$folder/dockerd.log"
pidfile="$folder/dockerd.pid"
export DOCKER_HOST="unix://$folder/docker.sock"

answers() { timeout 5 docker version --format '{{.Server.Version}}' 2>/dev/null; }

# A pid file can outlive its process, and the number can be given to another: ask for the name too.
pid() {
  local pid name
  pid="$(cat "$pidfile" 2>/dev/null)" && name="$(cat "/proc/$pid/comm" 2>/dev/null)" || return 1
  [ "$name" = dockerd ] && echo "$pid"
}

# An interface's name has at most 15 characters.
bridge() { echo "assay$(echo "$folder" | cksum | cut -d' ' -f1)"; }

up() {
  [ "$(id -u)" = 0 ] || fail "only root can start an engine; this is $(id -un)"
  command -v dockerd >/dev/null || fail "dockerd is not installed"
  mkdir -p "$folder/data" "$folder/exec"

  # A bridge of its own, in a range that no real network has (RFC 2544), so that two engines on one
  # machine do not give out the same addresses.
  local third=$(($(bridge | tr -dc 0-9) % 256)) child version
  ip link add "$(bridge)" type bridge
  ip address add "198.18.$third.1/24" dev "$(bridge)"
  ip link set "$(bridge)" up

  # Published ports are only for this machine: they listen on the loopback, whatever is asked for,
  # and need neither packet filter rules nor forwarding.
  setsid dockerd --host "$DOCKER_HOST" --pidfile "$pidfile" \
    --data-root "$folder/data" --exec-root "$folder/exec" \
    --bridge "$(bridge)" --ip 127.0.0.1 --iptables=false --ip-forward=false --ip-masq=false \
    >"$log" 2>&1 </dev/null &
  child=$!
  for _ in $(seq 1 120); do
    if version="$(answers)"; then
      say "engine $version started"
      return
    fi
    kill -0 "$child" 2>/dev/null || break
    sleep 0.5
  done
  tail -n 20 "$log" >&2
  down
  fail "the engine did not come up (its log is above)"
}

down() {
  local pid
  if pid="$(pid)"; then
    kill -TERM "$pid"
    for _ in $(seq 1 60); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.5
    done
    if kill -KILL "$pid" 2>/dev/null; then say "engine $pid had to be killed"; fi
  fi
  # The engine leaves its data folder mounted on itself.
  awk -v below="$folder/" 'index($5, below) == 1 { print $5 }' /proc/self/mountinfo | sort -r |
    while read -r mount; do umount -l "$mount"; done
  if ip link show "$(bridge)" >/dev/null 2>&1; then ip link delete "$(bridge)"; fi
  rm -rf "$folder"
  say "engine stopped"
}

case "$1" in
up) up ;;
down) down ;;
*) fail "usage: $0 up|down FOLDER" ;;
esac
