package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An owner of an object, from its {@code ownerReferences}. */
public record Owner(String apiVersion, String kind, String name, String uid, boolean isController) {

    public static List<Owner> of(ObjectValue metadata) {
        return metadata.list("ownerReferences").objects().stream()
                .map(owner -> new Owner(
                        owner.string("apiVersion"),
                        owner.string("kind"),
                        owner.string("name"),
                        owner.string("uid"),
                        owner.isTrue("controller")))
                .toList();
    }

    static @Nullable Owner controller(ObjectValue metadata) {
        return of(metadata).stream().filter(Owner::isController).findFirst().orElse(null);
    }
}
