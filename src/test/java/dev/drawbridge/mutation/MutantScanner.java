package dev.drawbridge.mutation;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The mutants of a source file: a removed call of a chain, a removed argument, a number one higher or lower, a
 * neighbouring release, another constant of the enum, a name with one more letter, a negated condition, a removed
 * statement. Some do not compile.
 */
final class MutantScanner extends TreeScanner<Void, Void> {

    private static final Pattern RELEASE = Pattern.compile("K8S_1_(\\d+)");
    private static final Pattern NAME = Pattern.compile("\"[\\w./-]+\"");
    private static final Set<String> REPORTING = Set.of("report", "reportExcess", "reportWithin", "warn");
    private static final int VALUE_SHOWN = 1;
    private static final int DETAIL_SHOWN = 2;
    private static final Set<String> DESCRIBING = Set.of("demand", "demands", "example", "keywords");
    private static final Map<Tree.Kind, String> OPERATORS = Map.of(
            Tree.Kind.LESS_THAN, "<=",
            Tree.Kind.LESS_THAN_EQUAL, "<",
            Tree.Kind.GREATER_THAN, ">=",
            Tree.Kind.GREATER_THAN_EQUAL, ">",
            Tree.Kind.EQUAL_TO, "!=",
            Tree.Kind.NOT_EQUAL_TO, "==",
            Tree.Kind.CONDITIONAL_AND, "||",
            Tree.Kind.CONDITIONAL_OR, "&&");

    private final Path file;
    private final String source;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Mutant> mutants = new ArrayList<>();

    private MutantScanner(Path file, String source, CompilationUnitTree unit, SourcePositions positions) {
        this.file = file;
        this.source = source;
        this.unit = unit;
        this.positions = positions;
    }

    /** The mutants of a file, in the order of its text. */
    static List<Mutant> of(Path file) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(file));
            CompilationUnitTree unit = task.parse().iterator().next();
            MutantScanner scanner = new MutantScanner(
                    file, Files.readString(file), unit, Trees.instance(task).getSourcePositions());
            scanner.scan(unit, null);
            return scanner.mutants;
        }
    }

    private void replace(int start, int end, String replacement) {
        int line = (int) unit.getLineMap().getLineNumber(start);
        mutants.add(new Mutant(file, start, end, line, source.substring(start, end), replacement));
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    /** A rule's description does not change a verdict, and has its own tests. */
    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        boolean describes = DESCRIBING.contains(tree.getName().toString())
                || String.valueOf(tree.getReturnType()).contains("Demand");
        return describes ? null : super.visitMethod(tree, none);
    }

    /** The description of a constant demand. */
    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        return String.valueOf(tree.getType()).equals("Demand") ? null : super.visitVariable(tree, none);
    }

    @Override
    public Void visitImport(ImportTree tree, Void none) {
        return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
        if (tree.getMethodSelect() instanceof MemberSelectTree call
                && call.getExpression() instanceof MethodInvocationTree) {
            replace(end(call.getExpression()), end(tree), "");
        }
        leaveOut(tree.getArguments());
        if (!REPORTING.contains(name(tree))) {
            return super.visitMethodInvocation(tree, none);
        }
        // A message does not change a verdict.
        List<? extends ExpressionTree> arguments = tree.getArguments();
        for (int i = 0; i < arguments.size(); i++) {
            if (i != VALUE_SHOWN && i != DETAIL_SHOWN) {
                scan(arguments.get(i), none);
            }
        }
        return null;
    }

    private static String name(MethodInvocationTree tree) {
        return tree.getMethodSelect() instanceof MemberSelectTree call
                ? call.getIdentifier().toString()
                : tree.getMethodSelect().toString();
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void none) {
        if (tree.getIdentifier().toString().equals("Formats")) {
            // These texts are examples.
            return tree.getArguments().isEmpty()
                    ? null
                    : scan(tree.getArguments().get(0), none);
        }
        leaveOut(tree.getArguments());
        return super.visitNewClass(tree, none);
    }

    private void leaveOut(List<? extends ExpressionTree> arguments) {
        for (int i = 0; arguments.size() > 1 && i < arguments.size(); i++) {
            if (i > 0) {
                replace(end(arguments.get(i - 1)), end(arguments.get(i)), "");
            } else {
                replace(start(arguments.get(0)), start(arguments.get(1)), "");
            }
        }
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void none) {
        if (tree.getValue() instanceof Integer number) {
            replace(start(tree), end(tree), Integer.toString(number + 1));
            replace(start(tree), end(tree), Integer.toString(number - 1));
        } else if (tree.getValue() instanceof Long number) {
            replace(start(tree), end(tree), number + 1 + "L");
        } else if (tree.getValue() instanceof Boolean bool) {
            replace(start(tree), end(tree), Boolean.toString(!bool));
        } else if (tree.getValue() instanceof String
                && NAME.matcher(source.substring(start(tree), end(tree))).matches()) {
            replace(end(tree) - 1, end(tree), "x\"");
        }
        return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
        constant(tree.getName().toString(), start(tree), end(tree));
        return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
        String name = tree.getIdentifier().toString();
        constant(name, end(tree) - name.length(), end(tree));
        return super.visitMemberSelect(tree, none);
    }

    private void constant(String name, int start, int end) {
        Matcher release = RELEASE.matcher(name);
        if (release.matches()) {
            int minor = Integer.parseInt(release.group(1));
            replace(start, end, "K8S_1_" + (minor - 1));
            replace(start, end, "K8S_1_" + (minor + 1));
        } else if (name.equals(name.toUpperCase(Locale.ROOT)) && name.length() > 1) {
            String sibling = sibling(name);
            if (!sibling.isEmpty()) {
                replace(start, end, sibling);
            }
        }
    }

    /** The next constant that this file imports from the same class; empty if there is none. */
    private String sibling(String name) {
        List<String> imports = unit.getImports().stream()
                .filter(ImportTree::isStatic)
                .map(each -> each.getQualifiedIdentifier().toString())
                .toList();
        for (String constant : imports) {
            if (constant.endsWith("." + name)) {
                String type = constant.substring(0, constant.lastIndexOf('.') + 1);
                List<String> alike = imports.stream()
                        .filter(other -> other.matches(Pattern.quote(type) + "[A-Z0-9_]+"))
                        .toList();
                String next = alike.get((alike.indexOf(constant) + 1) % alike.size());
                return next.equals(constant) ? "" : next.substring(type.length());
            }
        }
        return "";
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void none) {
        String operator = OPERATORS.get(tree.getKind());
        if (operator != null) {
            String left = source.substring(start(tree.getLeftOperand()), end(tree.getLeftOperand()));
            String right = source.substring(start(tree.getRightOperand()), end(tree.getRightOperand()));
            replace(start(tree), end(tree), left + " " + operator + " " + right);
        }
        return super.visitBinary(tree, none);
    }

    @Override
    public Void visitIf(IfTree tree, Void none) {
        int start = start(tree.getCondition());
        replace(start, end(tree.getCondition()), "(!" + source.substring(start, end(tree.getCondition())) + ")");
        return super.visitIf(tree, none);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
        replace(start(tree.getCondition()), start(tree.getCondition()), "!");
        return super.visitConditionalExpression(tree, none);
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree tree, Void none) {
        replace(start(tree), end(tree), ";");
        return super.visitExpressionStatement(tree, none);
    }
}
