#!/usr/bin/env bash
# Builds the program for a handheld's processor, against an old glibc and the device's own SDL2, and tries it under
# emulation. Needs Debian 12 (or a system with apt's archives of it), a Rust toolchain, python3 and the network.
#
#   platform/portmaster/build.sh aarch64|armhf
#
# The program is then target/handheld/wardrobe.aarch64 or wardrobe.armhf.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The oldest glibc that PortMaster's table of devices knows is 2.30.
readonly GLIBC=2.28 NEWEST_GLIBC=2.30
# The oldest SDL2 that handhelds ship.
readonly NEWEST_SDL=2.0.18
readonly WORK=$PWD/target/handheld

usage() {
    sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2
    exit 2
}

case ${1:-} in
aarch64)
    debian=arm64 libraries=aarch64-linux-gnu target=aarch64-unknown-linux-gnu qemu=qemu-aarch64
    # The compiler of the security archive is newer; the standard library has to be its own.
    archives=('deb http://deb.debian.org/debian bookworm main'
        'deb http://deb.debian.org/debian-security bookworm-security main')
    ;;
armhf)
    debian=armhf libraries=arm-linux-gnueabihf target=armv7-unknown-linux-gnueabihf qemu=qemu-arm
    archives=('deb http://deb.debian.org/debian bookworm main')
    ;;
*) usage ;;
esac
readonly ROOT=$WORK/root-$debian

# Programs that may be missing.
tools() {
    local missing=() root=()
    command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
    command -v "$qemu" >/dev/null || missing+=(qemu-user)
    command -v readelf >/dev/null || missing+=(binutils)
    if [ ${#missing[@]} != 0 ]; then
        [ "$(id -u)" = 0 ] || root=(sudo)
        "${root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
    fi
    if [ ! -x "$WORK/python/bin/cargo-zigbuild" ]; then
        python3 -m venv "$WORK/python"
        "$WORK/python/bin/pip" install -q ziglang cargo-zigbuild
    fi
}

# Debian's compiler for this machine with the standard library of the other, and the other's SDL2. Nothing of the host changes.
root() {
    [ -e "$ROOT/.complete" ] && return
    rm -rf "$ROOT"
    local packages=rustc-web,libstd-rust-web-dev:$debian,libsdl2-dev:$debian,libc6:$debian,libgcc-s1:$debian
    printf '%s\n' "${archives[@]}" >"$WORK/$debian.list"
    mmdebstrap --variant=extract --architectures="amd64,$debian" --include="$packages" bookworm "$ROOT" "$WORK/$debian.list"
    touch "$ROOT/.complete"
}

build() {
    # The compiler runs with the libraries of its own root; what it starts does so, too, which they can stand.
    mkdir -p "$WORK/bin" "$WORK/sdl-$debian"
    cat >"$WORK/bin/rustc-$debian" <<END
#!/bin/sh
LD_LIBRARY_PATH='$ROOT/usr/lib/x86_64-linux-gnu' exec '$ROOT/usr/bin/rustc' "\$@"
END
    chmod +x "$WORK/bin/rustc-$debian"
    # Only SDL2 itself, so that nothing else of the root is linked.
    cp -L "$ROOT/usr/lib/$libraries/libSDL2-2.0.so.0" "$WORK/sdl-$debian/libSDL2.so"
    local flags="CARGO_TARGET_${target^^}_RUSTFLAGS"
    env PATH="$WORK/python/bin:$PATH" RUSTC="$WORK/bin/rustc-$debian" CARGO_TARGET_DIR="$WORK/target-$debian" \
        "${flags//-/_}=-L native=$WORK/sdl-$debian -C strip=symbols" \
        cargo zigbuild --release --locked --package wardrobe --features window --target "$target.$GLIBC"
    cp "$WORK/target-$debian/$target/release/wardrobe" "$program"
}

# Whether version $1 is newer than $2.
newer() {
    [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | tail -n 1)" = "$1" ]
}

check() {
    local newest name since
    readelf --dynamic "$program" | grep -q 'NEEDED.*libSDL2-2.0.so.0' || fail 'it does not link SDL2 dynamically'
    newest=$(readelf --wide --version-info "$program" | grep -o 'GLIBC_[0-9.]*' | cut -d_ -f2 | sort -Vu | tail -n 1)
    ! newer "$newest" "$NEWEST_GLIBC" || fail "it needs glibc $newest"
    for name in $(readelf --wide --dyn-syms "$program" | grep -o 'UND SDL_[A-Za-z0-9_]*' | cut -d' ' -f2); do
        # SDL's headers say since when each function is there.
        since=$(tac "$ROOT"/usr/include/SDL2/SDL_*.h | grep -A40 "SDLCALL $name(" | grep -m1 -o 'since SDL [0-9.]*[0-9]' |
            cut -d' ' -f3 || true)
        ! newer "${since:-2.0.0}" "$NEWEST_SDL" || fail "$name is there since SDL $since"
    done
    echo "$program: glibc $newest, SDL 2 up to $NEWEST_SDL"
}

# The demo under emulation: headless and in SDL's window without a display it has to be the same.
try() {
    # The emulated loader looks for some libraries only where it is told to.
    local headless window paths=$ROOT/usr/lib/$libraries:$ROOT/lib/$libraries
    local play=("$qemu" -L "$ROOT" -E "LD_LIBRARY_PATH=$paths" "$program" play --frames 200 --digest)
    headless=$("${play[@]}" --headless)
    window=$(SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy "${play[@]}" --tour --unpaced --software)
    [ "$headless" = "$window" ] || fail "headless it shows $headless, in a window $window"
    echo "$program: 200 frames under emulation, digest $headless"
}

fail() {
    echo "build.sh: $program: $1" >&2
    exit 1
}

readonly program=$WORK/wardrobe.$1
mkdir -p "$WORK"
tools
root
build
check
try
