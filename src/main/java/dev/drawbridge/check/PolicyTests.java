package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.policy.AdmissionRequest;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Decoding;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import dev.drawbridge.policy.Parameters;
import dev.drawbridge.policy.PolicySet;
import dev.drawbridge.policy.PolicyVerdict;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.policy.ServerObjects;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.rbac.RoleAuthorizer;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tests of admission policies: a {@code policy-test.yaml} names the policies and has cases, each a request and what is
 * expected. A request has what the case gives it and nothing else: the parameters are all, and no user is an unknown
 * one.
 */
public final class PolicyTests {

    /** The name of a file of tests. */
    public static final String FILE = "policy-test.yaml";

    private final PolicyTestFile file;
    private final Validator validator = new Validator();
    private final FindingFactory make = new FindingFactory(CheckSettings.DEFAULT);
    private final List<ObjectValue> policies = new ArrayList<>();
    private final List<ObjectValue> bindings = new ArrayList<>();
    private CustomResources resources = CustomResources.NONE;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Report.Validated> cases = new ArrayList<>();

    private PolicyTests(PolicyTestFile file) {
        this.file = file;
    }

    /** Whether a file is in a folder of tests. */
    public static boolean areIn(String file) {
        return Files.exists(Path.of(file).resolveSibling(FILE));
    }

    /** Runs the tests in files and folders; fails with a message if a file cannot be read, or is no file of tests. */
    public static Report run(List<String> paths) throws IOException {
        List<Finding> findings = new ArrayList<>();
        List<Report.Validated> cases = new ArrayList<>();
        int files = 0;
        for (Path file : new ManifestFiles(List.of()).of(paths)) {
            if (paths.contains(file.toString())
                    || String.valueOf(file.getFileName()).equals(FILE)) {
                PolicyTests tests = new PolicyTests(PolicyTestFile.read(file));
                tests.run();
                findings.addAll(tests.findings);
                cases.addAll(tests.cases);
                files++;
            }
        }
        if (files == 0) {
            throw new IOException("no " + FILE + " in " + String.join(", ", paths));
        }
        Summary summary = new Summary(files, cases.size(), 0, List.of(), 0).of(findings, 0);
        return new Report(findings, cases, List.of(), Set.of(), summary);
    }

    private void run() throws IOException {
        List<Manifest> files = file.ofCase(ObjectValue.EMPTY, "policies");
        resources = CustomResources.of(files.stream().map(Manifest::object));
        for (Manifest manifest : files) {
            if (CheckSettings.Policies.isOne(manifest)) {
                Definition.errors(manifest.object(), ResourceApi.newestRelease())
                        .forEach(error -> findings.add(PolicyFindings.mistake(
                                make, manifest, error, List.of(), PolicyFindings.lines(manifest.file()))));
                (manifest.kind().equals(Definition.POLICY) ? policies : bindings).add(manifest.object());
            }
        }
        if (policies.isEmpty()) {
            throw file.wrong(file.root().position(), "policies: expected files with a " + Definition.POLICY);
        }
        for (ObjectValue test : file.root().list("cases").objects()) {
            run(test);
        }
    }

    private void run(ObjectValue test) throws IOException {
        ObjectReference reference = new ObjectReference("", "case", "", test.string("name"));
        Position at = test.position();
        cases.add(new Report.Validated(
                file.name(), at == null ? 1 : at.line(), reference, List.of(Report.Answer.ALLOWED)));
        String difference = difference(test);
        if (!difference.isEmpty()) {
            Value expected = test.get("expect");
            findings.add(new Finding(
                    Severity.ERROR,
                    new Finding.Location(file.name(), expected == null ? at : expected.position(), null),
                    new Finding.Field(reference, "", ""),
                    new Finding.Rule(ErrorType.INVALID.reason(), Origin.POLICY_TEST),
                    difference,
                    List.of()));
        }
    }

