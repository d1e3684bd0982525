# shellcheck shell=bash
# The common part of scripts/play and scripts/test: dialogue with the user, checks for missing packages on this
# machine, and their installation. Sourced, not run. Bash 4.4 or newer.
#
# The steps: `want THING CHECK...` notes a thing that its check does not find; `install_what_is_missing`
# lists the noted things with reasons, asks, and installs them; `ensure_rust` does the same for Rust. None of
# these functions ends the script when something stays missing: the caller repeats the checks and decides
# how to go on without it. Nothing is ever installed without a yes, from a person or from
# ECLIPTIC_YES=1.

# ---- Talking -----------------------------------------------------------------------------------

say() { printf '%s\n' "$*"; }
warn() { printf 'note: %s\n' "$*" >&2; }
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Asks a yes-or-no question; yes is status 0. Without a terminal the answer is no.
ask() {
    local answer
    if [[ ${ECLIPTIC_YES:-} == 1 ]]; then
        say "$1 yes (ECLIPTIC_YES=1)"
        return 0
    fi
    if [[ ! -t 0 ]]; then
        warn "nobody to ask on this input, so nothing is installed (--yes or ECLIPTIC_YES=1 says yes)"
        return 1
    fi
    read -r -p "$1 [y/N] " answer || return 1
    [[ $answer == [yY] || $answer == [yY][eE][sS] ]]
}

# ---- Checks: is it there? ----------------------------------------------------------------------

has_command() { command -v "$1" >/dev/null 2>&1; }
has_headers() { has_command pkg-config && pkg-config --exists "$1"; }

# Compiles and links an empty program, with the given extra flags: a compiler without the C library's
# headers is a common half-installation, and only this notices it.
links_programs() {
    local folder status=0
    has_command cc || return 1
    folder=$(mktemp -d)
    printf 'int main(void) { return 0; }\n' >"$folder/empty.c"
    cc "$@" "$folder/empty.c" -o "$folder/empty" >/dev/null 2>&1 || status=1
    rm -rf "$folder"
    return "$status"
}

# Whether every one of the shared libraries can be loaded.
has_libraries() {
    local known library
    known=$(PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null) || return 0 # unknown: assume that it can
    for library in "$@"; do
        [[ $known == *"$library "* ]] || return 1
    done
}

has_certificates() {
    local file
    for file in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt \
        /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem; do
        [[ -n $file && -s $file ]] && return 0
    done
    return 1
}

# The manifest files of Vulkan drivers, one a line; $1 narrows the file's name.
vulkan_drivers() {
    local folder
    for folder in /usr/share /usr/local/share /etc "${XDG_DATA_HOME:-${HOME:-/root}/.local/share}" \
        /run/opengl-driver/share; do
        compgen -G "$folder/vulkan/icd.d/${1:-*}.json" || true
    done
}

has_vulkan_driver() { [[ -n ${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-}$(vulkan_drivers) ]]; }

# The manifest of Mesa's software driver (lavapipe), for this machine's kind of processor if
# several are installed; nothing where there is none.
software_vulkan_driver() {
    local found
    found=$(vulkan_drivers "lvp_icd.$(uname -m)")
    [[ -n $found ]] || found=$(vulkan_drivers 'lvp_icd*')
    head -n 1 <<<"$found"
}

has_software_vulkan() { [[ -n $(software_vulkan_driver) ]]; }

has_xvfb() { has_command xvfb-run && has_command xauth; }

# ---- Packages: which one holds it, and why it is needed -----------------------------------------

# thing | why | apt | dnf | pacman | zypper
package_table() {
    cat <<'TABLE'
compiler        | a C compiler and linker: cargo links with it         | gcc libc6-dev         | gcc glibc-devel       | gcc            | gcc glibc-devel
pkg-config      | tells the build where the headers below are          | pkg-config            | pkgconf-pkg-config    | pkgconf        | pkgconf-pkg-config
certificates    | cargo checks the servers of its downloads with them  | ca-certificates       | ca-certificates       | ca-certificates | ca-certificates-mozilla
curl            | fetches the Rust installer                           | curl                  | curl                  | curl           | curl
alsa            | headers of ALSA, through which the game sounds       | libasound2-dev        | alsa-lib-devel        | alsa-lib       | alsa-devel
wayland         | headers of Wayland, the window's protocol            | libwayland-dev        | wayland-devel         | wayland        | wayland-devel
x11             | X11 libraries, the other way to a window             | libx11-6 libx11-xcb1 libxcursor1 libxi6 | libX11 libX11-xcb libXcursor libXi | libx11 libxcursor libxi | libX11-6 libX11-xcb1 libXcursor1 libXi6
keyboard        | turns key presses into letters                       | libxkbcommon0 libxkbcommon-x11-0 | libxkbcommon libxkbcommon-x11 | libxkbcommon libxkbcommon-x11 | libxkbcommon0 libxkbcommon-x11-0
vulkan          | the Vulkan loader, through which the game draws      | libvulkan1            | vulkan-loader         | vulkan-icd-loader | libvulkan1
vulkan-amd      | a Vulkan driver for your AMD graphics                | mesa-vulkan-drivers   | mesa-vulkan-drivers   | vulkan-radeon  | libvulkan_radeon
vulkan-intel    | a Vulkan driver for your Intel graphics              | mesa-vulkan-drivers   | mesa-vulkan-drivers   | vulkan-intel   | libvulkan_intel
vulkan-software | a Vulkan driver that draws on the processor          | mesa-vulkan-drivers   | mesa-vulkan-drivers   | vulkan-swrast  | libvulkan_lvp
xvfb            | a screen that nobody sees, for the smoke test        | xvfb xauth            | xorg-x11-server-Xvfb xorg-x11-xauth | xorg-server-xvfb xorg-xauth | xvfb-run xorg-x11-server-Xvfb xauth
rustup          | installs Rust and keeps it up to date                | rustup                | rustup                | rustup         | rustup
TABLE
}

