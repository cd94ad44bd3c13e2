#!/usr/bin/env bash
# Provenance and signatures of a release: an in-toto statement with SLSA provenance about the files in SHA256SUMS, and the signatures of both.
#   src/release/trust.sh VERSION FOLDER JAVA
# JAVA: the version of Java that Maven ran with. FOLDER/../linux/jdk, which archive.sh wrote, names the one that is packed.
# GPG_KEY: a key of gpg. COSIGN_KEY: a key of cosign 3, a file or the address of a KMS; COSIGN_PASSWORD is its password. Neither: nothing is signed.
# BUILDER_ID: the URI of the builder (default: a local machine). BUILD_ID: the run, such as its URL.
set -euo pipefail
version=$1
source=$(dirname "$(realpath "$0")")
cd "$2"
statement=drawbridge-$version.intoto.json
sources="[]"
if commit=$(git -C "$source" rev-parse HEAD 2>/dev/null); then
    modified=false
    [ -z "$(git -C "$source" status --porcelain --untracked-files=no)" ] || modified=true
    sources="[{\"name\": \"source\", \"digest\": {\"gitCommit\": \"$commit\"}, \"annotations\": {\"modified\": $modified}}]"
fi
command="mvn -Prelease verify"
if [ -e "drawbridge-$version-image.tar" ]; then command="mvn -Prelease,image verify"; fi
run=""
[ -z "${BUILD_ID:-}" ] || run=", \"metadata\": {\"invocationId\": \"$BUILD_ID\"}"
{
    echo '{"_type": "https://in-toto.io/Statement/v1",'
    echo ' "subject": ['
    sed -E 's/^([0-9a-f]{64})  (.*)$/  {"name": "\2", "digest": {"sha256": "\1"}},/; $ s/,$//' SHA256SUMS
    echo ' ],'
    echo ' "predicateType": "https://slsa.dev/provenance/v1",'
    echo ' "predicate": {'
    echo '  "buildDefinition": {'
    echo '   "buildType": "https://drawbridge.dev/verify/#provenance",'
    echo "   \"externalParameters\": {\"command\": \"$command\", \"version\": \"$version\"},"
    echo "   \"internalParameters\": {\"java\": \"$3\", \"jdk\": \"$(cat ../linux/jdk)\"},"
    echo "   \"resolvedDependencies\": $sources"
    echo '  },'
    echo "  \"runDetails\": {\"builder\": {\"id\": \"${BUILDER_ID:-https://drawbridge.dev/builder/local}\"}$run}"
    echo ' }'
    echo '}'
} >"$statement"
rm -f {SHA256SUMS,"$statement"}.{asc,sigstore.json}
# by_cosign COMMAND FILE ARGUMENT…: by the key alone; the configuration names no authority, log or clock of others.
by_cosign() {
    cosign "$1" --yes --key "$COSIGN_KEY" --bundle "$2.sigstore.json" \
        --signing-config <(echo '{"mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json"}') "${@:3}"
    chmod 644 "$2.sigstore.json"
}
if [ -n "${GPG_KEY:-}" ]; then
    for file in SHA256SUMS "$statement"; do gpg --batch --yes --quiet --local-user "$GPG_KEY" --armor --detach-sign "$file"; done
fi
if [ -n "${COSIGN_KEY:-}" ]; then
    by_cosign sign-blob SHA256SUMS SHA256SUMS
    by_cosign attest-blob "$statement" --statement "$statement"
fi
[ -n "${GPG_KEY:-}${COSIGN_KEY:-}" ] || echo "not signed: set GPG_KEY or COSIGN_KEY" >&2
