# Runs one program of the tests: sh one_program.sh PATH, whose command is in PATH.sh. Its output goes to PATH.out, its
# status to PATH.status, its milliseconds to PATH.ms; PATH itself is printed when it has ended. A program that says
# nothing for SILENT seconds hangs: it and all that it started in its session is killed.
path=$1
silent=$COPYDESK_SILENT
begun=$(date +%s%N)
: >"$path.out"
setsid sh "$path.sh" >"$path.out" 2>&1 </dev/null &
program=$!
# Ended itself, by a person or by a runner that is tested by a runner, it leaves nothing behind.
trap 'kill -s KILL -- "-$program"' INT TERM HUP
while sleep 2; do
    [ $(($(date +%s) - $(stat -c %Y "$path.out"))) -le "$silent" ] && continue
    echo "not ok - hangs: nothing was said for $silent s" >>"$path.out"
    kill -s TERM -- "-$program"
    sleep 1
    kill -s KILL -- "-$program"
    break
done >/dev/null 2>&1 &
watcher=$!
wait "$program" 2>/dev/null
echo $? >"$path.status"
kill "$watcher" 2>/dev/null
echo $((($(date +%s%N) - begun) / 1000000)) >"$path.ms"
echo "$path"