package_manager() {
    local manager
    for manager in apt-get dnf pacman zypper; do
        has_command "$manager" && say "$manager" && return
    done
    say none
}

# One cell of the table: `table_cell THING COLUMN`, columns counted from 1.
table_cell() {
    package_table | awk -F ' *[|] *' -v thing="$1" -v column="$2" '$1 == thing { print $column }'
}

# The packages that hold a thing, for the package manager of this machine.
packages_of() {
    case $(package_manager) in
        apt-get) table_cell "$1" 3 ;;
        dnf) table_cell "$1" 4 ;;
        pacman) table_cell "$1" 5 ;;
        zypper) table_cell "$1" 6 ;;
    esac
}

# Runs a command as root, by way of sudo where that is needed.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif has_command sudo; then
        sudo "$@"
    else
        warn "this has to be run as root: $*"
        return 1
    fi
}

# Whether the package manager has a list of packages at all; fresh containers come without one.
has_package_lists() {
    case $(package_manager) in
        apt-get) compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null ;;
        pacman) compgen -G '/var/lib/pacman/sync/*.db' >/dev/null ;;
        *) true ;; # dnf and zypper fetch theirs by themselves
    esac
}

refresh_package_lists() {
    case $(package_manager) in
        apt-get) as_root apt-get update ;;
        pacman) as_root pacman -Sy --noconfirm ;;
        *) true ;;
    esac
}

install_packages() {
    case $(package_manager) in
        apt-get) as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" ;;
        dnf) as_root dnf install -y "$@" ;;
        pacman) as_root pacman -S --needed --noconfirm "$@" ;;
        zypper) as_root zypper --non-interactive install --no-recommends "$@" ;;
        *) return 1 ;;
    esac
}

# Old lists name packages that the mirror has replaced, so a failure is tried once more with new ones.
install_packages_with_fresh_lists() {
    if has_package_lists && install_packages "$@"; then
        return 0
    fi
    refresh_package_lists && install_packages "$@"
}

# One unavailable package must not prevent the installation of the others.
install_one_by_one() {
    local package status=0
    for package in "$@"; do
        install_packages "$package" || {
            warn "the package $package could not be installed; going on without it"
            status=1
        }
    done
    return "$status"
}

MISSING=()

# `want THING CHECK [ARGUMENT...]`: notes THING, a row of the table, if the check does not find it.
want() {
    local thing=$1
    shift
    "$@" || MISSING+=("$thing")
}

