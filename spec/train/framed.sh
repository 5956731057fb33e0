#!/bin/sh
# Runs linkeval on each corpus with its pages inside the frame of each theme of frames.lua, and prints for every corpus
# the target F1 without a frame, the worst and the mean with one.
#   framed.sh LINKEVAL LINKERS
# LINKERS is as linkscore.sh has it. MODES: warm and cold by default. SAMPLE: pages of a corpus that are linked (100).
# FRAMES: names of frames.lua, all by default. JOBS: how many at a time.
set -e
linkeval=$1 linkers=$(cd "$2" && pwd) sample=${SAMPLE:-100}
train=$(cd "$(dirname "$0")" && pwd)
frames=${FRAMES:-$(sed -n 's/^frame("\([^"]*\)".*/\1/p' "$train/frames.lua")}
for mode in ${MODES:-warm cold}; do
    for packed in "$linkeval"/corpora/*.jsonl.xz; do
        for frame in none $frames; do
            echo "$mode $packed $frame"
        done
    done
done | xargs -P "${JOBS:-2}" -L 1 sh -c '
    linkeval=$1 linkers=$2 sample=$3 train=$4 mode=$5 packed=$6 frame=$7
    name=$(basename "$packed" .jsonl.xz)
    [ "$frame" = none ] && FRAME= || FRAME=$frame
    export FRAME
    LUA_PATH="$train/?.lua;$LUA_PATH" LUA_CPATH="$linkers/$name/?.so;;" lua5.4 "$linkeval/linkeval.lua" \
        --linker framed_linker --mode "$mode" --sample "$sample" "$packed" |
        awk -v name="$name" -v mode="$mode" -v frame="$frame" "\$1 == name { print mode, name, frame, \$9 }"
' framed "$linkeval" "$linkers" "$sample" "$train" | awk '
    $3 == "none" { bare[$1 " " $2] = $4; next }
    {
        key = $1 " " $2
        if (!(key in worst) || $4 < worst[key]) { worst[key] = $4; named[key] = $3 }
        sum[key] += $4
        count[key]++
    }
    END {
        for (key in bare)
            printf "%-20s bare %.3f  worst %.3f (%s)  mean of %d %.3f\n",
                key, bare[key], worst[key], named[key], count[key], sum[key] / count[key]
    }' | sort
