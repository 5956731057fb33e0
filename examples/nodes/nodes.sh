#!/bin/sh
# Two nodes of copydesk on one PostgreSQL, and nginx in front of them, all on this machine, until Ctrl-C:
#
#     eval "$(make -s env)"                     # or copydesk installed
#     sh examples/nodes/nodes.sh
#
# Enter restarts one node after the other, as a new version would be brought in. It needs Debian's packages postgresql
# and nginx, listens on loopback alone, keeps all it has in a temporary folder, and removes that at the end. PORT is
# nginx's (8080), PORT_A and PORT_B those of the nodes.
set -eu

PORT=${PORT:-8080} PORT_A=${PORT_A:-8081} PORT_B=${PORT_B:-8082}
PATH=$PATH:/usr/sbin
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "nodes.sh: $*" >&2
    exit 1
}

postgresql=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$postgresql" ] || fail "there is no PostgreSQL: apt install postgresql"
command -v nginx >/dev/null || fail "there is no nginx: apt install nginx"
command -v copydesk >/dev/null || fail 'there is no copydesk in PATH: eval "$(make -s env)"'

folder=$(mktemp -d "${TMPDIR:-/tmp}/copydesk-nodes-XXXXXX")
chmod 711 "$folder"

# --- starting and ending ----------------------------------------------------------------------------------------------

# Starts a program that Ctrl-C does not reach, for all end in their order, and that ends with this script in any case.
start() {
    setsid setpriv --pdeathsig TERM "$@" &
}

# Waits until a program, which has this process, says so in a file.
await() { # process, file, pattern
    until grep -q "$3" "$2" 2>/dev/null; do
        kill -0 "$1" 2>/dev/null || { cat "$2" >&2; fail "it has ended"; }
        sleep 0.1
    done
}

end() {
    if [ -n "${1:-}" ]; then
        kill -"$2" "$1" 2>/dev/null || true
        wait "$1" 2>/dev/null || true
    fi
}

end_all() {
    trap '' INT TERM HUP
    end "${front:-}" TERM
    end "${node_a:-}" TERM
    end "${node_b:-}" TERM
    end "${database:-}" INT
    rm -rf "$folder"
}

trap end_all EXIT
trap 'exit 0' INT TERM HUP

# --- the database -----------------------------------------------------------------------------------------------------

# PostgreSQL refuses to be root: then it is the user that Debian's package made. Who gets into its folder needs no
# password, and nobody else does.
mkdir -m 700 "$folder/postgresql"
as_owner=
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$folder/postgresql"
    as_owner="--reuid postgres --regid postgres --init-groups"
fi

(cd "$folder/postgresql" && setpriv $as_owner \
    "$postgresql/initdb" -D data -U copydesk -E UTF8 --locale=C.UTF-8 --auth=trust >"$folder/initdb.log")
start $as_owner "$postgresql/postgres" -D "$folder/postgresql/data" -k "$folder/postgresql" -c listen_addresses= \
    >"$folder/postgresql.log" 2>&1
database=$!
await $database "$folder/postgresql.log" "ready to accept connections"

# --- the nodes --------------------------------------------------------------------------------------------------------

export COPYDESK_DATA="postgresql:///postgres?host=$folder/postgresql&user=copydesk"
export COPYDESK_KEY="cd_$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
export COPYDESK_SECRET_KEY="$folder/secret.key"
export COPYDESK_PUBLIC_URL="http://127.0.0.1:$PORT" COPYDESK_PROXY=127.0.0.1

library=${COPYDESK_LIBRARY:-$here/../library}
[ ! -d "$library" ] || export COPYDESK_LIBRARY="$library"

start_node() { # name, port
    : >"$folder/$1.log"
    COPYDESK_NAME=$1 COPYDESK_LISTEN=127.0.0.1:$2 COPYDESK_FOLDER=$folder/$1 \
        start copydesk serve --config "$here/copydesk.conf.lua" >"$folder/$1.log" 2>&1
    started=$!
    await $started "$folder/$1.log" "^copydesk: ready at"
}

start_node a "$PORT_A"
node_a=$started
start_node b "$PORT_B"
node_b=$started

# --- nginx ------------------------------------------------------------------------------------------------------------

sed -e "s/10.0.0.1:8080/127.0.0.1:$PORT_A/; s/10.0.0.2:8080/127.0.0.1:$PORT_B/; s/listen 8080/listen 127.0.0.1:$PORT/" \
    "$here/nginx.conf" >"$folder/site.conf"
cat >"$folder/nginx.conf" <<CONF
daemon off;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include site.conf;
}
CONF
start nginx -p "$folder/" -c nginx.conf -e error.log 2>"$folder/nginx.log"
front=$!
await $front "$folder/nginx.pid" .

cat <<SAY
copydesk is at $COPYDESK_PUBLIC_URL, with the nodes at :$PORT_A and :$PORT_B behind it. In another terminal:

    export COPYDESK_BASE_URL=$COPYDESK_PUBLIC_URL COPYDESK_API_KEY=$COPYDESK_KEY
    copydesk write "watering herbs" -o article.html
    copydesk nodes

Enter restarts one node after the other, Ctrl-C ends all.
SAY

# --- restarting -------------------------------------------------------------------------------------------------------

while read -r _; do
    end $node_a TERM
    start_node a "$PORT_A"
    node_a=$started
    echo "node a was restarted"
    end $node_b TERM
    start_node b "$PORT_B"
    node_b=$started
    echo "node b was restarted"
done
