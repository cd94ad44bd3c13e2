package dev.drawbridge.constraint.cel;

import com.google.protobuf.AnyProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.StructType;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions.Function;
import dev.cel.parser.CelStandardMacro;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * dev.cel's compilers with what a release knows, and no more. Loaded when the first expression comes.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/environment/base.go}.
 */
final class LanguageCompiler {

    /** What cel-go's second version has of texts: all but to reverse one. */
    private static final Function[] TEXTS =
            EnumSet.complementOf(EnumSet.of(Function.REVERSE)).toArray(Function[]::new);

    private LanguageCompiler() {}

    /**
     * A compiler with these libraries.
     *
     * @param quotedFields whether the name of a field may stand between backquotes
     * @param device what an expression is about; null where it is about attributes by their type
     */
    static CelCompiler of(Set<CelLibrary> libraries, boolean quotedFields, @Nullable StructType device) {
        CelOptions options = CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .enableQuotedIdentifierSyntax(quotedFields)
                .enableHiddenAccumulatorVar(true)
                .build();
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(
                        CelExtensions.optional(libraries.contains(CelLibrary.OPTIONAL_ENTRIES) ? 2 : 1),
                        CelExtensions.strings(TEXTS),
                        CelExtensions.sets(options));
        if (libraries.contains(CelLibrary.BINDINGS)) {
            builder.addLibraries(CelExtensions.bindings());
        }
        if (libraries.contains(CelLibrary.TWO_VARIABLES)) {
            builder.addLibraries(CelExtensions.comprehensions());
        }
        if (libraries.contains(CelLibrary.LIST_VERBS)) {
            builder.addMacros(ListSorting.MACRO);
        }
        if (libraries.contains(CelLibrary.IP)) {
            builder.addVar("net.IP", TypeType.create(CelFunctions.IP_TYPE));
            builder.addVar("net.CIDR", TypeType.create(CelFunctions.CIDR_TYPE));
        }
        if (device == null) {
            SelectorTypes.attributes().forEach(builder::addVar);
        } else {
            builder.addVar("device", device).setTypeProvider(new SelectorTypes(device));
        }
        return builder.addFileTypes(wellKnown())
                .addFunctionDeclarations(functions(libraries))
                .build();
    }

    /** The messages that CEL knows by name, such as {@code google.protobuf.Duration}. */
    private static List<FileDescriptor> wellKnown() {
        return List.of(
                AnyProto.getDescriptor(),
                DurationProto.getDescriptor(),
                EmptyProto.getDescriptor(),
                StructProto.getDescriptor(),
                TimestampProto.getDescriptor(),
                WrappersProto.getDescriptor());
    }

    /** The functions of all libraries, those of one name together. */
    private static List<CelFunctionDecl> functions(Set<CelLibrary> libraries) {
        Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
        Stream.concat(
                        CelFunctions.ofLanguage().stream(),
                        libraries.stream().flatMap(library -> CelFunctions.of(library).stream()))
                .forEach(function -> overloads
                        .computeIfAbsent(function.name(), name -> new ArrayList<>())
                        .addAll(function.overloads()));
        return overloads.entrySet().stream()
                .map(function -> CelFunctionDecl.newFunctionDeclaration(function.getKey(), function.getValue()))
                .toList();
    }
}
