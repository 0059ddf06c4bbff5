#!/bin/bash
# Starts Wardrobe on a handheld with PortMaster.

XDG_DATA_HOME=${XDG_DATA_HOME:-$HOME/.local/share}
controlfolder=/roms/ports/PortMaster
for folder in /opt/system/Tools/PortMaster /opt/tools/PortMaster "$XDG_DATA_HOME/PortMaster"; do
    if [ -d "$folder" ]; then
        controlfolder=$folder
        break
    fi
done

# shellcheck source=/dev/null
source "$controlfolder/control.txt"
# shellcheck source=/dev/null
[ -f "$controlfolder/mod_${CFW_NAME}.txt" ] && source "$controlfolder/mod_${CFW_NAME}.txt"
get_controls

# control.txt and get_controls set these variables. Here they get defaults.
: "${directory:=}" "${sdl_controllerconfig:=}" "${ESUDO:=}" "${GPTOKEYB:=}" "${DEVICE_ARCH:=aarch64}" "${CUR_TTY:=/dev/tty0}"
GAMEDIR="/$directory/ports/wardrobe"
program="wardrobe.$DEVICE_ARCH"
cd "$GAMEDIR" || exit 1
: > log.txt
exec > >(tee log.txt) 2>&1

# The file system of the memory card may not store permissions.
$ESUDO chmod +x "$GAMEDIR/$program"
export LD_LIBRARY_PATH="$GAMEDIR/libs.$DEVICE_ARCH:${LD_LIBRARY_PATH:-}"
export SDL_GAMECONTROLLERCONFIG="$sdl_controllerconfig"
# Settings, sessions, pictures and recordings stay in this folder.
export XDG_CONFIG_HOME="$GAMEDIR/conf" XDG_DATA_HOME="$GAMEDIR/conf"
mkdir -p conf games

# If the folder contains games, the program lists them for the user. Otherwise it plays the demo.
arguments=(play --fullscreen --captures "$GAMEDIR/captures")
for game in games/*; do
    if [ -e "$game" ]; then
        arguments+=(--games games)
        break
    fi
done

$GPTOKEYB "$program" -c ./wardrobe.gptk &
pm_platform_helper "$GAMEDIR/$program"
if ! "./$program" -v "${arguments[@]}"; then
    # The program could not show the error in a window. Therefore the end of the log is shown on the
    # console for some seconds.
    sleep 1
    $ESUDO chmod 666 "$CUR_TTY"
    { printf '\033c'; tail -n 20 log.txt; } > "$CUR_TTY"
    sleep 15
fi
pm_finish
