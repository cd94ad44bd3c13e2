package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.member;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.constraint.cel.Authorizer.Access;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions of {@code authorizer}.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/library/authz.go}.
 */
final class AuthorizerFunctions {

    static final CelType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    static final CelType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final CelType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final CelType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    /** A check costs so much that an expression has two of them. */
    private static final long CHECK = 350_000;

    /** A check in the making, for which {@code allowed} is null, or one that is answered. */
    record Check(
            Authorizer authorizer,
            Map<String, String> of,
            @Nullable Boolean allowed) {

        Check with(String attribute, String value) {
            Map<String, String> more = new HashMap<>(of);
            more.put(attribute, value);
            return new Check(authorizer, more, null);
        }
    }

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        member("path",           "authorizer_path",           PATH,       AUTHORIZER, STRING).giving(Check.class, String.class, (check, value) -> check.with("path", known(value, "path"))),
        member("group",          "authorizer_group",          GROUP,      AUTHORIZER, STRING).giving(Check.class, String.class, (check, value) -> check.with("group", value)),
        member("serviceAccount", "authorizer_serviceaccount", AUTHORIZER, AUTHORIZER, STRING, STRING)
            .giving(List.of(Check.class, String.class, String.class), of -> ((Check) of[0]).with("user", "system:serviceaccount:" + of[1] + ":" + of[2])),
        member("resource",       "groupcheck_resource",       RESOURCE,   GROUP,      STRING).giving(Check.class, String.class, (check, value) -> check.with("resource", value)),
        member("subresource",    "resourcecheck_subresource", RESOURCE,   RESOURCE,   STRING).giving(Check.class, String.class, (check, value) -> check.with("subresource", value)),
        member("namespace",      "resourcecheck_namespace",   RESOURCE,   RESOURCE,   STRING).giving(Check.class, String.class, (check, value) -> check.with("namespace", value)),
        member("name",           "resourcecheck_name",        RESOURCE,   RESOURCE,   STRING).giving(Check.class, String.class, (check, value) -> check.with("name", value)),
        member("check",          "pathcheck_check",           DECISION,   PATH,       STRING).costing(call -> CallCost.Estimate.of(CHECK)).giving(Check.class, String.class, AuthorizerFunctions::answered),
        member("check",          "resourcecheck_check",       DECISION,   RESOURCE,   STRING).costing(call -> CallCost.Estimate.of(CHECK)).giving(Check.class, String.class, AuthorizerFunctions::answered),
        member("errored",        "decision_errored",          BOOL,       DECISION)          .giving(Check.class, check -> false),
        member("error",          "decision_error",            STRING,     DECISION)          .giving(Check.class, check -> ""),
        member("allowed",        "decision_allowed",          BOOL,       DECISION)          .giving(Check.class, check -> Boolean.TRUE.equals(check.allowed())),
        member("reason",         "decision_reason",           STRING,     DECISION)          .giving(Check.class, check -> ""));

    /** Of requests that select objects. */
    static final List<CelFunction> SELECTORS = List.of(
        member("fieldSelector",  "authorizer_fieldselector",  RESOURCE,   RESOURCE,   STRING).costing(CallCosts.SELECTING).giving(Check.class, String.class, (check, value) -> check),
        member("labelSelector",  "authorizer_labelselector",  RESOURCE,   RESOURCE,   STRING).costing(CallCosts.SELECTING).giving(Check.class, String.class, (check, value) -> check));
    // @formatter:on

    private static String known(String value, String name) throws CelEvaluationException {
        if (value.isEmpty()) {
            throw new CelEvaluationException(name + " must not be empty");
        }
        return value;
    }

    private static Check answered(Check check, String verb) throws CelEvaluationException {
        Map<String, String> of = check.of();
        Boolean allowed = check.authorizer()
                .allows(new Access(
                        of.get("user"),
                        verb,
                        of.getOrDefault("path", ""),
                        of.getOrDefault("group", ""),
                        of.getOrDefault("resource", ""),
                        of.getOrDefault("subresource", ""),
                        of.getOrDefault("namespace", ""),
                        of.getOrDefault("name", "")));
        if (allowed == null) {
            throw Unknown.used(Unknown.ROLES);
        }
        return new Check(check.authorizer(), of, allowed);
    }
}
