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
# LINK_PAGES: how large the sites are whose indexes are built and linked with; one of 1000000 takes some minutes.
sizes=${LINK_PAGES:-1000 10000 100000}
echo "== link_build_bench"
# shellcheck disable=SC2086 # several sizes
"$COPYDESK_BUILD/bench/link_build_bench" "$folder" $sizes
echo "== link_bench"
# shellcheck disable=SC2086
"$COPYDESK_BUILD/bench/link_bench" "$folder" $sizes
echo "== nodes_bench"
sh spec/support/postgresql.sh run "${LUA:-lua5.4}" spec/bench/nodes_bench.lua
for bench in spec/bench/*_bench.lua; do
    [ "$bench" != spec/bench/nodes_bench.lua ] || continue
    echo "== $(basename "$bench" .lua)"
    "${LUA:-lua5.4}" "$bench"
done
