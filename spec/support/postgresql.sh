#!/bin/sh
# A PostgreSQL of the tests' own, from Debian's package, in a temporary folder.
#
#   sh spec/support/postgresql.sh run COMMAND...    runs a command beside one; its exit status
#   sh spec/support/postgresql.sh serve [NAME=VALUE...]
#
# `serve` says how to reach it, in lines "NAME VALUE", the last of which is "ready 1", and does what its standard input
# says: "crash" (kill -9 of the whole server), "stop", "start", each answered by a line "done WORD". It ends with that
# input, so also when whoever holds it is killed, and leaves nothing behind. NAME=VALUE goes into postgresql.conf.
#
#   COPYDESK_TEST_DATABASE      the socket in the folder, which nobody else may enter: no password
#   COPYDESK_TEST_DATABASE_TCP  127.0.0.1 and a free port, with a password
#   COPYDESK_TEST_DATABASE_PID  the process of the server
#   COPYDESK_TEST_DATABASE_BIN  the folder of its programs
#
# Nothing survives a crash of the machine (fsync = off), which the tests do not mind; fsync=on is for those that do.
# PostgreSQL refuses to run as root: then it runs as the user that Debian's package made for it.
set -u

fail() {
    echo "postgresql.sh: $*" >&2
    exit 1
}

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5n | tail -n 1)
[ -n "$programs" ] && [ -x "$programs/initdb" ] ||
    fail "there is no PostgreSQL: install Debian's package postgresql (sh .ci/deps database does so)"

if [ "$(id -u)" -eq 0 ]; then
    id postgres >/dev/null 2>&1 || fail "there is no user postgres, whom Debian's package makes"
    as_owner="setpriv --reuid postgres --regid postgres --init-groups"
    owner=postgres
else
    as_owner= owner=
fi

# --- the server -------------------------------------------------------------------------------------------------------

make_cluster() {
    folder=$(mktemp -d /tmp/copydesk-postgresql-XXXXXX) || exit 1
    secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "$secret" >"$folder/password"
    # Root's own, so that it may enter without any of its rights, too.
    [ -z "$owner" ] || { chgrp "$owner" "$folder" "$folder/password" && chmod 770 "$folder" && chmod 640 "$folder/password"; }
    cd "$folder" || exit 1
    $as_owner "$programs/initdb" -D "$folder/data" -U postgres -E UTF8 --locale=C.UTF-8 --no-sync \
        --auth-local=trust --auth-host=scram-sha-256 --pwfile="$folder/password" >"$folder/initdb.log" 2>&1 ||
        { cat "$folder/initdb.log" >&2; exit 1; }
    cat >>"$folder/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
max_connections = 400
shared_buffers = 64MB
max_wal_size = 2GB
fsync = off
full_page_writes = off
max_locks_per_transaction = 256
CONF
    for line in "$@"; do echo "${line%%=*} = '${line#*=}'" >>"$folder/data/postgresql.conf"; done
}

is_up() {
    "$programs/pg_isready" -q -h "$folder" -p "$port"
}

# Another program may have the port: false then. The server ends with this shell, whatever ends that.
try_port() {
    ${as_owner:-setpriv} --pdeathsig QUIT "$programs/postgres" -D "$folder/data" -p "$port" >>"$folder/log" 2>&1 </dev/null &
    server=$!
    until is_up; do
        kill -0 "$server" 2>/dev/null || return 1
        sleep 0.05
    done
}

# A server that was killed leaves processes which a new one waits for: it is tried again for a while.
start() {
    for _ in $(seq 50); do
        [ -n "${keeps_port:-}" ] || port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
        try_port && keeps_port=1 && return
        sleep 0.1
    done
    cat "$folder/log" >&2
    rm -rf "$folder"
    exit 1
}

# As when the machine goes: no process of the server does anything any more.
crash() {
    children=$(ps -o pid= --ppid "$server")
    kill -KILL "$server" $children 2>/dev/null
    wait "$server" 2>/dev/null
}

end_with() {
    kill -"$1" "$server" 2>/dev/null
    wait "$server" 2>/dev/null
}

serve() {
    trap '' INT TERM HUP PIPE
    make_cluster "$@"
    start
    place="host=$folder&port=$port"
    echo "COPYDESK_TEST_DATABASE postgresql:///postgres?$place&user=postgres"
    echo "COPYDESK_TEST_DATABASE_TCP postgresql://postgres:$secret@127.0.0.1:$port/postgres"
    echo "COPYDESK_TEST_DATABASE_PID $server"
    echo "COPYDESK_TEST_DATABASE_BIN $programs"
    echo "ready 1"
    while read -r word; do
        case "$word" in
        crash) crash ;;
        stop) end_with INT ;;
        start) start ;;
        *) continue ;;
        esac
        echo "done $word"
    done
    end_with QUIT
    rm -rf "$folder"
}

# --- a command beside it ----------------------------------------------------------------------------------------------

run() {
    pipes=$(mktemp -d) || exit 1
    mkfifo "$pipes/words" "$pipes/answers"
    # In a process group of its own, as an interrupt is for the command.
    setsid sh "$0" serve <"$pipes/words" >"$pipes/answers" &
    exec 8>"$pipes/words" 7<"$pipes/answers"
    rm -rf "$pipes"
    ready=
    while [ -z "$ready" ] && read -r name value <&7; do
        if [ "$name" = ready ]; then ready=1; else export "$name=$value"; fi
    done
    [ -n "$ready" ] || exit 1
    "$@" 7<&- 8>&-
    status=$?
    exec 8>&-
    wait
    exit $status
}

case "${1:-}" in
run | serve)
    what=$1
    shift
    $what "$@"
    ;;
*) fail "say run COMMAND... or serve" ;;
esac
