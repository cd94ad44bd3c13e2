package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

record ScalarNode(ScalarKind kind, Constraint[] constraints) implements TypeNode {}
