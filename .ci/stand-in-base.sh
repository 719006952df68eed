#!/usr/bin/env bash
# Makes a local image under a name that a Dockerfile starts from, for a machine that reaches no
# image registry: the Node of this checkout, a shell, and the shared libraries of both. It never
# replaces an image that the engine has.
#   .ci/stand-in-base.sh [NAME]
set -euo pipefail
cd "$(dirname "$0")/.."
name="${1:-node:24-slim}"

if docker image inspect "$name" >/dev/null 2>&1; then
  echo "stand-in base: $name is here already"
  exit 0
fi

node="$(readlink -f node_modules/.bin/node)"
shell="$(readlink -f /bin/sh)"
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT

mkdir -p "$root"/{bin,etc,home/node,lib64,proc,sys,dev,usr/local/bin}
install -d -m 1777 "$root/tmp"
install "$node" "$root/usr/local/bin/node"
install "$shell" "$root/bin/sh"

copy() { # to the same place below the root
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}
for library in $(ldd "$node" "$shell" | grep -oE '/[^ :]+' | sort -u); do
  [ "$library" = "$node" ] || [ "$library" = "$shell" ] || copy "$library"
done
# glibc loads these by name when a host name is looked up.
for module in libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
  found="$(ldconfig -p | awk -v name="$module" '$1 == name { path = $NF } END { print path }')"
  [ -z "$found" ] || copy "$found"
done
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"

version="$("$node" --version)"
tar -C "$root" --numeric-owner --owner=0 --group=0 -c . | docker import \
  --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin' \
  --change 'LABEL stand-in=true' \
  --change 'CMD ["node"]' \
  --message "stands in for $name: Node $version" - "$name" >/dev/null
echo "stand-in base: made $name with Node $version"
