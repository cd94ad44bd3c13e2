package dev.drawbridge.deviceplugin;

import dev.drawbridge.deviceplugin.InputFile.Placed;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Proposes how pods with extended resources of device plugins get the same devices through DRA: either the driver's
 * class provides the resource, so that pods do not change, or they get a template and claims.
 *
 * <p>Source: KEP-5004 (extended resources by DRA), {@code DeviceClassSpec.ExtendedResourceName}, since 1.34.
 */
public final class Proposals {

    private static final int MAX_COUNT = 32;
    private static final String NAME = "extendedResourceName";

    private static final String NEW_CLASS = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: %s
            spec:
              selectors:
              - cel:
                  expression: device.driver == "%s" && %s
              extendedResourceName: %s
            """;

    public enum Way {
        /** A class that provides the resource. */
        CLASS,
        TEMPLATE
    }

    private final Way way;
    private final Map<String, String> more;
    private final PodTemplates templates;
    private final List<InputFile> files = new ArrayList<>();
    private final SharedResources shared = new SharedResources();
    private final Map<String, Placed> classes = new LinkedHashMap<>();
    private final Map<String, String> classesByResource = new LinkedHashMap<>();
    private final Set<String> decided = new TreeSet<>();
    private final StringBuilder newClasses = new StringBuilder();
    private final List<Proposal.Note> notes = new ArrayList<>();

    /**
     * Creates proposals.
     *
     * @param more further classes by resource name, for resources missing in the table
     */
    public Proposals(Way way, Map<String, String> more, PodTemplates templates) {
        this.way = way;
        this.more = Map.copyOf(more);
        this.templates = templates;
    }

    public void add(String name, byte[] text) {
        InputFile file = new InputFile(name, text);
        files.add(file);
        for (Placed placed : file.objects()) {
            ObjectValue object = placed.manifest().object();
            boolean isClass = ResourceApi.isOfGroup(object.string("apiVersion"))
                    && object.string("kind").equals("DeviceClass");
            if (isClass) {
                String resource = object.object("spec").string(NAME);
                classes.put(placed.manifest().name(), placed);
                if (!resource.isEmpty()) {
                    classesByResource.put(resource, placed.manifest().name());
                }
            } else if (object.string("kind").equals("ConfigMap")) {
                shared.add(name, object);
            }
        }
    }

    public Proposal propose() {
        for (InputFile file : files) {
            for (Placed placed : file.objects()) {
                for (PodTemplate template : templates.of(placed.manifest())) {
                    propose(placed, template);
                }
            }
        }
        List<Proposal.Change> changes = new ArrayList<>();
        for (InputFile file : files) {
            String refusal = file.refusal();
            if (refusal.isEmpty()) {
                file.change().ifPresent(changes::add);
            } else {
                notes.add(new Proposal.Note(file.name(), 1, "no proposal for this file: " + refusal, true));
            }
        }
        List<Proposal.NewFile> added = newClasses.isEmpty()
                ? List.of()
                : List.of(new Proposal.NewFile("device-classes.yaml", newClasses.substring("---\n".length())));
        List<String> order = files.stream().map(InputFile::name).toList();
        notes.sort(Comparator.<Proposal.Note>comparingInt(note -> order.indexOf(note.file()))
                .thenComparingInt(Proposal.Note::line));
        return new Proposal(changes, added, List.copyOf(notes));
    }

    private void propose(Placed placed, PodTemplate template) {
        List<ContainerRequest> claimed = new ArrayList<>();
        for (ContainerRequest request : ContainerRequest.of(template.spec())) {
            PluginResource resource = PluginResource.of(request.resource(), more);
            String provided = classesByResource.get(request.resource());
            String refusal = refusal(request, resource != null, provided != null);
            if (!refusal.isEmpty()) {
                note(placed, request, "unchanged: " + refusal, true);
            } else if (way == Way.CLASS && provided != null) {
                note(placed, request, "DeviceClass " + provided + " provides it; nothing changes", false);
            } else if (way == Way.CLASS && resource != null) {
                provide(placed, request, resource);
            } else {
                claimed.add(request);
            }
        }
        if (!claimed.isEmpty()) {
            claim(placed, template, claimed);
        }
    }

    private String refusal(ContainerRequest request, boolean isKnown, boolean isProvided) {
        String replicas = shared.reason(request.resource());
        if (replicas != null) {
            return "these are " + replicas + ", and claims allocate whole devices, or partitions such as MIG; request"
                    + " those, or share one claim between containers";
        }
        if (!isKnown && !isProvided) {
            return "no known DeviceClass provides it; name one with --device-class " + request.resource() + "=NAME";
        }
        boolean isNumber = request.amount() > 0 && (way == Way.CLASS || request.amount() <= MAX_COUNT);
        return isNumber || way == Way.CLASS && isProvided ? "" : "must be a whole number, no more than " + MAX_COUNT;
    }

    /** Makes the class provide the resource: the pod does not change. */
    private void provide(Placed placed, ContainerRequest request, PluginResource resource) {
        Placed own = classes.get(resource.deviceClass());
        if (!resource.selector().isEmpty()) {
            String name = resource.shortName() + "." + resource.driver();
            note(placed, request, "a new DeviceClass " + name + " provides it; the pod is unchanged", false);
            if (decided.add(request.resource())) {
                newClasses.append(NEW_CLASS.formatted(name, resource.driver(), resource.selector(), resource.name()));
            }
            return;
        }
        String ofClass = "DeviceClass " + resource.deviceClass();
        if (own == null) {
            String missing = "set " + NAME + ": " + request.resource() + " in " + ofClass
                    + ", which is not in the input; the driver's chart may have set it";
            note(placed, request, missing, false);
            return;
        }
        ObjectValue spec = own.manifest().object().object("spec");
        if (spec.has(NAME) && !spec.string(NAME).equals(request.resource())) {
            String taken =
                    "unchanged: " + ofClass + " provides " + spec.string(NAME) + " already, and cannot provide another";
            note(placed, request, taken, true);
            return;
        }
        if (!own.manifest().object().has("spec")) {
            note(placed, request, "unchanged: " + ofClass + " has no spec", true);
            return;
        }
        note(placed, request, ofClass + " provides it; the pod is unchanged", false);
        if (decided.add(request.resource())) {
            classesByResource.put(request.resource(), resource.deviceClass());
            ObjectValue changed = spec.with(NAME, new StringValue(request.resource(), null));
            own.file().put(own, FieldPath.of("spec"), changed);
        }
    }

    private void claim(Placed placed, PodTemplate template, List<ContainerRequest> requests) {
        if (!placed.file().isYaml()) {
            requests.forEach(request -> note(
                    placed, request, "unchanged: a JSON file has one object, and a template would be a second", true));
            return;
        }
        PodWithClaims claims = new PodWithClaims(placed.manifest().name(), template.spec());
        for (ContainerRequest request : requests) {
            PluginResource known = PluginResource.of(request.resource(), more);
            String provided = classesByResource.get(request.resource());
            PluginResource resource =
                    known != null ? known : new PluginResource(request.resource(), String.valueOf(provided), "", "");
            String name = claims.add(request, resource);
            note(placed, request, "provided by claims of ResourceClaimTemplate " + name, false);
        }
        placed.file().put(placed, template.path(), claims.spec(template.claimsField()));
        String namespace = placed.manifest().object().object("metadata").string("namespace");
        claims.templates().forEach((name, of) -> {
            String key = placed.file().name() + " " + namespace + "/" + name;
            if (decided.add(key)) {
                placed.file().add(new NewClaim("resource.k8s.io/v1", true, name, namespace, of, "").text());
            }
        });
    }

    private void note(Placed placed, ContainerRequest request, String message, boolean isRefused) {
        Position position = request.position();
        String object = (placed.manifest().kind() + " " + placed.manifest().name()).strip();
        notes.add(new Proposal.Note(
                placed.file().name(),
                position == null ? 1 : position.line(),
                object + ", container " + request.container() + ": " + request.resource() + ": " + message,
                isRefused));
    }
}
