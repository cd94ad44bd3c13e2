package dev.drawbridge.document;

import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** Tags that nobody wrote: a plain scalar's says that it is one. */
final class YamlTags extends Resolver {

    static final YamlTags INSTANCE = new YamlTags();
    static final Tag PLAIN = new Tag("plain");

    @Override
    protected void addImplicitResolvers() {
        // Scalars are resolved by YamlScalars.
    }

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
        return implicit && kind == NodeId.scalar ? PLAIN : Tag.STR;
    }
}
