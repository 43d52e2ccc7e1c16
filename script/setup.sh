# setup.sh - what ./hone and ./test share: packages and the build
#
# Sourced by a POSIX shell with 'root' set to the top of the repository.  Speaks on stderr
# only, and only if there is something to do.

# file that shows a package is there, the package, what it is for
packages_to_run='
/usr/bin/gcc gcc compiles Hone and the programs that confirm an error
/usr/include/stdio.h libc6-dev C library
/usr/bin/make make builds Hone
/usr/bin/clang-19 clang-19 reads C
/usr/lib/llvm-19/include/llvm-c/Core.h llvm-19-dev reads what clang makes of it
/usr/include/z3.h libz3-dev solver
/usr/include/bdd.h libbdd-dev decision diagrams
/usr/include/yaml.h libyaml-dev reads task definitions
/usr/bin/bwrap bubblewrap sandbox to run programs in
'
# -m32 needs the 32-bit C library, which exists on this architecture only.  Its shared objects alone, which other
# packages bring, are not enough: the link is what only this package has.
[ -d /usr/lib/x86_64-linux-gnu ] && packages_to_run="$packages_to_run
/usr/include/asm gcc-multilib 32-bit programs
"
packages_to_test='
/usr/include/cmocka.h libcmocka-dev unit tests
/usr/bin/csmith csmith random programs
/usr/include/csmith/csmith.h libcsmith-dev random programs
/usr/bin/python3 python3 benchmark scripts
/usr/bin/cvc5 cvc5 second solver
/usr/include/uthash.h uthash-dev a container to test
/usr/include/bsd/sys/tree.h libbsd-dev containers to test
'

say() {
    echo "hone: $*" >&2
}

# Installs those of the packages listed in $1 that are missing.
install_missing() {
    missing=
    reasons=
    while read -r file package purpose; do
        if [ -n "$file" ] && [ ! -e "$file" ]; then
            missing="$missing $package"
            reasons="$reasons
  $package: $purpose"
        fi
    done <<LIST
$1
LIST
    [ -z "$missing" ] && return 0
    if [ ! -e /usr/bin/apt-get ]; then
        say "these Debian packages are missing, and there is no apt-get to install them:$reasons"
        return 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "missing packages:$reasons"
            say "install them as root: apt-get install$missing"
            return 1
        fi
        as_root=sudo
    fi
    say "installing what is missing, with ${as_root:+sudo }apt-get:$reasons"
    apt_log=$(mktemp)
    if ! apt_install $missing >"$apt_log" 2>&1; then
        cat "$apt_log" >&2
        rm -f "$apt_log"
        say "the installation failed (see above): apt-get install$missing"
        return 1
    fi
    rm -f "$apt_log"
}

# A fresh machine has no package lists, an old one may have outdated ones: then update first.
apt_install() {
    apt_get install -y --no-install-recommends "$@" ||
        { apt_get update && apt_get install -y --no-install-recommends "$@"; }
}

apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# Is the build of mode $1 older than a source?  The stamp is made before the build
# starts, so a file saved meanwhile counts as newer.  Directories are looked at too: their
# time changes when a file goes.
stale() {
    stamp=$root/build/$1/.stamp
    [ ! -x "$root/build/$1/hone" ] || [ ! -e "$stamp" ] ||
        [ -n "$(find "$root/src" "$root/Makefile" -newer "$stamp" -print -quit)" ]
}

# Builds mode $1 (release, debug) if need be.
build() {
    stale "$1" || return 0
    if ! mkdir -p "$root/build/$1" || [ ! -w "$root/build/$1" ]; then
        say "the sources are newer than the program, and $root/build/$1 cannot be written"
        return 1
    fi
    [ -x "$root/build/$1/hone" ] || say "building (a minute, once) ..."
    (
        flock 9
        stale "$1" || exit 0 # another one built it while we waited
        touch "$stamp.new"
        make -s -C "$root" -j "$(nproc)" MODE="$1" 9>&- >&2 && mv "$stamp.new" "$stamp"
    ) 9>"$root/build/$1/.lock"
}
