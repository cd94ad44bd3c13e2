#!/bin/sh
# Compares Drawbridge's verdicts with recorded verdicts of API servers; --help lists the options.
#   src/test/conformance.sh [OPTION...] FILE...
# Builds target/drawbridge if one of its sources is newer, and target/conformance, the comparison, in the same way.
set -eu
here=$(readlink -f -- "$0")
root=${here%/src/test/conformance.sh}
product=$root/target/drawbridge
own=$root/target/conformance
program=$own/conformance.jar
# Every file of the product has the time of pom.xml's outputTimestamp; this folder has that of the build.
built=$product/lib/cluster
bin=${JAVA_HOME:+$JAVA_HOME/bin/}

is_older() {
    target=$1
    shift
    [ ! -e "$target" ] || [ -n "$(find "$@" -newer "$target" -print -quit)" ]
}

if is_older "$built" "$root/pom.xml" "$root/src/assembly" "$root/src/main" "$root/certs-gen" -type f; then
    mvn -q -B -f "$root/pom.xml" -Dmaven.test.skip=true package >&2 || exit 2
fi
sources=$root/src/test/java/dev/drawbridge
help=$root/src/test/resources/commands
if [ ! "$program" -nt "$built" ] || is_older "$program" "$help" "$sources/conformance" "$sources/cli/ConformanceCommand.java" "$sources/fleet/Fleets.java" "$sources/fit/plugin/PluginAnswer.java"; then
    mkdir -p "$own"
    work=$(mktemp -d "$own/XXXXXX")
    find "$sources/conformance" "$sources/cli/ConformanceCommand.java" "$sources/fleet/Fleets.java" "$sources/fit/plugin/PluginAnswer.java" -name '*.java' ! -name '*Test.java' \
        -exec "${bin}javac" -J-XX:TieredStopAtLevel=1 --release 17 -proc:none -cp "$product/lib/*" -d "$work/classes" {} + >&2 || exit 2
    cp -r "$help" "$work/classes"
    "${bin}jar" --create --file "$work/conformance.jar" -C "$work/classes" . || exit 2
    mv -f "$work/conformance.jar" "$program"
    rm -rf "$work"
fi

# The options of "drawbridge fit", with its archive of classes: decisions start as quickly as fit does. What compares runs for long.
# shellcheck disable=SC2086 # JAVA_OPTS is a list of options
options=$(printf '%s\n' ${JAVA_OPTS:-} && DRAWBRIDGE_ARGUMENT_FILE=/dev/stdout "$product/bin/drawbridge" fit)
options=${options%?dev.drawbridge.Main}
if [ "${1:-}" != --decide ]; then
    unsafe=--sun-misc-unsafe-memory-access=allow
    case $options in *$unsafe*) ;; *) unsafe= ;; esac
    # shellcheck disable=SC2086
    exec "${bin}java" $unsafe ${JAVA_OPTS:-} -cp "$product/lib/*:$program" dev.drawbridge.cli.ConformanceCommand "$@"
fi
# A line of the launcher is an argument; the class path has a * for Java.
set -f
IFS='
'
# shellcheck disable=SC2086
exec "${bin}java" $options:"$program" dev.drawbridge.cli.ConformanceCommand "$@"
