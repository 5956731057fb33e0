#!/bin/sh
# make bench: every figure beside its peer in the same run.
set -eu
ulimit -n "$(ulimit -Hn)" # thousands of connections
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "== store_bench"
"$COPYDESK_BUILD/bench/store_bench" "$folder"
echo "== claims_bench"
"$COPYDESK_BUILD/bench/claims_bench" "$folder"
echo "== workers_bench"
"$COPYDESK_BUILD/bench/workers_bench"
echo "== read_bench"
"$COPYDESK_BUILD/bench/read_bench"
for bench in spec/bench/*_bench.lua; do
    echo "== $(basename "$bench" .lua)"
    "${LUA:-lua5.4}" "$bench"
done
