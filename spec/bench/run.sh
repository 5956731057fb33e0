#!/bin/sh
# make bench: every figure beside its peer in the same run.
set -eu
for bench in spec/bench/*_bench.lua; do
    echo "== $(basename "$bench" .lua)"
    "${LUA:-lua5.4}" "$bench"
done
