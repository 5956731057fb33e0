#!/bin/sh
# Runs linkeval on each corpus with the linker that knows the others, warm and cold, and prints one table.
#   linkscore.sh LINKEVAL LINKERS [OPTION ...]      options go to linkeval.lua
# LINKERS has a folder for each corpus, with copydesk/linker.so in it.
set -e
linkeval=$1 linkers=$2
shift 2
linkers=$(cd "$linkers" && pwd)
out=$linkers/../scores
mkdir -p "$out"
for mode in warm cold; do
    for packed in "$linkeval"/corpora/*.jsonl.xz; do
        echo "$(basename "$packed" .jsonl.xz) $mode $packed"
    done
done | xargs -P "${JOBS:-2}" -L 1 sh -c '
    linkeval=$1 linkers=$2 out=$3 options=$4 name=$5 mode=$6 packed=$7
    LUA_CPATH="$linkers/$name/?.so;;" lua5.4 "$linkeval/linkeval.lua" $options --mode "$mode" "$packed" \
        > "$out/$name.$mode" 2>&1 || echo "$name $mode: linkeval failed or a rule was broken, see $out/$name.$mode" >&2
' linkscore "$linkeval" "$linkers" "$out" "$*"
for mode in warm cold; do
    echo "$mode"
    sed -n 2p "$out"/foldoc.$mode
    cat "$out"/*.$mode | awk '$2 ~ /^[0-9]+$/ { print; for (i = 7; i <= 12; i++) sum[i] += $i; n++ }
        END { printf "%-50s   %.3f %.3f %.3f   %.3f %.3f %.3f\n", "mean", sum[7]/n, sum[8]/n, sum[9]/n, sum[10]/n,
            sum[11]/n, sum[12]/n }'
done
