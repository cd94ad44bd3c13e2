#!/usr/bin/env bash
# Makes drawbridge-VERSION-linux-ARCH.tar.gz in TARGET/release, from the archive without Java that is there; for the processor of the JDK.
#   src/release/archive.sh JDK VERSION TIME TARGET
# JDK: a JDK 25; "": JAVA_HOME_25, JAVA_HOME or one in /usr/lib/jvm. TIME: the modification time of all files. Leaves the files of the image in TARGET/linux.
set -euo pipefail
version=$2 time=$3 target=$4
here=$(dirname "$(realpath "$0")")
is_25() { grep -qs '^JAVA_VERSION="25[".]' "$1/release" && [ -x "$1/bin/jlink" ]; }
jdk=$1
if [ -z "$jdk" ]; then
    for jdk in "${JAVA_HOME_25:-}" "${JAVA_HOME_25_X64:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do if is_25 "$jdk"; then break; fi; done
fi
if ! is_25 "$jdk"; then
    echo "a release needs a JDK 25 with jlink${1:+; $1 is not one}: set JAVA_HOME_25 or -Drelease.jdk=FOLDER" >&2
    exit 1
fi
case $(sed -n 's/^OS_ARCH="\(.*\)"/\1/p' "$jdk/release") in x86_64) arch=x64 ;; *) arch=aarch64 ;; esac
name=drawbridge-$version work=$target/linux
umask 022
export LC_ALL=C.UTF-8 TZ=UTC
rm -rf "$work"
mkdir -p "$work/image/lib"
# For the provenance.
(. "$jdk/release" && echo "$IMPLEMENTOR $JAVA_RUNTIME_VERSION") >"$work/jdk"
tar -xzf "$target/release/$name.tar.gz" -C "$work" --no-same-owner
own=$work/$name
rm "$own/bin/drawbridge.cmd"
"$jdk/bin/jlink" "@$here/jlink.txt" --output "$own/java"
# krew unpacks no links.
cp -rL "$own/java/legal" "$work/legal" && rm -r "$own/java/legal" && mv "$work/legal" "$own/java"
if command -v strip >/dev/null; then find "$own/java" -name "*.so" -exec strip {} +; else echo "there is no strip: the archive is 1.5 MB larger" >&2; fi
"$jdk/bin/java" "$here/StoredJars.java" "$own/lib"
chmod -R u+w,a+rX,go-w "$own"
find "$own" -exec touch -h -d "$time" {} +
# The image has what Java links, and BusyBox' image with its C library lacks: libdl and librt, empty since their functions are in libc.
mkdir "$work/image/java" "$work/image/java/lib"
find "$own/java" -name '*.so' -exec ldd {} + | sed -nE "\\,=> $own/|/lib(c|m|pthread)[.]so,d; s,.* => (/[^ ]*) .*,\\1,p" | sort -u |
    xargs -r cp -L -t "$work/image/java/lib"
# The archives of classes. Java accepts them in any folder, as long as the jars keep their times. Only the image has the server's: it would be
# a fifth of this file.
archive() {
    env -i PATH="$PATH" HOME="$work" DRAWBRIDGE_ARGUMENT_FILE=/dev/null "$own/bin/drawbridge" "$1"
    mv "$own/lib/$1-"*.aot "$2/$1.aot"
    chmod 0644 "$2/$1.aot"
    touch -d "$time" "$2/$1.aot"
}
if [ $arch = x64 ]; then
    archive serve "$work/image/lib"
    archive check "$own/lib"
    touch -d "$time" "$own/lib"
fi
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -C "$work" -cf - "$name" | gzip -9n >"$target/release/$name-linux-$arch.tar.gz"
