package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Preparation;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
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
        return kept == spec ? object : Replaced.field(object, "spec", kept);
    }

    /** The spec or composite without the dropped claims. */
    private static ObjectValue kept(ObjectValue parent, ObjectValue old) {
        ObjectValue kept = parent;
        if (parent.get(TEMPLATES) instanceof ListValue templates) {
            ListValue stored = old.list(TEMPLATES);
            ListValue.Builder list = ListValue.at(templates.position());
            for (int i = 0; i < templates.size(); i++) {
                boolean isInUse = i < stored.size()
                        && stored.get(i) instanceof ObjectValue before
                        && before.list(CLAIMS).size() > 0;
                list.add(
                        templates.get(i) instanceof ObjectValue template && !isInUse && template.has(CLAIMS)
                                ? Replaced.field(template, CLAIMS, null)
                                : templates.get(i));
            }
            kept = Replaced.field(kept, TEMPLATES, list.build());
        }
        if (parent.get(COMPOSITES) instanceof ListValue composites) {
            List<ObjectValue> stored = old.list(COMPOSITES).objects();
            ListValue.Builder list = ListValue.at(composites.position());
            for (int i = 0; i < composites.size(); i++) {
                Value entry = composites.get(i);
                list.add(entry instanceof ObjectValue composite ? kept(composite, named(composite, stored)) : entry);
            }
            kept = Replaced.field(kept, COMPOSITES, list.build());
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
