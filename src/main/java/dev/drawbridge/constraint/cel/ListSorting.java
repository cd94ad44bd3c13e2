package dev.drawbridge.constraint.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The macro {@code list.sortBy(e, key)}, which dev.cel expands to calls with different costs.
 *
 * <p>Source: {@code github.com/google/cel-go/ext/lists.go}, sortByMacro.
 */
final class ListSorting {

    static final String BY_KEYS = "@sortByAssociatedKeys";

    static final CelMacro MACRO = CelMacro.newReceiverMacro("sortBy", 2, ListSorting::expand);

    private static final Set<Kind> LISTS =
            EnumSet.of(Kind.LIST, Kind.SELECT, Kind.IDENT, Kind.COMPREHENSION, Kind.CALL);

    static final String INPUT = "@__sortBy_input__";

    private static Optional<CelExpr> expand(
            CelMacroExprFactory factory, CelExpr list, ImmutableList<CelExpr> arguments) {
        if (!LISTS.contains(list.getKind())) {
            return Optional.of(factory.reportError(
                    CelIssue.formatError(factory.getSourceLocation(list), "sortBy() needs a list")));
        }
        Optional<CelExpr> keys = CelStandardMacro.MAP
                .getDefinition()
                .getExpander()
                .expandMacro(factory, factory.newIdentifier(INPUT), arguments);
        return keys.map(of -> factory.fold(
                "#unused",
                factory.newList(),
                INPUT,
                list,
                factory.newBoolLiteral(false),
                factory.newIdentifier(INPUT),
                factory.newReceiverCall(BY_KEYS, factory.newIdentifier(INPUT), of)));
    }
}
