package dev.drawbridge.gitops;

/**
 * A file that is not the same in base and head.
 *
 * @param place its path from the root of its tree
 * @param basePath where it can be opened in the base
 * @param path where it can be opened in the head
 * @param base its text in the base; empty where it is not there
 * @param head its text in the head; empty where it is not there
 */
record Change(String place, String basePath, String path, byte[] base, byte[] head) {

    /** A file of one tree in two revisions, by its path with slashes. */
    Change(String path, byte[] base, byte[] head) {
        this(path, path, path, base, head);
    }
}
