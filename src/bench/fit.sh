#!/usr/bin/env bash
# How many pods drawbridge fit places a second, whole processes: medians of 5, of wall-clock and of processor time. The fleets are those of Kubernetes'
# test/integration/scheduler_perf/dra: SchedulingWithResourceClaimTemplate/5000pods_500nodes, which fills 500 nodes of 10 devices, and
# SteadyStateClusterResourceClaimTemplate/half_500nodes, of which 2,500 devices are taken, with as many pods as are left.
#   src/bench/fit.sh [NODES]
# Build target/drawbridge first. FOLDER=… keeps the fleets, DRAWBRIDGE=… measures another one.
set -euo pipefail
nodes=${1:-500}
drawbridge=${DRAWBRIDGE:-$(realpath "$(dirname "$0")/../../target/drawbridge/bin/drawbridge")}
work=${FOLDER:-$(mktemp -d)}
[ -n "${FOLDER:-}" ] || trap 'rm -rf "$work"' EXIT

# fleet NODES TAKEN: a class, nodes with 10 devices each, and claims that hold devices of random nodes.
fleet() {
    awk -v nodes="$1" -v taken="$2" 'BEGIN {
        srand(1)
        api = "---\napiVersion: resource.k8s.io/v1\n"
        print api "kind: DeviceClass\nmetadata: {name: test-class}\nspec:\n  selectors:\n  - cel:\n      expression: device.driver == \"test-driver.cdi.k8s.io\""
        for (i = 0; i < nodes; i++) {
            node = "scheduler-perf-dra-" i
            print "---\napiVersion: v1\nkind: Node\nmetadata:\n  name: " node "\nspec: {}\nstatus:\n  allocatable: {pods: \"110\", cpu: \"4\", memory: 32Gi}"
            print api "kind: ResourceSlice\nmetadata:\n  name: " node "\nspec:\n  driver: test-driver.cdi.k8s.io\n  nodeName: " node
            print "  pool: {name: " node ", generation: 1, resourceSliceCount: 1}\n  devices:"
            for (j = 0; j < 10; j++) {
                print "  - name: instance-" j "\n    attributes:\n      model: {string: A100}\n      family: {string: GPU}\n      driverVersion: {version: 1.2.3}"
                print "      dra.example.com/numa: {int: " j "}\n    capacity:\n      memory: {value: 1Gi}"
            }
        }
        for (i = 0; i < taken; i++) {
            do node = int(rand() * nodes); while (used[node] >= 10)
            print api "kind: ResourceClaim\nmetadata: {name: test-claim-" i ", namespace: init}\nspec:\n  devices:\n    requests:"
            print "    - name: req-0\n      exactly: {deviceClassName: test-class, allocationMode: ExactCount, count: 1}\nstatus:\n  allocation:\n    devices:\n      results:"
            print "      - {request: req-0, driver: test-driver.cdi.k8s.io, pool: scheduler-perf-dra-" node ", device: instance-" used[node]++ "}"
        }
    }'
}
# pods NAMESPACE COUNT: a template, and pods with a claim each.
pods() {
    awk -v space="$1" -v count="$2" 'BEGIN {
        print "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: test-claim-template, namespace: " space "}\nspec:\n  spec:\n    devices:"
        print "      requests:\n      - name: req-0\n        exactly: {deviceClassName: test-class}"
        for (i = 0; i < count; i++) {
            print "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: test-dra-" i "\n  namespace: " space "\nspec:\n  containers:\n  - image: registry.k8s.io/pause:3.10.1"
            print "    name: pause\n    resources:\n      claims:\n      - name: resource\n  resourceClaims:\n  - name: resource\n    resourceClaimTemplateName: test-claim-template"
        }
    }'
}
# measure NAME FLEET PODS COUNT
measure() {
    local TIMEFORMAT='%R %U %S' times=()
    for _ in 1 2 3 4 5; do
        times+=("$({ time "$drawbridge" fit --from "$2" "$3" >"$work/out" 2>/dev/null; } 2>&1)")
    done
    grep -qx "together: all $4 pods fit at the same time" "$work/out"
    printf '%s\n' "${times[@]}" | awk -v name="$1" -v count="$4" '
        function median(list, values, i, j, swap) {
            split(list, values)
            for (i = 1; i <= 5; i++) for (j = i + 1; j <= 5; j++) if (values[j] + 0 < values[i] + 0) { swap = values[i]; values[i] = values[j]; values[j] = swap }
            return values[3]
        }
        { wall = wall " " $1; cpu = cpu " " $2 + $3 }
        END {
            printf "%-28s %5d pods %6.2f s %6.0f a second; processor time %6.2f s %6.0f a second\n", name, count, median(wall), count / median(wall), median(cpu), count / median(cpu)
        }'
}

fleet "$nodes" 0 >"$work/empty.yaml"
fleet "$nodes" $((nodes * 5)) >"$work/half.yaml"
pods test $((nodes * 5)) >"$work/half-pods.yaml"
{ pods init $((nodes * 5)) && pods test $((nodes * 5)); } >"$work/empty-pods.yaml"
"$drawbridge" fit --from "$work/half.yaml" "$work/half-pods.yaml" >/dev/null 2>&1 || true # leaves the class archive
measure "$((nodes * 10))pods_${nodes}nodes" "$work/empty.yaml" "$work/empty-pods.yaml" $((nodes * 10))
measure "half_${nodes}nodes" "$work/half.yaml" "$work/half-pods.yaml" $((nodes * 5))
