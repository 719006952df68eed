#!/bin/sh
# Stands in for kubectl: each answer is a file of $CLUSTER in which RUN is the name of the run, and lines for a pod
# run here, in a folder of its own.
[ "$1" != -n ] || shift 2
echo "$*" >> "$CLUSTER/calls"
run=$(cat "$CLUSTER/run" 2>/dev/null)
answer() {
  if [ -f "$CLUSTER/$1.error" ]; then
    cat "$CLUSTER/$1.error" >&2
    exit 1
  fi
  [ ! -f "$CLUSTER/$1" ] || sed "s/RUN/$run/g" "$CLUSTER/$1"
}
case $1-$2 in
config-current-context) answer context ;;
get-persistentvolumeclaims) answer claims ;;
create---dry-run=server) answer create ;;
create--f)
  cat >> "$CLUSTER/created"
  echo >> "$CLUSTER/created"
  grep -o 'assay-[0-9a-f]\{8\}' "$CLUSTER/created" | sed -n 1p > "$CLUSTER/run"
  ;;
get-testruns.k6.io) answer testrun ;;
get-pods) if [ -f "$CLUSTER/stopped" ]; then answer work-stopped; else answer work; fi ;;
get-events) answer events ;;
logs-*) answer log ;;
exec-*)
  answer exec
  # A signal for the first process of a pod stays here.
  case $8 in kill*)
    : > "$CLUSTER/stopped"
    exit
    ;;
  esac
  folder=$CLUSTER/volumes/${2#"$run"-}
  [ ! -d "$CLUSTER/volumes/claim" ] || folder=$CLUSTER/volumes/claim
  for file in "$folder"/RUN-*; do
    [ ! -f "$file" ] || mv "$file" "$folder/$run-${file##*/RUN-}"
  done
  sh -c "$(echo "$8" | sed "s#/recordings#$folder#g")"
  ;;
delete-*) answer delete ;;
esac
