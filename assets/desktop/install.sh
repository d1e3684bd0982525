#!/bin/sh
# Adds Ecliptic, which stays in this folder, to this user's menu of programs; `--remove` takes it out again.
set -eu

folder=$(cd "$(dirname "$0")" && pwd)
entries=${XDG_DATA_HOME:-$HOME/.local/share}/applications

case ${1:-} in
    '')
        # A desktop entry quotes with backslashes, and sed gives & and | a meaning: such folders are refused.
        case $folder in
            *[\\\"\$\`\&\|]*)
                echo "install.sh: move the game to a folder without \\ \" \$ \` & | in its name first: $folder" >&2
                exit 1
                ;;
        esac
        mkdir -p "$entries"
        sed "s|@FOLDER@|$folder|g" "$folder/assets/desktop/ecliptic.desktop" >"$entries/ecliptic.desktop"
        echo "Ecliptic is in your menu of programs now, from $folder. install.sh --remove takes it out."
        ;;
    --remove)
        rm -f "$entries/ecliptic.desktop"
        echo "Ecliptic is no longer in your menu of programs. The folder $folder is as it was."
        ;;
    *)
        echo "Usage: install.sh [--remove]" >&2
        exit 2
        ;;
esac
