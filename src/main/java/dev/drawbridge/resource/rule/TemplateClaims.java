package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import java.util.List;

/**
 * Drops the claims that an update of a Workload adds to a template without claims while {@code
 * DRAWorkloadResourceClaims} is off. Templates of pod groups are paired by index, composites by name.
 *
 * <p>Source: {@code pkg/registry/scheduling/workload/strategy.go}, dropDisabledPodGroupTemplatesFields and
 * dropDisabledCompositePodGroupTemplatesFields.
 */
public final class TemplateClaims implements Preparation {

    private static final String CLAIMS = "resourceClaims";
    private static final String TEMPLATES = "podGroupTemplates";
    private static final String COMPOSITES = "compositePodGroupTemplates";

    @Override
    public ObjectValue prepare(ObjectValue object, ObjectValue old) {
        ObjectValue spec = object.object("spec");
        ObjectValue kept = kept(spec, old.object("spec"));
        return kept == spec ? object : PodParts.with(object, "spec", kept);
    }

    /** The spec or composite without the dropped claims. */
    private static ObjectValue kept(ObjectValue parent, ObjectValue old) {
        ObjectValue kept = parent;
        if (parent.get(TEMPLATES) instanceof ListValue templates) {
            ListValue stored = old.list(TEMPLATES);
            ListValue list = templates.mapped((index, entry) -> {
                boolean isInUse = index < stored.size()
                        && stored.get(index) instanceof ObjectValue before
                        && before.list(CLAIMS).size() > 0;
                return entry instanceof ObjectValue template && !isInUse && template.has(CLAIMS)
                        ? PodParts.with(template, CLAIMS, null)
                        : entry;
            });
            kept = PodParts.with(kept, TEMPLATES, list);
        }
        if (parent.get(COMPOSITES) instanceof ListValue composites) {
            List<ObjectValue> stored = old.list(COMPOSITES).objects();
            ListValue list = composites.mapped(entry ->
                    entry instanceof ObjectValue composite ? kept(composite, named(composite, stored)) : entry);
            kept = PodParts.with(kept, COMPOSITES, list);
        }
        return kept;
    }

    /** The last stored composite with the name; empty if there is none. */
    private static ObjectValue named(ObjectValue composite, List<ObjectValue> stored) {
        ObjectValue found = ObjectValue.EMPTY;
        for (ObjectValue one : stored) {
            found = one.string("name").equals(composite.string("name")) ? one : found;
        }
        return found;
    }
}
