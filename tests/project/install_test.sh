#!/usr/bin/env bash
# Installs the build tree $1 into a prefix, builds the consumer against it with find_package(abut), and runs it.
set -euo pipefail
build=$1
consumer=$(cd "$(dirname "$0")/consumer" && pwd)
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix/abut" >/dev/null
cmake -S "$consumer" -B "$prefix/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix/abut" >/dev/null
cmake --build "$prefix/build"
output=$("$prefix/build/consumer")
echo "$output"
[ "$output" = "$(cat "$consumer/expected.txt")" ] || { echo "expected:"; cat "$consumer/expected.txt"; exit 1; }
"$prefix/abut/bin/abut" --version
