package dev.drawbridge.gitops;

/**
 * A file that is not the same in base and head.
 *
 * @param path its path from the root of the tree, with slashes
 * @param base its text in the base; empty where it is not there
 * @param head its text in the head; empty where it is not there
 */
record Change(String path, byte[] base, byte[] head) {}
