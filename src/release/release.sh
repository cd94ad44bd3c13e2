#!/usr/bin/env bash
# The rest of a release, in TARGET/release: the library under its own name, the chart, the package for Debian, manifests of package managers, checksums.
#   src/release/release.sh VERSION TIME TARGET CEL JACKSON JSPECIFY
set -euo pipefail
version=$1 time=$2 target=$3
here=$(dirname "$(realpath "$0")")
out=$target/release name=drawbridge-$version
umask 022
export LC_ALL=C.UTF-8 TZ=UTC
for part in "" -sources -javadoc; do
    from=$target/$name-engine$part.jar
    if [ -e "$from" ]; then cp "$from" "$out/drawbridge-engine-$version$part.jar"; fi
done
sed "s/@version@/$version/; s/@cel@/$4/; s/@jackson@/$5/; s/@jspecify@/$6/" "$here/engine.pom" >"$out/drawbridge-engine-$version.pom"

# Maven lists the libraries, but not the Java of the archive for Linux.
bom=$out/$name.cdx.json
java=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$target/linux/$name/java/release")
if [ ! -e "$bom" ]; then
    echo "SKIPPED: there is no bill of materials: Maven makes none offline" >&2
elif ! grep -q pkg:generic/openjdk "$bom"; then
    sed -i '/^  "components" : \[$/a {"type": "platform", "bom-ref": "pkg:generic/openjdk@'"$java"'", "name": "openjdk", "version": "'"$java"'",\
      "licenses": [{"expression": "GPL-2.0-only WITH Classpath-exception-2.0"}], "purl": "pkg:generic/openjdk@'"$java"'",\
      "cpe": "cpe:2.3:a:oracle:openjdk:'"$java"':*:*:*:*:*:*:*"},' "$bom"
    grep -q pkg:generic/openjdk "$bom"
fi

# The chart names the image by its digest, if there is an image.
chart=$target/chart
rm -rf "$chart"
mkdir "$chart"
cp -r "$here/../../deploy/helm/drawbridge" "$chart/drawbridge"
if [ -e "$out/$name-image.tar" ]; then
    sed -i "s/^\(  digest: \)\"\"/\1$(cat "$target/jib-image.digest")/" "$chart/drawbridge/values.yaml"
    grep -q "^  digest: sha256:" "$chart/drawbridge/values.yaml"
fi
chmod -R u=rwX,go=rX "$chart"
tar --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --format=gnu -C "$chart" -cf - drawbridge |
    gzip -9n >"$out/drawbridge-chart-$version.tgz"
if helm=$(command -v "${HELM:-helm}"); then
    "$helm" lint --strict "$out/drawbridge-chart-$version.tgz"
    "$helm" package --destination "$chart" "$chart/drawbridge"
else
    echo "SKIPPED: there is no helm (HELM), so the chart is not linted" >&2
fi

archive=$out/$name-linux-x64.tar.gz
if [ -e "$archive" ] && command -v dpkg-deb >/dev/null; then
    root=$target/deb
    rm -rf "$root"
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib/drawbridge" "$root/usr/share/doc/drawbridge"
    tar -xzf "$archive" -C "$root/usr/lib/drawbridge" --strip-components=1 --no-same-owner
    ln -s ../lib/drawbridge/bin/drawbridge "$root/usr/bin/drawbridge"
    cp "$root/usr/lib/drawbridge/LICENSE" "$root/usr/share/doc/drawbridge/copyright"
    # A version of Debian sorts what follows ~ before the release.
    sed "s/@version@/${version/-/\~}/; s/@size@/$(du -sk "$root/usr" | cut -f1)/" "$here/control" >"$root/DEBIAN/control"
    find "$root" -exec touch -h -d "$time" {} +
    SOURCE_DATE_EPOCH=$(date -d "$time" +%s) dpkg-deb --root-owner-group -Zgzip --build "$root" "$out/drawbridge_${version/-/\~}_amd64.deb"
else
    echo "SKIPPED: there is no dpkg-deb, or no archive for x64, so there is no package for Debian" >&2
fi

if [ -e "$archive" ] && tar -tvzf "$archive" | grep '^l'; then
    echo "krew would refuse these links of $archive" >&2
    exit 1
fi
sum() { if [ -e "$out/$1" ]; then sha256sum "$out/$1" | cut -c1-64; fi; }
fill() {
    sed "s/@version@/$version/g; s/@sha256.linux@/$(sum "$name-linux-x64.tar.gz")/; s/@sha256.tar.gz@/$(sum "$name.tar.gz")/
        s/@sha256.zip@/$(sum "$name.zip")/" "$here/$1" >"$out/$2"
}
fill krew.yaml drawbridge.yaml
fill formula.rb drawbridge.rb
fill install.sh install.sh
fill README.md README.md
# What this build has not made has no row.
for file in "$name-image.tar" "$name.cdx.json" "$name-linux-x64.tar.gz" "drawbridge-docs-$version.tar.gz"; do
    if [ ! -e "$out/$file" ]; then sed -i "/^| .$file/d" "$out/README.md"; fi
done
chmod +x "$out/install.sh"
cd "$out"
# Checksums and signatures of an earlier build in this folder.
rm -f SHA256SUMS* ./*.intoto.json*
find . -type f -printf '%P\n' | sort | xargs sha256sum >"$target/SHA256SUMS"
mv "$target/SHA256SUMS" .
