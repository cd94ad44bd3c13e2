/**
 * Reports as pages for a browser: one file each, which opens from disk and loads nothing. {@link
 * dev.drawbridge.page.HtmlPage} is the entry point. The parts of the pages, plain HTML, CSS and JavaScript, are the
 * resources in {@code /page}. They contain no rules: a page shows what the engine has found. {@link
 * dev.drawbridge.page.PageServer} serves the page {@code ui}, whose editor is CodeMirror, to this machine's user.
 */
@NullMarked
package dev.drawbridge.page;

import org.jspecify.annotations.NullMarked;
