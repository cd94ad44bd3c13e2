#!/usr/bin/env bash
# The documentation as a site, in TARGET/site/html, and packed in TARGET/release. Needs Python 3.11 or newer, and PyPI or pip's cache.
#   src/site/build.sh VERSION TIME TARGET
set -euo pipefail
version=$1 time=$2 target=$3
here=$(dirname "$(realpath "$0")")
site=$target/site source=https://drawbridge.dev/source/v$version
umask 022
export LC_ALL=C.UTF-8 TZ=UTC
rm -rf "$site/docs" "$site/html"
mkdir -p "$site" "$target/release"
cp -r "$here/../docs" "$site/docs"
# Links to sources lead to those of the release.
find "$site/docs" -name '*.md' -exec sed -i -E \
    -e "s#\]\((\.\./)+(main|test|editors)/#]($source/src/\2/#g" \
    -e "s#\]\((\.\./)+(deploy/|\.github/|\.pre-commit|README\.md|Dockerfile|pom\.xml)#]($source/\2#g" {} +
sed "s/@version@/$version/" "$here/mkdocs.yml" >"$site/mkdocs.yml"
# Installed again if the requirements have changed.
if ! cmp -s "$here/requirements.txt" "$site/python/done"; then
    python3 -m venv --clear "$site/python"
    "$site/python/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$site/python/done"
fi
SOURCE_DATE_EPOCH=$(date -d "$time" +%s) NO_MKDOCS_2_WARNING=1 "$site/python/bin/mkdocs" build --quiet --strict -f "$site/mkdocs.yml"
tar --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --format=gnu -C "$site/html" -cf - . |
    gzip -9n >"$target/release/drawbridge-docs-$version.tar.gz"
