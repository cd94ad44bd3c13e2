package dev.drawbridge.constraint.cel;

import static dev.drawbridge.constraint.cel.CelLibrary.BINDINGS;
import static dev.drawbridge.constraint.cel.CelLibrary.LIST_VERBS;
import static dev.drawbridge.constraint.cel.CelLibrary.OPTIONAL_ENTRIES;
import static dev.drawbridge.constraint.cel.CelLibrary.TWO_VARIABLES;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelParser;
import dev.cel.parser.CelParserBuilder;
import dev.cel.parser.CelParserFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The parser of a language, and recent trees. The languages of most releases differ in functions only, and share it:
 * reading the names in an expression and validating it need one parse. Thread-safe.
 */
final class Syntax {

    private static final int MAX_PARSED = 64;

    /** What a parser depends on: libraries with macros, quotation of fields, and the names of variables. */
    private record Key(Set<CelLibrary> macros, boolean quotedFields, Set<String> variables) {}

    private static final Map<Key, Syntax> KNOWN = new ConcurrentHashMap<>();
    private static final int MAX_KNOWN = 64;

    private final Key key;
    private final CelParser parser;
    private final Map<String, CelAbstractSyntaxTree> parsed = new ConcurrentHashMap<>();

    private Syntax(Key key) {
        this.key = key;
        CelParserBuilder builder = plain().setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(CelExtensions.optional(key.macros.contains(OPTIONAL_ENTRIES) ? 2 : 1));
        if (key.macros.contains(BINDINGS)) {
            builder.addLibraries(CelExtensions.bindings());
        }
        if (key.macros.contains(TWO_VARIABLES)) {
            builder.addLibraries(CelExtensions.comprehensions());
        }
        if (key.macros.contains(LIST_VERBS)) {
            builder.addMacros(ListSorting.MACRO);
        }
        parser = builder.build();
    }

    static Syntax of(Set<CelLibrary> libraries, boolean quotedFields, Set<String> variables) {
        Set<CelLibrary> macros = EnumSet.of(OPTIONAL_ENTRIES, BINDINGS, TWO_VARIABLES, LIST_VERBS);
        macros.retainAll(libraries);
        if (KNOWN.size() >= MAX_KNOWN) {
            KNOWN.clear();
        }
        return KNOWN.computeIfAbsent(new Key(macros, quotedFields, variables), Syntax::new);
    }

    static CelOptions options(boolean quotedFields) {
        return CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .enableQuotedIdentifierSyntax(quotedFields)
                .enableHiddenAccumulatorVar(true)
                .build();
    }

    private CelParserBuilder plain() {
        return CelParserFactory.standardCelParserBuilder().setOptions(options(key.quotedFields));
    }

    /** The expression without types, if its syntax is valid. */
    CelAbstractSyntaxTree parse(String expression) throws CelValidationException {
        CelAbstractSyntaxTree known = parsed.get(expression);
        if (known != null) {
            return known;
        }
        CelAbstractSyntaxTree tree = GoSyntax.parse(parser, expression, key.variables, key.quotedFields);
        if (expression.length() <= LanguageCompiler.USUAL_EXPRESSION) {
            if (parsed.size() >= MAX_PARSED) {
                parsed.clear();
            }
            parsed.put(expression, tree);
        }
        return tree;
    }

    /** The expression without types; without macros if they have wrong arguments; null if its syntax is invalid. */
    @Nullable
    CelAbstractSyntaxTree withoutMacros(String expression) {
        try {
            return parse(expression);
        } catch (CelValidationException invalid) {
            try {
                return plain().build().parse(expression).getAst();
            } catch (CelValidationException stillInvalid) {
                return null;
            }
        }
    }
}
