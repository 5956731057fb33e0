#!/bin/sh
# make valgrind: the client's unit tests and its specs under valgrind. Fails when a test does, or when valgrind has anything to say.
# A forked child leaves its parent's handles alone and so loses them: what it says is not asked for.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

check() {
    echo "valgrind: $*"
    valgrind --quiet --suppressions=spec/valgrind.supp --child-silent-after-fork=yes --log-file="$folder/%p" \
        --leak-check=full --show-leak-kinds=definite,indirect "$@" >"$folder/output" 2>&1 || { cat "$folder/output" && exit 1; }
    rm "$folder/output"
    for log in "$folder"/*; do
        [ ! -s "$log" ] || { cat "$log" && exit 1; }
    done
}

for test in "$COPYDESK_BUILD"/spec/test_client "$COPYDESK_BUILD"/spec/test_client_* "$COPYDESK_BUILD"/spec/test_wakeup \
    "$COPYDESK_BUILD"/spec/test_lua_memory; do
    case $test in *.d) ;; *) check "$test" ;; esac
done
for spec in client json connection loop_edges batch; do
    check "$LUA" /usr/bin/busted -o TAP "spec/${spec}_spec.lua"
done
