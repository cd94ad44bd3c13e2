#!/usr/bin/env bash
# Builds the release of a commit twice, and compares the files byte by byte: in folders, time zones and languages that differ, and as root also by two
# users. The umask is 022: jars record the modes of files.
#   src/release/reproduce.sh [COMMIT [ARGUMENT-OF-MAVEN…]]
# Not compared are the archives of classes (lib/*.aot), which Java makes anew each time, and the sums and packages of the archive that has one.
set -euo pipefail
umask 022
cd "$(dirname "$0")/../.."
# A branch may move on between the builds.
commit=$(git rev-parse --verify "${1:-HEAD}^{commit}")
shift $(($# > 0))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
repository=$(mvn -q help:evaluate -Dexpression=settings.localRepository -DforceStdout | sed 's/\x1b\[[0-9;]*m//g')
as=()
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    cp -al "$repository" "$work/repository"
    find "$work/repository" -type d -exec chown 65534:65534 {} +
    chmod -R a+rX "$work/repository"
    repository=$work/repository
fi
# build FOLDER ZONE LOCALE LANGUAGE COMMAND…
build() {
    local folder=$work/$1 zone=$2 locale=$3 language=$4
    shift 4
    mkdir -p "$folder/tmp" "$folder/home"
    git archive "$commit" | tar -x --no-same-permissions -C "$folder"
    if [ $# -gt "$arguments" ]; then chown -R 65534:65534 "$folder"; fi
    (
        cd "$folder"
        export TZ=$zone LC_ALL=$locale HOME=$folder/home TMPDIR=$folder/tmp
        export MAVEN_OPTS="-Duser.home=$HOME -Duser.language=$language -Duser.country=DE -Dmaven.repo.local=$repository"
        "$@"
    )
}
maven=(mvn -B -q -Prelease -DskipTests "$@" verify)
arguments=${#maven[@]}
build one UTC C.UTF-8 en "${maven[@]}"
german=$(locale -a | grep -i '^de_DE.utf-\?8$' || true)
build two/in-another-folder Asia/Kathmandu "${german:-C}" de ${as[@]+"${as[@]}"} "${maven[@]}"
one=$work/one/target/release two=$work/two/in-another-folder/target/release
differ=0
diff <(ls "$one") <(ls "$two") || differ=1
for file in "$one"/*; do
    name=${file##*/}
    case $name in
    *-linux-*.tar.gz)
        mkdir "$work/a" "$work/b"
        tar -xzf "$file" -C "$work/a" --no-same-owner
        tar -xzf "$two/$name" -C "$work/b" --no-same-owner
        # The same names, modes, owners and times, and the same content.
        if diff <(tar -tvzf "$file" | grep -v '/lib/[a-z]*[.]aot$') <(tar -tvzf "$two/$name" | grep -v '/lib/[a-z]*[.]aot$') &&
            diff -r --no-dereference -x '*.aot' "$work/a" "$work/b"; then
            echo "equal  $name, without lib/*.aot"
        else differ=1; fi
        ;;
    SHA256SUMS | *.intoto.json | drawbridge.yaml | drawbridge.rb | *.deb | *-image.tar) echo "       $name has lib/*.aot, or a sum of it" ;;
    *) if cmp "$file" "$two/$name"; then echo "equal  $name"; else differ=1; fi ;;
    esac
done
exit $differ
