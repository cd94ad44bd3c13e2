#!/bin/sh
set -eu
# The script may be read from a pipe.
usage() {
    cat <<'END'
Installs, updates and removes Drawbridge, without root and without Java. Linux on x64; elsewhere: the archive for any Java 17 (drawbridge-VERSION.tar.gz).
  install.sh [--prefix FOLDER] [--version VERSION] [FROM]
  install.sh [--prefix FOLDER] --uninstall
FROM is the folder or the address of a release, which has the archive and SHA256SUMS; the default is https://drawbridge.dev/releases. The prefix is
~/.local by default: the command is PREFIX/bin/drawbridge, its files PREFIX/lib/drawbridge. Installing again updates.
If DRAWBRIDGE_KEY names a file with a public key, a release without a valid signature of it is refused: SHA256SUMS.asc is verified with gpg, or
SHA256SUMS.sigstore.json with cosign, if the key is cosign's.
END
}
fail() {
    echo "install.sh: $*" >&2
    exit 1
}
prefix=${HOME:+$HOME/.local} version=@version@ from=https://drawbridge.dev/releases uninstall=
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) prefix=${2:?--prefix FOLDER} && shift ;;
    --version) version=${2:?--version VERSION} && shift ;;
    --uninstall) uninstall=1 ;;
    -h | --help)
        usage
        exit
        ;;
    -*) fail "unknown option $1" ;;
    *) from=$1 ;;
    esac
    shift
done
[ -n "$prefix" ] || fail "HOME is not set; use --prefix FOLDER"
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
files=$prefix/lib/drawbridge command=$prefix/bin/drawbridge
# Removes nothing that it did not install.
if [ -e "$files" ] && [ ! -x "$files/bin/drawbridge" ]; then fail "$files is not an installation of Drawbridge"; fi
if [ -e "$command" ] && [ "$(readlink -f -- "$command")" != "$(readlink -f -- "$files")/bin/drawbridge" ]; then
    fail "$command is another program"
fi
if [ -n "$uninstall" ]; then
    [ -e "$files" ] || fail "Drawbridge is not installed in $prefix"
    rm -rf "$files"
    rm -f "$command"
    echo "removed $files and $command"
    exit
fi
case $(uname -s)-$(uname -m) in Linux-x86_64) ;; *)
    fail "there is no archive with its own Java for $(uname -s) on $(uname -m); with Java 17 or newer, unpack drawbridge-$version.tar.gz" ;;
esac
name=drawbridge-$version
archive=$name-linux-x64.tar.gz

new=
work=$(mktemp -d)
trap 'rm -rf "$work" ${new:+"$new"}' EXIT
trap 'exit 1' HUP INT TERM
# get NAME: a file of the release, in the working folder.
get() {
    case $from in
    https://* | http://* | file://*)
        if command -v curl >/dev/null; then curl -fsSL -o "$work/$1" "${from%/}/$1"; else wget -q -O "$work/$1" "${from%/}/$1"; fi ;;
    *) cp -- "$from/$1" "$work/$1" ;;
    esac
}
get SHA256SUMS || fail "$from has no SHA256SUMS"
signed=
if [ -n "${DRAWBRIDGE_KEY:-}" ]; then
    [ -r "$DRAWBRIDGE_KEY" ] || fail "cannot read the key $DRAWBRIDGE_KEY"
    # A key of gpg is binary, or begins with BEGIN PGP PUBLIC KEY BLOCK.
    if grep -qe '-----BEGIN PUBLIC KEY-----' "$DRAWBRIDGE_KEY"; then signed=cosign signature=SHA256SUMS.sigstore.json; else signed=gpg signature=SHA256SUMS.asc; fi
    command -v $signed >/dev/null || fail "no $signed to verify $signature with $DRAWBRIDGE_KEY"
    get $signature || fail "no signature of $from could be verified with $DRAWBRIDGE_KEY: it has no $signature"
    if [ $signed = gpg ]; then
        mkdir -m 700 "$work/gnupg"
        gpg --homedir "$work/gnupg" -q --batch --import "$DRAWBRIDGE_KEY" || fail "$DRAWBRIDGE_KEY is not a public key of gpg or cosign"
        set -- gpg --homedir "$work/gnupg" -q --batch --trust-model always --verify "$work/$signature" "$work/SHA256SUMS"
    else
        set -- cosign verify-blob --insecure-ignore-tlog --key "$DRAWBRIDGE_KEY" --bundle "$work/$signature" "$work/SHA256SUMS"
    fi
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "the signature of SHA256SUMS is wrong"
    }
fi
sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $archive\$/\1/p" "$work/SHA256SUMS")
[ -n "$sum" ] || fail "SHA256SUMS does not name $archive"
get "$archive" || fail "$from has no $archive"
[ "$(sha256sum <"$work/$archive" | cut -c1-64)" = "$sum" ] || fail "the checksum of $archive is wrong: it is damaged, or not the one that was released"

# The new files are ready before the old ones go; a rename takes no time.
mkdir -p "$prefix/bin" "$prefix/lib"
new=$prefix/lib/.drawbridge.$$
mkdir "$new"
tar -xzf "$work/$archive" -C "$new"
"$new/$name/bin/drawbridge" version >/dev/null || fail "the new version does not start; $prefix is as it was"
if [ -e "$files" ]; then mv "$files" "$new/old"; fi
if [ -e "$files" ] || ! mv "$new/$name" "$files"; then
    if [ -e "$new/old" ] && [ ! -e "$files" ]; then mv "$new/old" "$files"; fi
    fail "$files cannot be written"
fi
ln -sfn ../lib/drawbridge/bin/drawbridge "$command"
echo "installed $name as $command${signed:+, signature verified by $signed}"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "$prefix/bin is not on the PATH" ;; esac
