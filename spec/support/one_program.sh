# Runs one program of the tests: sh one_program.sh PATH, whose command is in PATH.sh. Its output goes to PATH.out, its
# status to PATH.status, its milliseconds to PATH.ms; PATH itself is printed when it has ended. A program that says
# nothing for SILENT seconds hangs, and so does one that after ten times as long is still not done, since it may say the
# same for ever: it and all that it started in its session is killed.
path=$1
silent=$COPYDESK_SILENT
longest=$((10 * silent))
begun=$(date +%s%N)
: >"$path.out"
setsid sh "$path.sh" >"$path.out" 2>&1 </dev/null &
program=$!
# Ended itself, by a person or by a runner that is tested by a runner, it leaves nothing behind.
trap 'kill -s KILL -- "-$program"' INT TERM HUP
while sleep 2; do
    now=$(date +%s)
    if [ $((now - begun / 1000000000)) -gt "$longest" ]; then
        said="it did not end within $longest s"
    elif [ $((now - $(stat -c %Y "$path.out"))) -gt "$silent" ]; then
        said="nothing was said for $silent s"
    else
        continue
    fi
    echo "not ok - hangs: $said" >>"$path.out"
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
