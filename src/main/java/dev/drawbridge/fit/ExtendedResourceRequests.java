package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.ResourceName;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.reference.ReferenceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The implicit extended resources of missing classes that containers request. */
public final class ExtendedResourceRequests {

    private ExtendedResourceRequests() {}

    /** Implicit resources of missing classes; empty if the fleet has no classes. */
    public static List<FitCause> missing(Workload workload, Fleet fleet) {
        List<FitCause> missing = new ArrayList<>();
        Set<String> classes = fleet.classes().keySet();
        ObjectValue pod = classes.isEmpty() ? ObjectValue.EMPTY : ObjectValue.orEmpty(workload.pod());
        for (String kind : List.of("initContainers", "containers")) {
            pod.list(kind).forEachObject((i, container) -> {
                FieldPath path = workload.podPath().child(kind).index(i).child("resources");
                for (String field : List.of("limits", "requests")) {
                    ObjectValue amounts = container.object("resources").object(field);
                    addMissing(amounts, new ObjectField(workload.manifest(), path.child(field)), classes, missing);
                }
            });
        }
        return missing;
    }

    private static void addMissing(
            ObjectValue amounts, ObjectField field, Set<String> classes, List<FitCause> missing) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.key(i);
            String implicit =
                    name.startsWith(ResourceName.OF_CLASS) ? name.substring(ResourceName.OF_CLASS.length()) : "";
            if (!implicit.isEmpty() && !classes.contains(implicit)) {
                MissingObject absent =
                        MissingObject.of(ReferenceKind.CLASS, "", implicit).near(Spelling.nearest(implicit, classes));
                missing.add(FitCause.Kind.UNKNOWN_CLASS
                        .cause(implicit, absent.action())
                        .at(new ObjectField(field.object(), field.path().key(name), amounts.keyPosition(i))));
            }
        }
    }
}
