package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

/**
 * A list.
 *
 * @param unjudgedItem the entries' type with nothing but its JSON types
 * @param limit how long it may be
 * @param checkedFirst whether a list that is too long is not looked into
 */
record ListNode(Node item, Node unjudgedItem, Constraint[] limit, boolean checkedFirst, Constraint[] constraints)
        implements Node {}
