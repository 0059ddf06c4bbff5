#!/usr/bin/env bash
# Makes the PortMaster package target/handheld/wardrobe.zip.
#
#   platform/portmaster/package.sh [FOLDER]
#
# FOLDER has wardrobe.aarch64 and wardrobe.armhf; without it build.sh makes them. HANDHELD_WORK is another place to work in.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

work=${HANDHELD_WORK:-$PWD/target/handheld}
programs=${1:-}
if [ -z "$programs" ]; then
    "$here/build.sh" aarch64
    "$here/build.sh" armhf
    programs=$work
fi

port=$work/port
rm -rf "$port"
mkdir -p "$port/wardrobe/licenses" "$port/wardrobe/games" "$port/wardrobe/conf"
cp "$here/Wardrobe.sh" "$port/"
cp "$here"/{port.json,README.md,gameinfo.xml,screenshot.png} "$port/wardrobe/"
cp "$here/wardrobe/wardrobe.gptk" "$port/wardrobe/"
for arch in aarch64 armhf; do
    install -m 755 "$programs/wardrobe.$arch" "$port/wardrobe/wardrobe.$arch"
done
echo 'Copy the folder of a game here; the first one is played.' >"$port/wardrobe/games/README.txt"
echo 'Settings and sessions are kept here.' >"$port/wardrobe/conf/README.txt"

# The texts of our licences and of the libraries', as their packages have them.
cp LICENSE-MIT LICENSE-APACHE "$port/wardrobe/licenses/"
cargo metadata --format-version 1 --locked --features wardrobe/window --filter-platform aarch64-unknown-linux-gnu |
    python3 -c '
import json, pathlib, shutil, sys

graph = json.load(sys.stdin)
packages = {package["id"]: package for package in graph["packages"]}
nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
target = pathlib.Path(sys.argv[1])

def used(ident, seen):
    """What the program is made of: no dependencies of tests or of building."""
    if ident in seen:
        return seen
    seen.add(ident)
    for dependency in nodes[ident]["deps"]:
        if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
            used(dependency["pkg"], seen)
    return seen

root = next(ident for ident, package in packages.items() if package["name"] == "wardrobe")
lines = []
for ident in used(root, set()):
    package = packages[ident]
    if package["source"] is None:
        continue
    name = package["name"] + "-" + package["version"]
    lines.append(name + ": " + str(package["license"]) + "\n")
    for text in sorted(pathlib.Path(package["manifest_path"]).parent.iterdir()):
        if text.is_file() and text.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")):
            (target / name).mkdir(exist_ok=True)
            shutil.copyfile(text, target / name / text.name)
(target / "libraries.txt").write_text("".join(sorted(lines)))
' "$port/wardrobe/licenses"

rm -f "$work/wardrobe.zip"
(cd "$port" && python3 -m zipfile -c "$work/wardrobe.zip" Wardrobe.sh wardrobe)
echo "$work/wardrobe.zip"
