package dev.drawbridge.check;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fleet.HandWrittenSlice;
import dev.drawbridge.manifest.InnerObjects;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.workload.TemplateValidator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Stage 2: selects the DRA objects of a file. Templates are skipped, and so are objects with placeholders; if only the
 * metadata of one has them, the rest of it is checked. */
final class ObjectStage {

    /** The folder of a chart in which Helm looks for templates. */
    private static final String TEMPLATES = "templates/";

    private static final String RENDER_BOTH = "render base and head into two folders, and compare these";

    private final CheckSettings settings;
    private final FindingFactory make;
    private final TemplateValidator validator;
    private final FleetDeclaration fleets;
    private final boolean hasBase;

    ObjectStage(CheckSettings settings, FindingFactory make, TemplateValidator validator, boolean hasBase) {
        this.settings = settings;
        this.validator = validator;
        this.make = make;
        this.fleets = new FleetDeclaration(settings);
        this.hasBase = hasBase;
    }

    FileObjects of(ReadFile file) {
        ManifestFile after = file.head();
        String name = file.change().path();
        List<Skipped> skipped = new ArrayList<>();
        if (file.skipped() != null) {
            skipped.add(file.skipped());
        }
        if (after.isTemplate()) {
            String reason = "template ({{ }}); " + (hasBase ? RENDER_BOTH : "render it first") + ", or use --helm"
                    + chart(name);
            boolean isListed = file.isNamed() || Mentions.in(file.text());
            skipped.add(new Skipped(name, reason, "in templates (--helm)", isListed));
        }
        boolean isFleet = fleets.covers(name, file.text());
        boolean mayMention = Mentions.mayBeIn(file.text());
        List<Manifest> head = new ArrayList<>();
        int others = after.others();
        for (Manifest manifest : after.manifests()) {
            boolean isChecked = isChecked(manifest, mayMention);
            boolean mayHaveClaims = !isChecked && mayMention && file.skipped() == null;
            FieldPath mention = mayHaveClaims ? Mentions.in(InnerObjects.outer(manifest)) : null;
            boolean isTypeOpen =
                    (isChecked || mention != null) && Placeholders.isIn(manifest.apiVersion() + manifest.kind());
            String placeholder = isTypeOpen || ResourceApi.isOfGroup(manifest.apiVersion())
                    ? Placeholders.in(manifest.object())
                    : null;
            if (placeholder != null) {
                skipped.add(make.placeholder(manifest, placeholder));
                if (Placeholders.inContent(manifest.object()) == null) {
                    head.add(manifest);
                }
            } else if (isChecked) {
                head.add(isFleet ? FleetDeclaration.stored(manifest) : manifest);
                boolean isCustom = !ResourceApi.hasRulesFor(manifest.apiVersion(), manifest.kind());
                FieldPath text = isCustom ? Mentions.inTexts(manifest) : null;
                if (text != null) {
                    skipped.add(make.unchecked(manifest, text));
                }
            } else if (mention == null) {
                others++;
            } else {
                skipped.add(make.unchecked(manifest, mention));
            }
        }
        // With a Namespace that the head of the file has no more, a cluster deletes its objects.
        Set<String> namespaces = after.manifests().stream()
                .filter(one -> hasBase && Namespaces.isNamespace(one))
                .map(Manifest::name)
                .collect(Collectors.toSet());
        List<Manifest> base = file.base().manifests().stream()
                .filter(manifest -> isChecked(manifest, true)
                        || hasBase && Namespaces.isNamespace(manifest) && !namespaces.contains(manifest.name()))
                .filter(manifest -> Placeholders.inContent(manifest.object()) == null)
                .toList();
        KeptFile.Devices devices =
                hasBase ? KeptFile.Devices.NONE : UnknownDeviceNames.facts(file, head, settings, make);
        KeptFile.Parameters parameters = hasBase
                ? KeptFile.Parameters.NONE
                : ParameterReferences.facts(after, file.text(), settings.input().namespace());
        ReferenceFacts references = mayMention ? references(after) : ReferenceFacts.NONE;
        RbacObjects roles = RbacObjects.of(after.manifests(), settings.input().namespace());
        KeptFile.Facts facts = new KeptFile.Facts(parameters, references, devices, roles);
        KeptFile kept = KeptFile.of(file, settings, facts);
        KeptFile.Facts inBase = hasBase
                ? new KeptFile.Facts(
                        KeptFile.Parameters.NONE,
                        references(file.base()),
                        KeptFile.Devices.NONE,
                        RbacObjects.of(file.base().manifests(), settings.input().namespace()))
                : KeptFile.Facts.NONE;
        return new FileObjects(file.withoutDocuments(), base, head, List.copyOf(skipped), others, kept, inBase);
    }

    /** A space and the folder of the chart that a template is in; empty if the template is elsewhere. */
    private static String chart(String template) {
        int folder = ("/" + template).lastIndexOf("/" + TEMPLATES);
        return folder < 0 ? "" : " " + (folder == 0 ? "." : template.substring(0, folder - 1));
    }

    /** The facts for findings about references; empty if {@link MissingReferences} finds them. */
    private ReferenceFacts references(ManifestFile file) {
        return settings.needsAllObjects() ? ReferenceFacts.NONE : make.references(file, settings);
    }

    /**
     * Whether the object is checked, which includes objects with a misspelled group. Templates of custom kinds are
     * looked for only in a file that may mention claims.
     */
    private boolean isChecked(Manifest manifest, boolean mayMention) {
        return validator.hasRulesFor(manifest.apiVersion(), manifest.kind(), manifest.object(), mayMention);
    }

    /**
     * Detects hand-written fleet files: those with the comment {@code # drawbridge: fleet} at the top, and the
     * settings' fleet. Their slices are checked as the slices they expand to.
     */
    private static final class FleetDeclaration {

        private static final int LOOK_AHEAD = 4096;

        private static final Pattern HEADER = Pattern.compile("(?:\\s*#.*\\n)*?\\s*#\\s*drawbridge:\\s*fleet\\b");

        private final Set<Path> named = new HashSet<>();

        FleetDeclaration(CheckSettings settings) {
            FleetSettings fleet = settings.fleet();
            for (String path : fleet == null ? List.<String>of() : fleet.paths()) {
                named.add(absolute(path));
                named.addAll(FleetSettings.files(path));
            }
        }

        private static Path absolute(String path) {
            return Path.of(path).toAbsolutePath().normalize();
        }

        boolean covers(String name, byte[] text) {
            return hasHeader(text) || !named.isEmpty() && named.contains(absolute(name));
        }

        private static boolean hasHeader(byte[] text) {
            String start = new String(text, 0, Math.min(text.length, LOOK_AHEAD), StandardCharsets.UTF_8);
            return HEADER.matcher(start).lookingAt();
        }

        /** A fleet's manifest as the API server could have it. */
        static Manifest stored(Manifest manifest) {
            return manifest.kind().equals("ResourceSlice")
                    ? manifest.with(HandWrittenSlice.stored(manifest.object()))
                    : manifest;
        }
    }
}