    /** The difference from what is expected; empty for none. */
    private String difference(ObjectValue test) throws IOException {
        AdmissionRequest request = file.request(test, resources);
        String invalid = invalid(request);
        if (!invalid.isEmpty()) {
            return "the API server refuses the object before it evaluates policies: " + invalid;
        }
        PolicyVerdict verdict = verdict(test, request);
        String expected = test.string("expect");
        String message = test.string("message");
        List<String> texts =
                switch (expected) {
                    case "allowed" -> {
                        if (!message.isEmpty()) {
                            throw file.wrong(test.position(), "message: an allowed request has none");
                        }
                        yield List.of();
                    }
                    case "denied" ->
                        verdict.denials().stream().map(Decision::message).toList();
                    case "warned" ->
                        verdict.warned().stream().map(Decision::warning).toList();
                    default -> throw file.wrong(test.position(), "expect: expected allowed, denied or warned");
                };
        boolean isMet = expected.equals("denied") || verdict.isAllowed();
        boolean isSaid = texts.stream().anyMatch(text -> text.contains(message));
        if (isMet && (expected.equals("allowed") ? verdict.unknown().isEmpty() : isSaid)) {
            return "";
        }
        return "expected " + expected + (message.isEmpty() ? "" : " with \"" + message + "\"") + ", found "
                + found(verdict);
    }

    private static String found(PolicyVerdict verdict) {
        if (!verdict.isAllowed()) {
            return "denied: " + verdict.denials().get(0).message();
        }
        if (!verdict.unknown().isEmpty()) {
            Decision unknown = verdict.unknown().get(0);
            return "unknown: policy '" + unknown.policy() + "' depends on " + unknown.text();
        }
        return verdict.warned().isEmpty()
                ? "allowed"
                : "warned: " + verdict.warned().get(0).warning();
    }

    private PolicyVerdict verdict(ObjectValue test, AdmissionRequest request) throws IOException {
        List<ObjectValue> parameters =
                file.ofCase(test, "params").stream().map(Manifest::object).toList();
        List<Manifest> roles = file.ofCase(test, "roles");
        User user = request.sender().user();
        RoleAuthorizer authorizer = new RoleAuthorizer(
                RbacObjects.of(roles, ""),
                !roles.isEmpty(),
                user == null ? null : user.name(),
                user == null ? List.of() : user.groups());
        return new PolicySet(
                        policies,
                        bindings,
                        new Parameters(parameters, List.of(), Parameters.Extent.ALL_OBJECTS, resources),
                        new ServerObjects(
                                validator.scheme(), ResourceApi.newestRelease(), GateSettings.DEFAULTS, true, true))
                .verdict(request, authorizer);
    }

    /** The first mistake for which the API server refuses an object whatever the policies; empty if none. */
    private String invalid(AdmissionRequest request) {
        ObjectValue object = request.object();
        ObjectValue namespace = request.namespaceObject();
        String subresource = request.place().subresource();
        if (object != null && !ResourceApi.isOfGroup(object.string("apiVersion"))) {
            List<DefinitionError> errors = Decoding.errors(object);
            if (!errors.isEmpty()) {
                return errors.get(0).path() + ": " + errors.get(0).text();
            }
        }
        if (object == null
                || !Set.of("", "status").contains(subresource)
                || !ResourceApi.hasRulesFor(
                        object.string("apiVersion"), request.place().kind())) {
            return "";
        }
        Operation operation = !subresource.isEmpty()
                ? Operation.UPDATE_STATUS
                : request.oldObject() == null ? Operation.CREATE : Operation.UPDATE;
        return validator
                .validate(new ValidationRequest(
                        object.string("apiVersion"),
                        request.place().kind(),
                        operation,
                        object,
                        request.oldObject(),
                        new ApiServer(ResourceApi.newestRelease(), GateSettings.DEFAULTS, UnknownFields.DENY),
                        namespace == null ? null : Namespaces.labels(namespace)))
                .errors()
                .stream()
                .findFirst()
                .map(error -> (error.path().equals(FieldPath.ROOT) ? "" : error.path() + ": ") + error.message())
                .orElse("");
    }
}
