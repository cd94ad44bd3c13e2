package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

record MapNode(ScalarNode value, Constraint[] constraints) implements Node {}
