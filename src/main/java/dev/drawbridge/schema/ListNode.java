package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

record ListNode(Node item, Constraint[] constraints) implements Node {}
