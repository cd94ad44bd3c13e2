package dev.drawbridge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests of the allowed imports between packages; each {@code package-info.java} gives the reasons. */
class ArchitectureTest {

    /** The classes of the program, without those of its tests. */
    static final JavaClasses PROGRAM = imported();

    /** The names of the classes of a search's state. */
    private static final String STATE =
            "(SearchState|Taken|Place|DeviceUse|DeviceLook|CounterId|CounterSetId|ConstraintRule\\$Values)(\\$.*)?";

    /** Without the classes of libraries: no law asks more of them than their names, and each would be read. */
    private static JavaClasses imported() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .importPackages("dev.drawbridge");
    }

    @Test
    void layersImportDownward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("main")
                .definedBy("dev.drawbridge")
                .layer("startup")
                .definedBy("dev.drawbridge.startup..")
                .layer("server")
                .definedBy("dev.drawbridge.server..")
                .layer("cli")
                .definedBy("dev.drawbridge.cli..")
                .layer("lsp")
                .definedBy("dev.drawbridge.lsp..")
                .layer("gitops")
                .definedBy("dev.drawbridge.gitops..")
                .layer("check")
                .definedBy("dev.drawbridge.check..")
                .layer("fix")
                .definedBy("dev.drawbridge.fix..")
                .layer("migration")
                .definedBy("dev.drawbridge.migration..")
                .layer("deviceplugin")
                .definedBy("dev.drawbridge.deviceplugin..")
                .layer("edit")
                .definedBy("dev.drawbridge.edit..")
                .layer("manifest")
                .definedBy("dev.drawbridge.manifest..")
                .layer("reference")
                .definedBy("dev.drawbridge.reference..")
                .layer("report")
                .definedBy("dev.drawbridge.report..")
                .layer("page")
                .definedBy("dev.drawbridge.page..")
                .layer("driver")
                .definedBy("dev.drawbridge.driver..")
                .layer("live")
                .definedBy("dev.drawbridge.live..")
                .layer("fit")
                .definedBy("dev.drawbridge.fit..")
                .layer("workload")
                .definedBy("dev.drawbridge.workload..")
                .layer("fleet")
                .definedBy("dev.drawbridge.fleet..")
                .layer("cluster")
                .definedBy("dev.drawbridge.cluster..")
                .layer("explain")
                .definedBy("dev.drawbridge.explain..")
                .layer("admission")
                .definedBy("dev.drawbridge.admission..")
                .layer("certs")
                .definedBy("dev.drawbridge.certs..")
                .layer("policy")
                .definedBy("dev.drawbridge.policy..")
                .layer("validation")
                .definedBy("dev.drawbridge.validation..")
                .layer("resource")
                .definedBy("dev.drawbridge.resource..")
                .layer("claim")
                .definedBy("dev.drawbridge.claim..")
                .layer("schema")
                .definedBy("dev.drawbridge.schema..")
                .layer("constraint")
                .definedBy("dev.drawbridge.constraint..")
                .layer("document")
                .definedBy("dev.drawbridge.document..")
                .layer("field")
                .definedBy("dev.drawbridge.field..")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("startup")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("main", "startup")
                .whereLayer("cli")
                .mayOnlyBeAccessedByLayers("main", "startup")
                .whereLayer("lsp")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("gitops")
                .mayOnlyBeAccessedByLayers("cli", "startup")
                .whereLayer("check")
                .mayOnlyBeAccessedByLayers("cli", "gitops")
                .whereLayer("fix")
                .mayOnlyBeAccessedByLayers("cli", "check")
                .whereLayer("migration")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("deviceplugin")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("edit")
                .mayOnlyBeAccessedByLayers("cli", "lsp", "fix", "migration", "deviceplugin")
                .whereLayer("manifest")
                .mayOnlyBeAccessedByLayers(
                        "reference",
                        "cli",
                        "lsp",
                        "live",
                        "check",
                        "fix",
                        "gitops",
                        "fit",
                        "fleet",
                        "workload",
                        "server",
                        "deviceplugin")
                .whereLayer("workload")
                .mayOnlyBeAccessedByLayers(
                        "reference", "deviceplugin", "cli", "check", "fix", "gitops", "fit", "server")
                .whereLayer("reference")
                .mayOnlyBeAccessedByLayers("cli", "lsp", "check", "fit", "live", "server")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("cli", "lsp", "check", "gitops", "reference")
                .whereLayer("page")
                .mayOnlyBeAccessedByLayers("cli", "report")
                .whereLayer("driver")
                .mayOnlyBeAccessedByLayers("cli", "check", "fix", "fit", "admission", "server")
                .whereLayer("live")
                .mayOnlyBeAccessedByLayers("cli", "server")
                .whereLayer("fit")
                .mayOnlyBeAccessedByLayers("cli", "live", "check", "gitops", "server")
                .whereLayer("fleet")
                .mayOnlyBeAccessedByLayers("cli", "live", "fit", "check", "gitops", "reference", "server")
                .whereLayer("policy")
                .mayOnlyBeAccessedByLayers("check", "cli")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("cli", "live", "server")
                .whereLayer("admission")
                .mayOnlyBeAccessedByLayers("cli", "server")
                .whereLayer("certs")
                .mayOnlyBeAccessedByLayers("cli", "server")
                .whereLayer("validation")
                .mayOnlyBeAccessedByLayers(
                        "deviceplugin",
                        "reference",
                        "workload",
                        "admission",
                        "fit",
                        "check",
                        "gitops",
                        "cli",
                        "fix",
                        "migration",
                        "server",
                        "driver",
                        "policy")
                .whereLayer("resource")
                .mayOnlyBeAccessedByLayers("validation", "live", "admission", "fit", "explain", "driver")
                .whereLayer("claim")
                .mayOnlyBeAccessedByLayers("reference", "resource", "driver", "fleet", "fit", "check")
                .whereLayer("explain")
                .mayOnlyBeAccessedByLayers("cli", "driver")
                .whereLayer("constraint")
                .mayOnlyBeAccessedByLayers(
                        "lsp",
                        "reference",
                        "schema",
                        "live",
                        "resource",
                        "validation",
                        "fleet",
                        "fit",
                        "driver",
                        "explain",
                        "policy",
                        "deviceplugin")
                .check(PROGRAM);
    }

    /** Stages exchange values: no stage refers to another, and only the entry points refer to stages. */
    @Test
    void stagesOfTheCheckAreKnownByItsEntryPointsOnly() {
        for (String stage : List.of("Read", "Object", "Pair", "Verdict", "Finding", "Policy", "Report")) {
            String name = "dev\\.drawbridge\\.check\\." + stage + "Stage(\\$.*)?";
            classes()
                    .that()
                    .haveNameMatching(name)
                    .should()
                    .bePackagePrivate()
                    .orShould()
                    .bePrivate()
                    .check(PROGRAM);
            noClasses()
                    .that()
                    .resideInAPackage("dev.drawbridge..")
                    .and()
                    .haveNameNotMatching(name)
                    .and()
                    .haveNameNotMatching("dev\\.drawbridge\\.check\\.((Upgrade)?Checker(\\$.*)?|package-info)")
                    .should()
                    .dependOnClassesThat()
                    .haveNameMatching(name)
                    .check(PROGRAM);
        }
    }

    @Test
    void stagesOfTheCheckKeepNothingThatALaterCallChanges() {
        fields().that()
                .areDeclaredInClassesThat()
                .haveNameMatching("dev\\.drawbridge\\.check\\.\\w+Stage")
                .should()
                .beFinal()
                .check(PROGRAM);
    }

    @Test
    void noTangles() {
        slices().matching("dev.drawbridge.(*)..").should().beFreeOfCycles().check(PROGRAM);
    }

    /** Constraints and rules report at contexts of their own, which nothing has to leave. */
    @Test
    void pathOfTheWalkIsTheWalksAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.schema")
                .and()
                .haveNameNotMatching("dev\\.drawbridge\\.constraint\\.(WalkPath|ValidationContext(\\$.*)?)")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("WalkPath")
                .check(PROGRAM);
    }

    @Test
    void springIsTheServersAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.drawbridge.server..", "dev.drawbridge.startup..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "jakarta.servlet..", "io.micrometer..", "org.slf4j..")
                .check(PROGRAM);
    }

    @Test
    void parsersAreTheDocumentsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.drawbridge.document..", "dev.drawbridge.report..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson.core..")
                .check(PROGRAM);
    }

    /** YAML is read as kubectl does; no Java library does that. */
    @Test
    void yamlIsReadByNoLibrary() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.yaml..", "org.snakeyaml..")
                .check(PROGRAM);
    }

    @Test
    void gitIsTheMergeGatesAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.gitops..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jgit..")
                .check(PROGRAM);
    }

    @Test
    void theClientIsTheClustersAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8.kubernetes.client..")
                .check(PROGRAM);
    }

    @Test
    void commonsCliIsTheCommandLinesAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.commons.cli..")
                .check(PROGRAM);
    }

    @Test
    void bouncyCastleIsTheCertificatesAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.certs..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(PROGRAM);
    }

    /** Only Jetty's public API is used: no {@code internal} package, and not its HTTP parser. */
    @Test
    void theContainerIsUsedAsDocumented() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.eclipse.jetty..internal..",
                        "org.apache.tomcat..",
                        "org.apache.coyote..",
                        "org.apache.catalina..",
                        "org.conscrypt..",
                        "sun..",
                        "jdk.internal..")
                .check(PROGRAM);
    }

    @Test
    void theContainerIsTheServersAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.server..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..")
                .check(PROGRAM);
    }

    /** A glob is an expression of RE2, too. */
    @Test
    void onePackageKnowsCel() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.drawbridge.constraint.cel..")
                .and()
                .doNotHaveFullyQualifiedName("dev.drawbridge.manifest.Glob")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.cel..", "com.google.re2j..", "com.google.common..", "com.google.protobuf..")
                .check(PROGRAM);
    }

    /**
     * The state of a search is a value: it does not refer to the search, and has everything that the search depends on.
     */
    @Test
    void theStateOfASearchKnowsNoSearch() {
        classes()
                .that()
                .haveNameMatching("dev\\.drawbridge\\.fit\\.allocator\\." + STATE)
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.or(
                        nameMatching("dev\\.drawbridge\\.fit\\.allocator\\." + STATE),
                        resideInAnyPackage(
                                "dev.drawbridge.fleet..", "dev.drawbridge.port..", "java..", "org.jspecify..")))
                .check(PROGRAM);
    }

    /** Classes of {@code fit} have no cycles, so that each can be read before its users. */
    @Test
    void classesOfFitHaveNoCycles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return (type.getPackageName() + ".").startsWith("dev.drawbridge.fit.")
                                ? SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "classes of fit";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(PROGRAM);
    }

    /** The allocator names the cause of an error, causes decide nothing, and only {@code fit} knows all packages. */
    @Test
    void packagesOfFitImportDownward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("fit")
                .definedBy("dev.drawbridge.fit")
                .layer("plugin")
                .definedBy("dev.drawbridge.fit.plugin")
                .layer("allocator")
                .definedBy("dev.drawbridge.fit.allocator")
                .layer("cause")
                .definedBy("dev.drawbridge.fit.cause")
                .layer("input")
                .definedBy("dev.drawbridge.fit.input")
                .whereLayer("fit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("plugin")
                .mayOnlyBeAccessedByLayers("fit")
                .whereLayer("allocator")
                .mayOnlyBeAccessedByLayers("fit", "plugin")
                .whereLayer("cause")
                .mayOnlyBeAccessedByLayers("fit", "plugin", "allocator")
                .whereLayer("input")
                .mayOnlyBeAccessedByLayers("fit", "plugin")
                .check(PROGRAM);
    }

    @Test
    void contentChecksKnowTextOnly() {
        classes()
                .that()
                .resideInAPackage("dev.drawbridge.constraint.content..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "dev.drawbridge.constraint.content..", "dev.drawbridge.port..", "java..", "org.jspecify.."))
                .check(PROGRAM);
    }

    /** A port imports nothing of Drawbridge, so that it can be compared with Go on its own. */
    @Test
    void portsKnowTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("dev.drawbridge.port..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("dev.drawbridge.port..", "java..", "org.jspecify.."))
                .check(PROGRAM);
    }

    @Test
    void theVocabularyKnowsTheJdkOnly() {
        classes()
                .that()
                .resideInAPackage("dev.drawbridge.field..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("dev.drawbridge.field..", "java..", "org.jspecify.."))
                .check(PROGRAM);
    }

    @Test
    void releasesAreComparedInAvailabilityAlone() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.drawbridge.resource.rule..", "dev.drawbridge.constraint..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("dev\\.drawbridge\\.schema\\.(KubernetesRelease|ApiVersion|Target|Availability)")
                .check(PROGRAM);
    }

    /** A type with more parameters should be split. */
    private static final int MAX_PARAMETERS = 8;

    /** The components of {@code DrawbridgeProperties} are the names of the settings: a record of some renames them. */
    private static final String SETTINGS = "DrawbridgeProperties";

    @Test
    void constructorsHaveAtMostEightParameters() {
        constructors()
                .that()
                .areDeclaredInClassesThat(new DescribedPredicate<JavaClass>("are neither enums nor the settings") {
                    @Override
                    public boolean test(JavaClass type) {
                        return !type.isEnum()
                                && !type.isAnonymousClass()
                                && !type.getSimpleName().equals(SETTINGS);
                    }
                })
                .should(new ArchCondition<JavaConstructor>("have at most " + MAX_PARAMETERS + " parameters") {
                    @Override
                    public void check(JavaConstructor constructor, ConditionEvents events) {
                        int count = constructor.getRawParameterTypes().size();
                        if (count > MAX_PARAMETERS) {
                            events.add(SimpleConditionEvent.violated(
                                    constructor, constructor.getFullName() + " has " + count + " parameters"));
                        }
                    }
                })
                .check(PROGRAM);
    }

    /** Type names are unique, so that a search for a name finds one type. */
    @Test
    void namesOfTypesAreUnique() {
        assertThat(PROGRAM.stream()
                        .filter(type ->
                                type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                        .collect(Collectors.groupingBy(JavaClass::getSimpleName, TreeMap::new, Collectors.toSet()))
                        .values()
                        .stream()
                        .filter(types -> types.size() > 1))
                .isEmpty();
    }

    @Test
    void everyRoomIsNullMarked() {
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith(NullMarked.class)
                .check(PROGRAM);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Common)")
                .check(PROGRAM);
    }
}
