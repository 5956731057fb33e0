#!/bin/sh
# Runs linkeval on each corpus with the linker that knows the others, and prints one table: the model alone (plain), with
# what the site itself teaches (taught), with that and a strict min_score (strict), and without any links (cold).
#   linkscore.sh LINKEVAL LINKERS
# LINKERS has a folder for each corpus, with copydesk/linker.so in it.
# MODES: which of the four, all by default. STRICT: the min_score. JOBS: how many corpora at a time.
set -e
linkeval=$1 linkers=$(cd "$2" && pwd) modes=${MODES:-plain taught strict cold} strict=${STRICT:-0.6}
train=$(cd "$(dirname "$0")" && pwd)
out=$linkers/../scores
mkdir -p "$out"
for mode in $modes; do
    case $mode in
    plain) options="--linker plain_linker" ;;
    taught) options="--mode warm" ;;
    strict) options="--threshold $strict" ;;
    cold) options="--mode cold" ;;
    esac
    for packed in "$linkeval"/corpora/*.jsonl.xz; do
        echo "$(basename "$packed" .jsonl.xz) $mode $packed $options"
    done
done | xargs -P "${JOBS:-2}" -L 1 sh -c '
    linkeval=$1 linkers=$2 out=$3 train=$4 name=$5 mode=$6 packed=$7
    shift 7
    LUA_PATH="$train/?.lua;$LUA_PATH" LUA_CPATH="$linkers/$name/?.so;;" lua5.4 "$linkeval/linkeval.lua" "$@" "$packed" \
        > "$out/$name.$mode" 2>&1 || echo "$name $mode: linkeval failed or a rule was broken, see $out/$name.$mode" >&2
' linkscore "$linkeval" "$linkers" "$out" "$train"
"${PYTHON:-/usr/bin/python3}" "$train/table.py" "$out" $modes
