#!/bin/sh
# Unpacks the corpora of linkeval and writes the rows of every corpus in these modes (warm, sparse, cold).
#   extract.sh LINKEVAL FOLDER [MODE ...]
set -e
linkeval=$1 folder=$2
shift 2
mkdir -p "$folder"
for packed in "$linkeval"/corpora/*.jsonl.xz; do
    name=$(basename "$packed" .jsonl.xz)
    [ -f "$folder/$name.jsonl" ] || xz -dc "$packed" > "$folder/$name.jsonl"
    for mode in "${@:-warm}"; do
        echo "$mode $folder/$name.jsonl $folder/$name.$mode"
    done
done | xargs -P "${JOBS:-2}" -L 1 "${EXTRACT:-build/train/extract}"
