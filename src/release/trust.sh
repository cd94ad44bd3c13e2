#!/usr/bin/env bash
# Provenance and signatures of a release: an in-toto statement with SLSA provenance about the files in SHA256SUMS, and the signatures of both.
#   src/release/trust.sh VERSION FOLDER
# GPG_KEY: a key of gpg. COSIGN_KEY: a key of cosign, a file or the address of a KMS; COSIGN_PASSWORD is its password. Neither: nothing is signed.
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
    echo '   "internalParameters": {},'
    echo "   \"resolvedDependencies\": $sources"
    echo '  },'
    echo "  \"runDetails\": {\"builder\": {\"id\": \"${BUILDER_ID:-https://drawbridge.dev/builder/local}\"}$run}"
    echo ' }'
    echo '}'
} >"$statement"
rm -f SHA256SUMS.asc SHA256SUMS.sig "$statement.asc" "$statement.sig"
for file in SHA256SUMS "$statement"; do
    if [ -n "${GPG_KEY:-}" ]; then gpg --batch --yes --quiet --local-user "$GPG_KEY" --armor --detach-sign "$file"; fi
    if [ -n "${COSIGN_KEY:-}" ]; then cosign sign-blob --yes --tlog-upload=false --key "$COSIGN_KEY" --output-signature "$file.sig" "$file"; fi
done
[ -n "${GPG_KEY:-}${COSIGN_KEY:-}" ] || echo "not signed: set GPG_KEY or COSIGN_KEY" >&2
