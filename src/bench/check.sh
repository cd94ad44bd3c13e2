#!/usr/bin/env bash
# How long the local check and the merge gate take, whole processes side by side in one run: medians of 7, in milliseconds, and ratios; and a first
# projection.
#   src/bench/check.sh FOLDER [KUBECONFORM SCHEMAS]
# FOLDER has many manifests, such as 10,000; kubeconform v0.7 judges the same with the schemas. Build target/drawbridge first.
set -euo pipefail
folder=$(realpath "$1")
drawbridge=$(realpath "$(dirname "$0")/../../target/drawbridge/bin/drawbridge")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# took COMMAND…: how long it takes, in milliseconds.
took() {
    local start
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 || true
    echo $((($(date +%s%N) - start) / 1000000))
}
# of NAME TIMES…: prints the middle one of 7 times, and leaves it in $median.
of() {
    local name=$1
    shift
    median=$(printf '%s\n' "$@" | sort -n | sed -n 4p)
    printf '%-46s %7d ms\n' "$name" "$median"
}
# median NAME COMMAND…: that of a command.
median() {
    local name=$1 times=()
    shift
    for _ in 1 2 3 4 5 6 7; do times+=("$(took "$@")"); done
    of "$name" "${times[@]}"
}
ratio() { awk -v a="$2" -v b="$3" -v name="$1" 'BEGIN { printf "%-46s %7.1f x\n", name, a / b }'; }

printf 'class Hello { public static void main(String[] args) { System.out.println("hello"); } }\n' >"$work/Hello.java"
"$java"c -d "$work" "$work/Hello.java"
one=$(find "$folder" -type f | sort | sed -n 1p)
plain=$(realpath "$(dirname "$0")/../../deploy/try/before/claim.yaml")
"$drawbridge" check "$one" >/dev/null 2>&1 || true # leaves the class archive

# The first projection of a fresh process, its table's classes included, with the archive that the checks start from.
lib=$(dirname "$(dirname "$drawbridge")")/lib
cat >"$work/First.java" <<'END'
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.*;
class First {
    public static void main(String[] args) {
        long start = System.nanoTime();
        var kind = Kinds.kind(args[0], ApiVersion.V1).orElseThrow();
        var release = Kinds.newestServing(kind, ApiVersion.V1).orElseThrow();
        Projection.of(kind.table(), new Target(ApiVersion.V1, release, FeatureGates.defaults(release), Request.CREATE));
        System.out.println((System.nanoTime() - start) / 1_000_000);
    }
}
END
"$java"c -d "$work" -cp "$lib/*" "$work/First.java"
if "$java" -XX:AOTMode=auto -version >/dev/null 2>&1; then use=-XX:AOTCache kind=aot; else use=-XX:SharedArchiveFile kind=jsa; fi
archive=$(ls -t "$lib"/check-*.$kind | sed -n 1p)
for kind in ResourceClaim DeviceClass ResourceSlice; do
    first=$(for _ in 1 2 3 4 5 6 7; do
        "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$use=$archive" -cp "$lib/*:$work" First "$kind"
    done | sort -n | sed -n 4p)
    printf '%-46s %7d ms\n' "first projection of a fresh process, $kind" "$first"
done

median 'java Hello' "$java" -Xshare:auto -cp "$work" Hello
hello=$median
median 'drawbridge check, one plain manifest' "$drawbridge" check "$plain"
ratio '  against java Hello' "$median" "$hello"
median 'drawbridge check, the first of the folder' "$drawbridge" check "$one"
single=$median
ratio '  against java Hello' "$single" "$hello"
export JAVA_OPTS=-Xmx64m
if [ $# -ge 3 ]; then
    # In turns: what else the machine does takes from both.
    ours=() theirs=()
    for _ in 1 2 3 4 5 6 7; do
        ours+=("$(took "$drawbridge" check "$folder")")
        theirs+=("$(took "$2" -schema-location "$3/{{ .ResourceKind }}-{{ .ResourceAPIVersion }}.json" -ignore-missing-schemas "$folder")")
    done
    of 'drawbridge check, the folder, -Xmx64m' "${ours[@]}"
    many=$median
    of 'kubeconform, the folder' "${theirs[@]}"
    ratio '  drawbridge against kubeconform' "$many" "$median"
else
    median 'drawbridge check, the folder, -Xmx64m' "$drawbridge" check "$folder"
fi

cp -r "$folder" "$work/repository"
cd "$work/repository"
git init -q
git add .
git -c user.name=bench -c user.email=bench@localhost commit -qm base
find . -type f -not -path './.git/*' | sort | sed -n 1,50p | while read -r file; do echo '# changed' >>"$file"; done
median 'git diff --name-only, 50 changed' git diff --name-only
difference=$median
median 'drawbridge check --base, 50 changed, -Xmx64m' "$drawbridge" check --base HEAD
ratio '  against git diff and one check' "$median" "$((difference + single))"
