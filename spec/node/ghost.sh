#!/bin/sh
# Fetches Ghost from npm, once, into build/ghost (four minutes, 600 MB), for the tests that send drafts to it. Where that
# cannot be done it says why on its last line, and ends with 1.
set -u
cd "$(dirname "$0")/../.."
version=5.130.6
home=build/ghost
[ "$(cat "$home/fetched" 2>/dev/null)" = "$version" ] && exit 0

for program in node npm; do
    command -v "$program" >/dev/null 2>&1 || {
        echo "$program is not installed"
        exit 1
    }
done

fail() {
    echo "npm could not fetch Ghost: $(grep -m 1 -E 'code|errno|ERR' log || tail -n 1 log)"
    exit 1
}

rm -rf "$home"
mkdir -p "$home"
cd "$home" || exit 1
echo "copydesk: fetching Ghost $version from npm, which takes some minutes"
timeout 900 npm pack "ghost@$version" --silent --fetch-retries=0 --fetch-timeout=30000 >log 2>&1 || fail
tar xzf "ghost-$version.tgz" && rm "ghost-$version.tgz" && cd package || exit 1

# What Ghost is developed with is not wanted, and cannot all be had.
node -e '
const fs = require("fs"), all = JSON.parse(fs.readFileSync("package.json"));
delete all.devDependencies;
delete all.scripts;
fs.writeFileSync("package.json", JSON.stringify(all, null, 2));'
# Its SQLite is compiled with the headers of the system where there are some.
[ ! -f /usr/include/node/node.h ] || export npm_config_nodedir=/usr
timeout 3000 npm install --omit=dev --legacy-peer-deps --no-audit --no-fund --fetch-timeout=60000 >../log 2>&1 || {
    cd ..
    fail
}
node -e 'require("sqlite3")' >../log 2>&1 || {
    cd ..
    echo "Ghost's SQLite could not be built: $(grep -m 1 Error log || tail -n 1 log)"
    exit 1
}
echo "$version" >../fetched
