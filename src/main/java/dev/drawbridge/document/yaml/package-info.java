/**
 * YAML as kubectl reads it: {@link dev.drawbridge.document.yaml.YamlReader} is the entry point. {@link
 * dev.drawbridge.document.yaml.BlockYaml} writes YAML.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/yaml}, YAMLOrJSONDecoder, and {@code sigs.k8s.io/yaml}, YAMLToJSON,
 * with its {@code go.yaml.in/yaml/v2}; recorded answers are the streams of {@code src/test/resources/proof}.
 */
@NullMarked
package dev.drawbridge.document.yaml;

import org.jspecify.annotations.NullMarked;
