package dev.drawbridge.policy;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.content.LabelKeys;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rules for ResourceQuotas themselves.
 *
 * <p>Source: {@code k8s.io/kubernetes/pkg/apis/core/validation/validation.go}, ValidateResourceQuota; {@code
 * pkg/apis/core/helper/helpers.go}, IsStandardQuotaResourceName.
 */
public final class QuotaDefinition {

    // @formatter:off
    private static final Set<String> COUNTS = Set.of(
        "pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps",
        "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");

    private static final Set<String> COMPUTE = Set.of(
        "pods", "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    private static final Set<String> STORAGE = Set.of(
        "ephemeral-storage", "requests.storage", "requests.ephemeral-storage", "limits.ephemeral-storage");
    // @formatter:on

    /** The standard resources to which a scope applies. */
    private static final Map<String, Set<String>> SCOPES = Map.of(
            "Terminating", COMPUTE,
            "NotTerminating", COMPUTE,
            "NotBestEffort", COMPUTE,
            "PriorityClass", COMPUTE,
            "CrossNamespacePodAffinity", COMPUTE,
            "BestEffort", Set.of("pods"),
            "VolumeAttributesClass", Set.of("persistentvolumeclaims", "requests.storage"));

    private static final Set<String> WITH_VALUES = Set.of("PriorityClass", "VolumeAttributesClass");

    private static final List<Set<String>> CONFLICTS =
            List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));

    private final DefinitionErrors errors = new DefinitionErrors();
    private final ObjectValue spec;

    private QuotaDefinition(ObjectValue spec) {
        this.spec = spec;
    }

    /**
     * Why the API server refuses a quota.
     *
     * @param old the quota that it updates; null if it is new
     */
    public static List<DefinitionError> errors(ObjectValue quota, @Nullable ObjectValue old) {
        List<DefinitionError> errors = new ArrayList<>(Decoding.errors("core.v1.ResourceQuota", quota, List::of));
        QuotaDefinition definition = new QuotaDefinition(quota.object("spec"));
        definition.errors.metadata(quota.object("metadata"));
        definition.hard(FieldPath.of("spec", "hard"));
        definition.scopes(FieldPath.of("spec", "scopes"));
        definition.selector(FieldPath.of("spec", "scopeSelector", "matchExpressions"));
        if (old != null && !texts(quota).equals(texts(old))) {
            definition.errors.invalid(
                    FieldPath.of("spec", "scopes"), quota.object("spec").list("scopes"), "field is immutable");
        }
        errors.addAll(definition.errors.all());
        return errors;
    }

    private static Set<String> texts(ObjectValue quota) {
        return Set.copyOf(quota.object("spec").list("scopes").texts());
    }

    private void hard(FieldPath path) {
        ObjectValue hard = spec.object("hard");
        for (int i = 0; i < hard.size(); i++) {
            String name = hard.key(i);
            FieldPath place = path.key(name);
            int before = errors.all().size();
            errors.qualifiedName(name, place);
            boolean isQualified = before == errors.all().size();
            if (!name.contains("/") && !isStandard(name)) {
                if (isQualified && !name.equals("storage")) {
                    errors.invalid(place, name, "must be a standard resource type or fully qualified");
                }
                errors.invalid(place, name, "must be a standard resource for quota");
            }
            Quantity amount = Numbers.amount(hard.value(i));
            if (amount != null) {
                amount(place, name, amount);
            }
        }
    }

    private void amount(FieldPath place, String name, Quantity amount) {
        String text = Quantity.canonical(amount.decimals());
        if (amount.sign() < 0) {
            errors.invalid(place, text, "must be greater than or equal to 0");
        }
        if ((COUNTS.contains(name) || isExtended(name)) && amount.thousandths() % 1000 != 0) {
            errors.invalid(place, text, "must be an integer");
        }
    }

    /** Source: IsExtendedResourceName; it includes {@code count/RESOURCE}. */
    private static boolean isExtended(String name) {
        return name.contains("/")
                && !name.contains("kubernetes.io/")
                && !name.startsWith("requests.")
                && LabelKeys.qualifiedName("requests." + name) == null;
    }

    private static boolean isStandard(String name) {
        return COUNTS.contains(name)
                || COMPUTE.contains(name)
                || STORAGE.contains(name)
                || name.startsWith("hugepages-")
                || name.startsWith("requests.hugepages-");
    }

    private void scopes(FieldPath path) {
        ListValue scopes = spec.list("scopes");
        for (String scope : scopes.texts()) {
            scope(scope, scopes, path, path);
        }
        conflicts(Set.copyOf(scopes.texts()), scopes, path);
    }

    private void scope(String scope, Value shown, FieldPath path, FieldPath name) {
        Set<String> resources = SCOPES.get(scope);
        if (resources == null) {
            errors.invalid(name, shown, "unsupported scope");
            return;
        }
        ObjectValue hard = spec.object("hard");
        String refused = IntStream.range(0, hard.size())
                .mapToObj(hard::key)
                .filter(one -> isStandard(one) && !resources.contains(one))
                .collect(Collectors.joining(", "));
        if (!refused.isEmpty()) {
            errors.invalid(path, shown, "unsupported scope applied to resource " + refused);
        }
    }

    private void conflicts(Set<String> scopes, Value shown, FieldPath path) {
        for (Set<String> pair : CONFLICTS) {
            if (scopes.containsAll(pair)) {
                errors.invalid(path, shown, "conflicting scopes");
            }
        }
    }

    /** The server names fields of the list, without the entry's index. */
    private void selector(FieldPath path) {
        ListValue all = spec.object("scopeSelector").list("matchExpressions");
        Set<String> scopes = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            ObjectValue one = ObjectValue.orEmpty(all.get(i));
            String scope = one.string("scopeName");
            String operator = one.string("operator");
            scopes.add(scope);
            scope(scope, new StringValue(scope, null), path, path.child("scopeName"));
            if (SCOPES.containsKey(scope) && !WITH_VALUES.contains(scope) && !operator.equals("Exists")) {
                errors.invalid(path.child("operator"), operator, "must be 'Exists' for scope " + scope);
            }
            int values = one.list("values").size();
            switch (operator) {
                case "In", "NotIn" -> {
                    if (values == 0) {
                        errors.required(
                                path.child("values"),
                                "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (values > 0) {
                        errors.invalid(
                                path.child("values"),
                                one.list("values"),
                                "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                    }
                }
                default -> errors.invalid(path.child("operator"), operator, "not a valid selector operator");
            }
        }
        conflicts(scopes, all, path);
    }
}
