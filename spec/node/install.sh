#!/bin/sh
# Fetches the public clients that the tests point at the fake language model, the public verifier of webhooks and the
# driver of browsers with its rules, once, into build/node. Where that cannot be done it says why on its last line, and
# ends with 1.
set -u
cd "$(dirname "$0")/../.."
home=build/node
cmp -s spec/node/package-lock.json "$home/fetched" && exit 0

for program in node npm; do
    command -v "$program" >/dev/null 2>&1 || {
        echo "$program is not installed"
        exit 1
    }
done

rm -rf "$home"
mkdir -p "$home"
cp spec/node/package.json spec/node/package-lock.json "$home"
cd "$home" || exit 1
timeout 900 npm ci --ignore-scripts --no-audit --no-fund --omit=optional --fetch-retries=0 --fetch-timeout=30000 \
    >log 2>&1 || {
    echo "npm could not fetch them: $(grep -m 1 -E 'code|errno|ERR' log || tail -n 1 log)"
    exit 1
}
cp package-lock.json fetched
