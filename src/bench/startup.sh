#!/usr/bin/env bash
# What each part of the tuning of a start saves: the processor time of a start without it, as a ratio to the start as shipped, in one run. Medians.
#   src/bench/startup.sh [ROUNDS]
# Build target/drawbridge first; JAVA_HOME chooses the Java. The first round makes the archives and is not counted.
set -euo pipefail
rounds=${1:-7}
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}
version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$JAVA_HOME/release")
own=$work/drawbridge
cp -r "$root/target/drawbridge" "$own"
rm -f "$own"/lib/*.aot "$own"/lib/*.jsa
cp -r "$own/share/samples" "$work/samples"
(cd "$work" && git init -q . && git add samples && git -c user.name=a -c user.email=a@localhost commit -qm samples)
for file in "$work"/samples/*; do echo >>"$file"; done

# variant NAME SED-COMMAND: a distribution whose launcher differs.
variant() {
    cp -r "$own" "$work/$1"
    sed -i "$2" "$work/$1/bin/drawbridge"
}
variant jmx '/referencesPerCacheLine/d'
variant replay 's/ -XX:-AOTRecordTraining//'
variant english 's/-Duser.language=en -Duser.country=US//'
variant compiler 's/-XX:TieredStopAtLevel=1//'
case $version in 1? | 2[0-4]) none=-XX:SharedArchiveFile=$JAVA_HOME/lib/server/classes.jsa ;; *) none=-XX:AOTMode=off ;; esac
tier4="-XX:Tier4InvocationThreshold=5000 -XX:Tier4MinInvocationThreshold=600 -XX:Tier4CompileThreshold=15000 -XX:Tier4BackEdgeThreshold=40000"

# serve DISTRIBUTION OPTIONS [ARGUMENT…]: hundredths of a second of processor time until the webhook is ready.
serve() {
    local from=$1 options=$2 id port=$((20000 + RANDOM % 10000)) fields
    shift 2
    (cd "$work" && JAVA_OPTS="-Xmx128m $options" exec "$from/bin/drawbridge" serve --server.port=$port "$@") >/dev/null 2>&1 &
    id=$!
    until curl -sk -o /dev/null -f "https://localhost:$port/actuator/health/readiness"; do kill -0 $id && sleep 0.05; done
    read -r -a fields <"/proc/$id/stat"
    kill -9 $id
    wait $id 2>/dev/null || true
    echo $((fields[13] + fields[14]))
}
# run DISTRIBUTION OPTIONS COMMAND…: the same for a command.
run() {
    local from=$1 options=$2 took
    shift 2
    took=$({ TIMEFORMAT='%U %S'; time (cd "$work" && JAVA_OPTS="$options" "$from/bin/drawbridge" "$@" >/dev/null 2>&1 || true); } 2>&1)
    awk '{ printf "%d\n", 100 * ($1 + $2) + 0.5 }' <<<"$took"
}
fleet=(fit --fleet "$own/share/fleet/fleet.yaml" "$own/share/fleet/workloads.yaml")

measure() {
    echo "serve|as shipped|$(serve "$own" "")"
    echo "serve|without beans generated at the build|$(serve "$own" -Dspring.aot.enabled=false)"
    echo "serve|without an archive of classes|$(serve "$own" "$none")"
    echo "serve|with Java's thresholds of its optimizing compiler|$(serve "$own" "$tier4")"
    echo "serve|with beans made before they are needed|$(serve "$own" "" --spring.main.lazy-initialization=false)"
    echo "serve|with Jetty looking up the size of references|$(serve "$work/jmx" "")"
    echo "serve|with recorded profiles of methods|$(serve "$work/replay" "")"
    echo "check|as shipped|$(run "$own" "" check samples)"
    echo "check|without an archive of classes|$(run "$own" "$none" check samples)"
    echo "check|with the optimizing compiler|$(run "$work/compiler" "" check samples)"
    echo "check|in the language of the user|$(run "$work/english" "" check samples)"
    echo "gate|as shipped|$(run "$own" "" check --base HEAD samples)"
    echo "gate|without an archive of classes|$(run "$own" "$none" check --base HEAD samples)"
    echo "fit|as shipped|$(run "$own" "" "${fleet[@]}")"
    echo "fit|without an archive of classes|$(run "$own" "$none" "${fleet[@]}")"
}
measure >/dev/null
for _ in $(seq "$rounds"); do measure; done | awk -F'|' '
    { key = $1 "|" $2; if (!(key in n)) order[++rows] = key; time[key, ++n[key]] = $3 }
    END {
        for (r = 1; r <= rows; r++) {
            key = order[r]; count = n[key]
            for (i = 2; i <= count; i++) for (j = i; j > 1 && time[key, j] < time[key, j - 1]; j--) {
                swap = time[key, j]; time[key, j] = time[key, j - 1]; time[key, j - 1] = swap
            }
            median = time[key, int((count + 1) / 2)]
            split(key, part, "|")
            if (part[2] == "as shipped") shipped = median
            printf "%-6s %-52s %5.2f s %5.2f x\n", part[1], part[2], median / 100, median / shipped
        }
    }'