# Lists the noted missing things with reasons, asks, and installs them. Status 1 if anything stays missing.
install_what_is_missing() {
    local thing names words packages=()
    ((${#MISSING[@]} > 0)) || return 0
    say "This machine lacks:"
    for thing in "${MISSING[@]}"; do
        names=$(packages_of "$thing")
        printf '  %-16s %s%s\n' "$thing" "$(table_cell "$thing" 2)" "${names:+ (package ${names// /, })}"
        read -r -a words <<<"$names"
        packages+=("${words[@]}")
    done
    MISSING=()
    if [[ $(package_manager) == none ]]; then
        warn "no apt, dnf, pacman or zypper here: please install these by the means of your system"
        return 1
    fi
    ask "Install them with $(package_manager)$(sudo_remark)?" || return 1
    install_packages_with_fresh_lists "${packages[@]}" || install_one_by_one "${packages[@]}"
}

sudo_remark() { [[ $(id -u) == 0 ]] || printf ' (through sudo)'; }

# ---- What the game needs -----------------------------------------------------------------------

# To build anything at all.
want_build_tools() {
    want compiler links_programs
    want certificates has_certificates
}

# To build and run the game with a window.
want_window() {
    want pkg-config has_command pkg-config
    want alsa has_headers alsa
    want wayland has_headers wayland-client
    want x11 has_libraries libX11.so.6 libX11-xcb.so.1 libXcursor.so.1 libXi.so.6
    want keyboard has_libraries libxkbcommon.so.0 libxkbcommon-x11.so.0
    want vulkan has_libraries libvulkan.so.1
}

# Sets FEATURES to cargo's arguments for the game with a window: with sound where it can be built.
# shellcheck disable=SC2034 # the scripts that source this use it
choose_features() {
    FEATURES=()
    if ! has_headers alsa; then
        warn "ALSA's headers are missing: building without sound"
        FEATURES=(--no-default-features --features client)
    fi
}

# On x86-64 Linux, rustc links with its own lld (since 1.90). Elsewhere a fast linker
# is used if one is installed. Flags that are already set stay as they are.
choose_linker() {
    local linker
    [[ $(uname -m) != x86_64 && -z ${RUSTFLAGS:-} ]] || return 0
    for linker in mold lld; do
        if has_command "$linker" && links_programs "-fuse-ld=$linker"; then
            export RUSTFLAGS="-C link-arg=-fuse-ld=$linker"
            return 0
        fi
    done
}

# The folder that cargo builds into, wherever that was configured.
target_folder() {
    cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p'
}

# ---- Rust --------------------------------------------------------------------------------------

# The oldest Rust that builds the game, as Cargo.toml says it.
needed_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# Whether version $1 is at least version $2; the first two numbers count.
version_at_least() {
    local have need
    IFS=. read -r -a have <<<"$1"
    IFS=. read -r -a need <<<"$2"
    ((have[0] > need[0] || (have[0] == need[0] && have[1] >= need[1])))
}

# "1.95" for a cargo that runs; nothing where there is none, or one without a toolchain.
cargo_version() {
    { cargo --version 2>/dev/null || true; } | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p'
}

has_rust() {
    local version
    version=$(cargo_version)
    [[ -n $version ]] && version_at_least "$version" "$(needed_rust)"
}

# rustup's own folder, with the programs installed a moment ago, may be missing from PATH.
find_rustup_folder() {
    local folder="${CARGO_HOME:-${HOME:-/root}/.cargo}/bin"
    [[ -d $folder && :$PATH: != *":$folder:"* ]] && PATH="$folder:$PATH"
    hash -r
}

RUST_PARTS=(--profile minimal --component rustfmt --component clippy)

install_toolchain() {
    rustup toolchain install stable "${RUST_PARTS[@]}" || return 1
    export RUSTUP_TOOLCHAIN=stable # for this run alone: the user's default stays as it is
}

# Whether the distribution has a package of that name.
is_packaged() {
    case $(package_manager) in
        apt-get) [[ -n $(apt-cache search --names-only "^$1\$" 2>/dev/null) ]] ;;
        dnf) dnf --quiet info "$1" >/dev/null 2>&1 ;;
        pacman) pacman -Si "$1" >/dev/null 2>&1 ;;
        zypper) zypper --non-interactive --quiet search --match-exact "$1" >/dev/null 2>&1 ;;
        *) false ;;
    esac
}

# Installs rustup from the distribution, where it has it.
install_packaged_rustup() {
    is_packaged rustup || return 1
    ask "Install rustup, which $(table_cell rustup 2), with $(package_manager)$(sudo_remark)?" || return 1
    install_packages_with_fresh_lists rustup || return 1
    # Fedora's package holds the installer only.
    if ! has_command rustup && has_command rustup-init; then
        rustup-init -y --no-modify-path "${RUST_PARTS[@]}"
    fi
    find_rustup_folder
    has_command rustup
}

# Installs rustup the way https://rustup.rs describes, for this user alone and without touching PATH.
install_official_rustup() {
    local installer status=0
    ask "Fetch Rust's own installer from https://sh.rustup.rs and run it (no root needed)?" || return 1
    want curl has_command curl
    install_what_is_missing || return 1
    installer=$(mktemp)
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs -o "$installer" &&
        RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$installer" -y --no-modify-path "${RUST_PARTS[@]}" ||
        status=1
    rm -f "$installer"
    find_rustup_folder
    return "$status"
}

# Makes sure that there is a Rust that is new enough, or ends the script with a remedy.
ensure_rust() {
    local found
    find_rustup_folder
    has_rust && return 0
    found=$(cargo_version)
    say "Ecliptic needs Rust $(needed_rust) or newer; found here: ${found:-none}."
    if has_command rustup; then
        ask "Install the current stable Rust with rustup, beside what is there?" && install_toolchain
    elif install_packaged_rustup; then
        has_rust || install_toolchain
    else
        install_official_rustup
    fi || true
    has_rust || die "Rust $(needed_rust) or newer is needed: install rustup, from your distribution or as" \
        "https://rustup.rs says, run 'rustup toolchain install stable', then start this script again"
}
