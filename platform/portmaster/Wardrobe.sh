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

# control.txt and get_controls set what is used below.
: "${directory:=}" "${sdl_controllerconfig:=}" "${ESUDO:=}" "${GPTOKEYB:=}" "${DEVICE_ARCH:=aarch64}" "${CUR_TTY:=/dev/tty0}"
GAMEDIR="/$directory/ports/wardrobe"
program="wardrobe.$DEVICE_ARCH"
cd "$GAMEDIR" || exit 1
: > log.txt
exec > >(tee log.txt) 2>&1

# The memory card keeps no permissions.
$ESUDO chmod +x "$GAMEDIR/$program"
export LD_LIBRARY_PATH="$GAMEDIR/libs.$DEVICE_ARCH:${LD_LIBRARY_PATH:-}"
export SDL_GAMECONTROLLERCONFIG="$sdl_controllerconfig"
# Settings, sessions, pictures and recordings stay in this folder.
export XDG_CONFIG_HOME="$GAMEDIR/conf" XDG_DATA_HOME="$GAMEDIR/conf"
mkdir -p conf games

# The games in the folder, from which the program lets one choose; without any the demo.
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
    # It had no window to say why in: the end of the log is shown for a while.
    sleep 1
    $ESUDO chmod 666 "$CUR_TTY"
    { printf '\033c'; tail -n 20 log.txt; } > "$CUR_TTY"
    sleep 15
fi
pm_finish
