#!/bin/sh
# Runs every fuzz target of a folder for some seconds each: sh spec/fuzz/run.sh FOLDER SECONDS
# New inputs go to FOLDER/<name>.found, so that the seed corpora in the tree stay as they are.
set -eu
folder=$1
seconds=$2
for target in "$folder"/*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=$(basename "$target")
    mkdir -p "$target.found"
    echo "fuzz: $name, $seconds s"
    seeds=spec/fuzz/$name.corpus
    [ -d "$seeds" ] || seeds=
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$target.crash-" "$target.found" $seeds 2>&1 |
        grep -E 'ERROR|SUMMARY|stat::number_of_executed_units|Test unit written' || true
    if ls "$target".crash-* >/dev/null 2>&1; then
        echo "fuzz: $name FAILED" >&2
        exit 1
    fi
done
