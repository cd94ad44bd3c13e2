package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stage 1: reads files as documents. A file that cannot be read becomes an unreadable document; a file that was only
 * found in a folder is skipped if it is JSON, or does not mention DRA. Thread-safe.
 *
 * @param patches the kustomizations of the head, and before those of the base
 * @param isNamed whether a path is named, or else found in a folder
 */
record ReadStage(CheckSettings settings, Kustomizations patches, Kustomizations before, Predicate<String> isNamed) {

    private static final byte[] NOTHING = {};

    private static final String TEMPLATE = "template; render it first";
    private static final String TESTS = "tests of policies; run drawbridge policy test";

    private static final ManifestReader READER = new ManifestReader();

    ReadFile of(Change file) {
        Change change = patches.isUnlisted(file.place())
                ? new Change(file.place(), file.basePath(), file.path(), file.base(), Content.NONE)
                : file;
        boolean named = isNamed.test(change.path());
        String patch = patches.reason(change.place());
        boolean isTest = change.path().endsWith(PolicyTests.FILE);
        boolean isFound = patch.isEmpty() && !named;
        String reason =
                isFound && isTest ? TESTS : isFound && ManifestFiles.isTemplate(change.path()) ? TEMPLATE : patch;
        if (!reason.isEmpty()) {
            ManifestFile none = ManifestFile.of(change.path());
            boolean isPatch = patches.isPatch(change.place());
            boolean isListed = !isTest && (patch.isEmpty() || isPatch) && (named || mentionsClaims(change));
            String cause = isPatch ? FindingFactory.PATCH : reason;
            return new ReadFile(
                    change, none, none, NOTHING, named, new Skipped(change.path(), reason, cause, isListed));
        }
        Side head = read(change.path(), change.head());
        Content old = before.reason(change.place()).isEmpty() ? change.base() : Content.NONE;
        Side base = old == change.head() ? head : read(change.basePath(), old);
        // Without a word of DRA in base and head, nothing of them can be compared.
        Skipped skippedBefore = named ? null : skippedIfFound(base.file, base.text);
        boolean isLeftOut = skippedBefore != null && !skippedBefore.isListed() && !Mentions.in(head.text);
        Skipped skipped = named ? null : skippedIfFound(head.file, head.text);
        ManifestFile documents = isLeftOut ? ManifestFile.of(change.basePath()) : base.file;
        // Nothing puts a deleted file anywhere.
        Kustomizations placing = change.head() == Content.NONE ? before : patches;
        ManifestFile now = placing.placed(change.place(), head.file);
        ManifestFile then = documents == head.file ? now : placing.placed(change.place(), documents);
        then = before == placing ? then : placed(before.placed(change.place(), documents), then);
        return new ReadFile(change, then, now, head.text, named, skipped);
    }

    /** The base's objects where the head's kustomizations put them, but those that the base's put elsewhere. */
    private static ManifestFile placed(ManifestFile before, ManifestFile now) {
        List<Manifest> placed = IntStream.range(0, now.manifests().size())
                .mapToObj(i -> {
                    String own = before.manifests().get(i).namespace("");
                    String other = now.manifests().get(i).namespace("");
                    boolean isElsewhere = !own.isEmpty() && !other.isEmpty() && !own.equals(other);
                    return (isElsewhere ? before : now).manifests().get(i);
                })
                .toList();
        return now.with(placed, now.others());
    }

    /** Whether a patch, what its kustomization says of its target, or a template mentions DRA. */
    private boolean mentionsClaims(Change patch) {
        try {
            return Mentions.ofDevices(patch.head().text())
                    || Mentions.in(patches.target(patch.place()).json());
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** A file that is not checked because of a bug. */
    static ReadFile failed(Change change, String reason) {
        ManifestFile none = ManifestFile.of(change.basePath());
        return new ReadFile(change, none, ManifestFile.unreadable(change.path(), reason), NOTHING, true, null);
    }

    private Side read(String path, Content content) {
        if (content == Content.NONE) {
            return new Side(ManifestFile.of(path), NOTHING);
        }
        try {
            byte[] text = Placeholders.replaced(content.text(), settings.input().variables());
            return new Side(READER.read(path, text), text);
        } catch (IOException e) {
            return new Side(ManifestFile.unreadable(path, "cannot be read: " + FileProblem.of(e)), NOTHING);
        }
    }

    private record Side(ManifestFile file, byte[] text) {}

    /**
     * The reason for skipping a file that was found in a folder rather than named: it is unreadable and is JSON, such
     * as an editor's settings, or does not mention DRA; null if it is not skipped.
     */
    private static @Nullable Skipped skippedIfFound(ManifestFile file, byte[] text) {
        boolean isOther = file.unreadable().isEmpty() || file.isTemplate() || text.length == 0;
        boolean mentions = isOther || Mentions.in(text);
        boolean isJson = file.name().endsWith(".json") && file.manifests().isEmpty();
        if (isOther || mentions && !isJson) {
            return null;
        }
        Unreadable bad = file.unreadable().get(0);
        String place = file.name() + (bad.position() == null ? "" : ":" + bad.position());
        return new Skipped(place, "cannot be read: " + bad.reason(), "in unreadable files", mentions);
    }
}
